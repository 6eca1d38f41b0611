import { attendanceDependencies } from './attendances.js'
import { askToConfirm } from './consent.js'
import type { VisitorDependencies } from '../visitors/browser-attendance.js'
import { rateStore } from '../http/state/rate-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { challengeStore } from '../http/state/challenge-store.js'
import { table } from '../table/table.js'
import type { VisitDependencies } from '../visitors/admit-visit.js'
import { challengesOf } from '../visitors/challenges.js'
import { visitedEventStore } from '../visitors/store/visited-event-store.js'

/** The dependencies of recording the forms of visitors. */
export const visitorDependencies = (service: Service): VisitorDependencies => ({
  ...partOf(service, attendanceDependencies),
  confirmOptIn: partOf(service, askToConfirm),
})

export const visitedEvents = (service: Service) => visitedEventStore(partOf(service, table))

/** Returns the dependencies of admitting visitors. */
export function visitDependencies(service: Service): VisitDependencies {
  const counts = rateStore(partOf(service, table), 'attempts')
  return {
    count: (of, limit, now) => counts.take(of, limit, now),
    challenges: challengesOf(challengeStore(partOf(service, table))),
    now: () => new Date(),
  }
}
