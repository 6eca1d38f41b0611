import {
  filterableAttendance,
  filterableCampaign,
  filterableEvent,
  filterablePerson,
} from '../../domain/filterable.js'
import { environment } from '../../environment.js'
import { namedAlike } from '../filters.js'

/** What filters of version 2 may name; these are the names of the domain. */
export const eventFilters = () => namedAlike(filterableEvent(environment().nativePrefix))
export const campaignFilters = () => namedAlike(filterableCampaign(environment().nativePrefix))
export const attendanceFilters = () => namedAlike(filterableAttendance(environment().nativePrefix))
export const personFilters = () => namedAlike(filterablePerson(environment().nativePrefix))
