import {
  filterableAttendance,
  filterableCampaign,
  filterableEvent,
  filterablePerson,
} from '../../domain/filterable.js'
import { environment } from '../../environment.js'
import { named } from '../filters.js'

const common = { identifier: 'identifier', created_at: 'created_date', modified_at: 'modified_date' }
const titled = { ...common, originating_system: 'origin_system', summary: 'title' }

/** What filters of version 1 may name, and what version 2 calls it: what its documents show. */
export const eventFilters = () =>
  named(filterableEvent(environment().nativePrefix), { ...titled, start: 'start_date' })

export const campaignFilters = () => named(filterableCampaign(environment().nativePrefix), titled)

export const attendanceFilters = () => named(filterableAttendance(environment().nativePrefix), common)

export const personFilters = () =>
  named(filterablePerson(environment().nativePrefix), {
    ...common,
    family_name: 'family_name',
    given_name: 'given_name',
    email_address: 'email_address',
    region: 'region',
    postal_code: 'postal_code',
  })
