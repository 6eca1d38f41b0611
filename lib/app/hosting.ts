import type { Attending } from '../attendances/record-attendance.js'
import type { OsdiEvent } from '../events/event.js'
import type { Publishing } from '../hosting/publish-hosted.js'
import type { WritingDependencies } from '../hosting/write-to-guests.js'
import type { PageRequest } from '../fields/page.js'
import { rateStore } from '../http/state/rate-store.js'
import { pageOfAttendances } from '../attendances/store/page-of-attendances.js'
import { withPositions } from '../seats/store/waiting-list.js'
import { peopleOfGuests } from '../attendances/store/people-of-guests.js'
import { type Service, partOf } from '../runtime/service.js'
import { app } from '../table/app.js'
import { table } from '../table/table.js'
import { eventDependencies } from './record-events.js'
import { messages } from './mail.js'
import { targeting } from './targeting.js'
import { blockedRefusals } from '../blocked/store/refusals.js'
import { geocode } from './locations.js'

/** Whom owners refuse as hosts. */
export const hostRefusals = (service: Service): Pick<Attending, 'refusals'> => ({
  refusals: blockedRefusals(partOf(service, table)),
})

/** Reads a page of the guests of an event, newest first, and the people that they are, as a host may see them. */
export function guestsOf(service: Service) {
  const store = partOf(service, table)
  return async ({ id, owner }: Pick<OsdiEvent, 'id' | 'owner'>, page: PageRequest) => {
    const guests = await pageOfAttendances(store, { withPositions }, id, page)
    return { guests, persons: await peopleOfGuests(store, owner, guests.members, 'link') }
  }
}

/** The context of publishing the event of a link. */
export const publishing = (service: Service): Publishing => ({
  ...partOf(service, app),
  events: eventDependencies(service).events,
  geocode: partOf(service, geocode),
})

/** The dependencies of writing to the guests of a host; undefined where the installation sends no email. */
export function writingDependencies(service: Service): WritingDependencies | undefined {
  const store = partOf(service, messages)
  return (
    store && {
      messages: store,
      targeting: partOf(service, targeting),
      attempts: rateStore(partOf(service, table), 'attempts'),
    }
  )
}
