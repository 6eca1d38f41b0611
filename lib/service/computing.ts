import { writeGuests } from '../csv/guests-file.js'
import type { Owner } from '../domain/access/principal.js'
import { loadEvent } from '../dynamodb/stores/events/load-event.js'
import { isA } from '../dynamodb/items/items.js'
import { guestsFileStore } from '../dynamodb/stores/attendances/guests-file-store.js'
import { countWaiting } from '../dynamodb/stores/attendances/rsvp-statistics.js'
import { computeWaiting as computeResult } from '../dynamodb/stores/places/compute-waiting.js'
import type { Key, Table } from '../dynamodb/table.js'
import { type Service, partOf, table } from '../service.js'

/** The stream's announcement of an item that waits for a computation: its key, and its owner. */
export type Waiting = Key & { waits_for_people: Owner }

/** Computes what an item waits for, by its kind. @throws Error what hindered it; the announcement comes again then */
export const computeWaiting = (service: Service, waiting: Waiting): Promise<void> =>
  computationFor(waiting)(partOf(service, table), waiting)

function computationFor(waiting: Waiting): (table: Table, waiting: Waiting) => Promise<void> {
  if (isA('rsvpSources', waiting)) return countWaiting
  return isA('guestsFile', waiting) ? writeGuestsFile : computeResult
}

/** Writes a file of guests that waits. It may be announced twice: each process writes parts of its own. */
async function writeGuestsFile(of: Table, waiting: Waiting): Promise<void> {
  const store = guestsFileStore(of)
  const file = await store.waiting(waiting)
  if (!file) return
  const event = await loadEvent(of, file.event)
  const { written, parts } = await writeGuests({
    questions: event?.questions ?? [],
    guests: store.guestsOf(waiting.waits_for_people, file.event),
    keepPart: (bytes) => store.keepPart(file, bytes),
    onProgress: (written) => store.progress(file, written),
  })
  await store.complete(file, written, parts, new Date())
}
