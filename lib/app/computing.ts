import { writeFile, writeGuests } from '../attendances/files/guests-file.js'
import { hostedEventHeadings, hostedEventRow } from '../hosting/hosted-events-file.js'
import { GapFinder, type ReportedEvent, numbersOf } from '../hosting/campaign-report.js'
import { questionsEver } from '../questions/question.js'
import type { Owner } from '../runtime/owner.js'
import { loadEvent } from '../events/store/load-event.js'
import { isA } from '../table/items/items.js'
import { campaignReportStore } from '../hosting/store/campaign-report-store.js'
import { guestsFileStore } from '../attendances/store/guests-file-store.js'
import { countWaiting } from '../attendances/store/rsvp-statistics.js'
import { computeWaiting as computeResult } from '../targeting/store/compute-waiting.js'
import { countWorked } from '../reports/store/what-worked.js'
import { type Key, type Table, table } from '../table/table.js'
import { type Service, partOf } from '../runtime/service.js'
import { targeting } from './targeting.js'

/** The stream's announcement of an item that waits for a computation: its key, and its owner. */
export type Waiting = Key & { waits_for_people: Owner }

/** Computes what an item waits for, by its kind. @throws Error if it fails; the announcement is then redelivered */
export const computeWaiting = (service: Service, waiting: Waiting): Promise<void> =>
  computationFor(service, waiting)(partOf(service, table), waiting)

function computationFor(service: Service, waiting: Waiting): (table: Table, waiting: Waiting) => Promise<void> {
  if (isA('rsvpSources', waiting)) return countWaiting
  if (isA('campaignReport', waiting)) return writeCampaignReport
  if (isA('whatWorked', waiting)) return countWorked
  return isA('guestsFile', waiting)
    ? writeGuestsFile
    : (of, each) => computeResult(of, each, partOf(service, targeting).sources)
}

/** Writes a file of guests that waits. It may be announced twice: each process writes parts of its own. */
async function writeGuestsFile(of: Table, waiting: Waiting): Promise<void> {
  const store = guestsFileStore(of)
  const file = await store.waiting(waiting)
  if (!file) return
  const event = await loadEvent(of, file.event)
  const { written, parts } = await writeGuests({
    questions: event ? questionsEver(event) : [],
    country: file.country,
    guests: store.guestsOf(waiting.waits_for_people, file.event),
    keepPart: (bytes) => store.keepPart(file, bytes),
    onProgress: (written) => store.progress(file, written),
  })
  await store.complete(file, written, parts, new Date())
}

/** People of a report after which the progress is kept. */
const PROGRESS = 10_000

/** Writes the report of a campaign that waits: the file of its events, its numbers, and where no event is near. */
async function writeCampaignReport(of: Table, waiting: Waiting): Promise<void> {
  const store = campaignReportStore(of)
  const report = await store.waiting(waiting)
  if (!report) return
  const { waits_for_people: owner } = waiting
  await store.progress(report, 0)
  const reported: ReportedEvent[] = []
  for await (const events of store.eventsOf(owner, report.campaign)) reported.push(...events)
  const { parts } = await writeFile({
    headings: hostedEventHeadings,
    row: hostedEventRow,
    rows: inOnePiece(reported),
    country: report.country,
    keepPart: (bytes) => store.keepPart(report, bytes),
    onProgress: async () => undefined,
  })
  const finder = new GapFinder(reported, new Date())
  let written = 0
  let said = 0
  for await (const people of store.peopleOf(owner)) {
    for (const person of people) finder.add(person)
    written += people.length
    if (written - said >= PROGRESS) await store.progress(report, (said = written))
  }
  const numbers = { ...numbersOf(reported), gaps: finder.gaps() }
  await store.complete(report, { numbers, parts, written }, new Date())
}

async function* inOnePiece<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}
