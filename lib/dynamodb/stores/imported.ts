import type { EventCampaign } from '../../domain/event-campaign.js'
import type { OsdiEvent } from '../../domain/event.js'
import type { Person } from '../../domain/person.js'
import type { AttendanceDependencies } from '../../domain/record-attendance.js'
import type { IdentifiedStore } from '../../domain/record-by-identifier.js'
import { deferAlways } from '../lists/contention.js'
import { type NumberedList, lists } from '../lists/numbered-list.js'
import { KEEPS_DATES, changeOf } from '../search/changes.js'
import type { Table } from '../table.js'
import { attendanceStore } from './attendance-store.js'
import { campaignStore } from './campaign-store.js'
import { eventStore } from './event-store.js'
import { personStore } from './person-store.js'
import { sweep } from './sequencer.js'

/** When something was created and last changed at the service that it comes from. */
export interface Dates {
  created_date: string
  modified_date: string
}

/**
 * Opens stores that create resources with the dates of another service. Their order in lists is that of their arrival,
 * not that of their dates, so lists keep the time of arrival beside them: in segments where there is a deferred path,
 * else on the item.
 */
export function importedStores(table: Table) {
  deferAlways(table)
  const arrived = () => ({ numbered_at: new Date().toISOString() })
  const dated = <Resource extends { id: string }>(list: NumberedList, resource: Resource, dates: Dates) => {
    const isChanged = dates.modified_date !== dates.created_date
    return {
      ...resource,
      ...dates,
      [KEEPS_DATES]: true,
      ...(isChanged && changeOf(list, { ...resource, ...dates })),
    }
  }
  const creating = <Resource extends OsdiEvent | EventCampaign>(
    store: IdentifiedStore<Resource>,
    listOf: (resource: Resource) => NumberedList,
    { more = {}, ...dates }: Dates & { more?: Partial<Resource> },
  ): IdentifiedStore<Resource> => ({
    ...store,
    create: (resource) =>
      store.create({ ...dated(listOf(resource), { ...resource, ...more }, dates), ...arrived() }),
  })
  const [people, events, campaigns, attendances] = [
    personStore(table),
    eventStore(table),
    campaignStore(table),
    attendanceStore(table),
  ]
  return {
    people: (dates: Dates): AttendanceDependencies['people'] => ({
      ...people,
      create: (person: Person, attends) =>
        people.create(dated(lists.peopleOf(person.owner), person, dates), attends),
    }),
    events: (dates: Dates & { more?: Partial<OsdiEvent> }) =>
      creating(events, ({ owner }) => lists.eventsOf(owner), dates),
    campaigns: (dates: Dates) => creating(campaigns, ({ owner }) => lists.campaignsOf(owner), dates),
    attendances: (dates: Dates): AttendanceDependencies['attendances'] => ({
      ...attendances,
      record: (attendance, event, options) =>
        attendances.record(dated(lists.attendancesOf(event.id), attendance, dates), event, {
          ...options,
          justRead: false,
        }),
    }),
    /** Gives ordinals to what was written, as the consumer of the stream does on AWS. */
    count: () => sweep(table, new Date(Date.now() + 1_000)),
  }
}
