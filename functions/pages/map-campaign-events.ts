import { mapEvents } from '../near/map-events.js'
import { campaignSubject } from '../near/subject.js'

export const endpoint = mapEvents(campaignSubject)
