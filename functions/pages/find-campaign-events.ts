import { findEvents } from '../near/find-events.js'
import { campaignSubject } from '../near/subject.js'

export const endpoint = findEvents(campaignSubject)
