import type { VisitDependencies } from '../visitors/admit-visit.js'
import { challengeStore } from '../sign-in/store/challenge-store.js'
import { rateStore } from '../http/state/rate-store.js'
import { challengesOf } from '../visitors/challenges.js'
import { calendarStore } from '../calendars/store/calendar-store.js'
import { catalogStore } from '../pages/store/catalog-store.js'
import { visitedEventStore } from '../visitors/store/visited-event-store.js'
import { indexedGroups as indexedGroupsOf } from '../pages/store/indexed-groups.js'
import { imageStore } from '../images/image-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

export const visitedEvents = (service: Service) => visitedEventStore(partOf(service, table))
/** Everything that readers without a key may find. */
export const publicCatalog = (service: Service) => catalogStore(partOf(service, table))
/** The groups of the installation, for crawlers. */
export const indexedGroups = (service: Service) => indexedGroupsOf(partOf(service, table))
/** Images that organisers have uploaded. */
export const images = ({ environment }: Service) => imageStore(environment)

/** The file of the explorer's script. */
export const explorerScript = ({ environment }: Service) => environment.explorerFile

/** The secret addresses of calendar feeds. */
export const calendars = (service: Service) => calendarStore(partOf(service, table))

/** Returns the dependencies of admitting visitors. */
export function visitDependencies(service: Service): VisitDependencies {
  const counts = rateStore(partOf(service, table), 'attempts')
  return {
    count: (of, limit, now) => counts.take(of, limit, now),
    challenges: challengesOf(challengeStore(partOf(service, table))),
    now: () => new Date(),
  }
}
