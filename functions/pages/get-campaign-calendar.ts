import { getSubjectCalendar } from '../near/get-calendar.js'
import { campaignSubject } from '../near/subject.js'

export const endpoint = getSubjectCalendar(campaignSubject)
