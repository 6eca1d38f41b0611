import type { Owner } from '../domain/access/principal.js'
import { isA } from '../dynamodb/items/items.js'
import { countWaiting } from '../dynamodb/stores/attendances/rsvp-statistics.js'
import { computeWaiting as computeResult } from '../dynamodb/stores/places/compute-waiting.js'
import type { Key } from '../dynamodb/table.js'
import { type Service, partOf, table } from '../service.js'

/** The stream's announcement of an item that waits for a computation: its key, and its owner. */
export type Waiting = Key & { waits_for_people: Owner }

/** Computes what an item waits for, by its kind. @throws Error what hindered it; the announcement comes again then */
export const computeWaiting = (service: Service, waiting: Waiting): Promise<void> =>
  (isA('rsvpSources', waiting) ? countWaiting : computeResult)(partOf(service, table), waiting)
