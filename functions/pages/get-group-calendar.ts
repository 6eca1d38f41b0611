import { getSubjectCalendar } from '../near/get-calendar.js'
import { groupSubject } from '../near/subject.js'

export const endpoint = getSubjectCalendar(groupSubject)
