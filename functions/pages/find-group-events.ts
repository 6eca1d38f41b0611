import { findEvents } from '../near/find-events.js'
import { groupSubject } from '../near/subject.js'

export const endpoint = findEvents(groupSubject)
