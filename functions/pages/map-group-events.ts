import { mapEvents } from '../near/map-events.js'
import { groupSubject } from '../near/subject.js'

export const endpoint = mapEvents(groupSubject)
