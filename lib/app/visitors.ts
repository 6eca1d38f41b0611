import { attending } from './attendances.js'
import { askToConfirm } from './consent.js'
import type { Visited } from '../visitors/browser-attendance.js'
import { rateStore } from '../http/state/rate-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { challengeStore } from '../http/state/challenge-store.js'
import { table } from '../table/table.js'
import type { Visits } from '../visitors/admit-visit.js'
import { challengesOf } from '../visitors/challenges.js'
import { visitedEventStore } from '../visitors/store/visited-event-store.js'

/** The context of recording the forms of visitors. */
export const visited = (service: Service): Visited => ({
  ...partOf(service, attending),
  confirmOptIn: partOf(service, askToConfirm),
})

export const visitedEvents = (service: Service) => visitedEventStore(partOf(service, table))

/** The context of admitting visitors. */
export const visits = (service: Service): Visits => ({
  attempts: rateStore(partOf(service, table), 'attempts'),
  challenges: challengesOf(challengeStore(partOf(service, table))),
  now: () => new Date(),
})
