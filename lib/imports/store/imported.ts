import type { Attendance } from '../../attendances/attendance.js'
import type { EventCampaign } from '../../campaigns/event-campaign.js'
import type { OsdiEvent, AttendableEvent } from '../../events/event.js'
import type { Person } from '../../people/person.js'
import type { Owner } from '../../runtime/owner.js'
import type { IdentifiedStore } from '../../resources/record-by-identifier.js'
import { deferAlways } from '../../collections/contention.js'
import { type NumberedList, lists } from '../../collections/numbered-list.js'
import { changeOf } from '../../collections/search/changes.js'
import type { Table } from '../../table/table.js'
import { campaignStore } from '../../campaigns/store/campaign-store.js'
import { KEEPS_DATES } from '../../resources/late-writes.js'
import { changeImported } from './imported-people.js'
import { createPerson } from '../../people/store/create-person.js'
import type { Recording } from '../../people/record-person.js'
import { record } from '../../attendances/store/record-attendance.js'
import { changeStatus } from '../../attendances/store/change-status.js'
import type { AttendanceReactions } from '../../attendances/store/reactions.js'
import type { StatusChange } from '../../attendances/record-attendance.js'

/** When something was created and last changed at the service that it comes from. */
export interface Dates {
  created_date: string
  modified_date: string
}

/** Dates of a resource, and what else of it no caller of the API can set. */
export type Dated<Resource> = Dates & { more?: Partial<Resource> | undefined }

/**
 * Opens stores that create resources with the dates of another service. Their order in lists is that of their arrival,
 * not that of their dates, so lists keep the time of arrival beside them: in segments where there is a deferred path,
 * else on the item.
 * @param events writes events of another service
 * @param reactions of rooms above to attendances
 * @param sweep gives ordinals to what was written before a time
 */
export function importedStores(
  table: Table,
  events: IdentifiedStore<OsdiEvent>,
  reactions: AttendanceReactions,
  sweep: (table: Table, before: Date) => Promise<unknown>,
) {
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
    { more, ...dates }: Dated<Resource>,
  ): IdentifiedStore<Resource> => ({
    ...store,
    create: (resource) => store.create({ ...dated(listOf(resource), { ...resource, ...more }, dates), ...arrived() }),
  })
  const campaigns = campaignStore(table)
  return {
    people: ({ more, ...dates }: Dated<Person>): Pick<Recording, 'changeKnown' | 'createNew'> => ({
      changeKnown: changeImported,
      createNew: (to, person) => createPerson(to, dated(lists.peopleOf(person.owner), { ...person, ...more }, dates)),
    }),
    events: (dates: Dated<OsdiEvent>) => creating(events, ({ owner }) => lists.eventsOf(owner), dates),
    /** Changes an event without an email to its people, and without another date. */
    changeEvent: (owner: Owner, id: string, change: (event: OsdiEvent) => Promise<OsdiEvent>) =>
      events.change(
        owner,
        id,
        async (event) => {
          const changed = await change(event)
          return changed === event ? event : { ...changed, [KEEPS_DATES]: true }
        },
        'leave out',
      ),
    campaigns: (dates: Dated<EventCampaign>) => creating(campaigns, ({ owner }) => lists.campaignsOf(owner), dates),
    /** Attendances are recorded and changed without an email to the person. */
    attendances: ({ more, ...dates }: Dated<Attendance>) => ({
      record: (attendance: Attendance, event: AttendableEvent) =>
        record(table, reactions, dated(lists.attendancesOf(event.id), { ...attendance, ...more }, dates), event, {
          autoresponse: false,
          justRead: false,
        }),
      changeStatus: (event: AttendableEvent, id: string, change: StatusChange) =>
        changeStatus(table, reactions, event, id, { ...change, autoresponse: false }),
    }),
    /** Gives ordinals to what was written, as the consumer of the stream does on AWS. */
    count: () => sweep(table, new Date(Date.now() + 1_000)),
  }
}
