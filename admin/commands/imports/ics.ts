import { readFile, stat } from 'node:fs/promises'
import { check, pipe, string } from 'valibot'
import { day, text } from '../../../lib/fields/values.js'
import { importedEvents } from '../../../lib/app/event-store.js'
import { readWebhooks } from '../../../lib/runtime/environment.js'
import { inOrder } from '../../../lib/runtime/in-order.js'
import { calendarWindow } from '../../../lib/imports/calendar/calendar-window.js'
import { type Calendar, readCalendar } from '../../../lib/imports/calendar/read-calendar.js'
import { type EntryLine, NOTHING_READ, addCounts, recordEntry } from '../../../lib/imports/calendar/record-entry.js'
import { fetchFeed } from '../../../lib/outgoing/fetch-feed.js'
import { describeDeviations, requireWritable, tableOf, writeReport } from '../../imports/outcome.js'
import { command } from '../../command.js'
import { UsageError, orMissing } from '../../errors.js'
import { describeOwner, flag, optional, owner, ownerIn } from '../../options.js'
import { formatDetails } from '../../output/format.js'
import { siteOf } from '../../site.js'
import { geocoder } from '../event/details.js'
import { ensureLocationTable } from '../../../infra/package/location-table.js'
import { openLocationTable } from '../../../lib/locations/geocode/location-table.js'
import { readLineIn } from '../../../lib/locations/geocode/read-line.js'

const MOST = { bytes: 10_000_000, text: '10 MB' }

/** Events that are recorded at the same time. */
const AT_ONCE = 8

const address = pipe(
  string(),
  check((value) => /^(https?|webcals?):\/\//i.test(value) && URL.canParse(value), 'must be an address'),
)

export const fromCalendar = command({
  name: 'ics',
  does: 'Take over the events of a calendar, a file or a feed; repeat it to take over what has changed',
  example: 'import ics --group 6f2b8f5e-… --from https://calendar.example.org/public.ics',
  options: {
    in: optional('--in <file>', 'the file, of at most 10 MB', text),
    from: optional('--from <address>', 'the address of a feed, in place of a file', address),
    ...owner,
    since: optional('--since <day>', 'takes over what ends on this day or later; today without it', day),
    until: optional('--until <day>', 'takes over dates of repeated events before this day; a year without it', day),
    dry_run: flag('--dry-run', 'read the calendar and write nothing'),
    report: optional('--report <file>', 'write a line for each event that differs here or is not here', text),
  },
  run: async (values, { open, settings, progress }) => {
    const of = ownerIn(values)
    const window = calendarWindow(new Date(), values)
    if (window.from >= window.until) throw new UsageError('--until must be after --since.')
    await requireWritable(values.report)
    const calendar = await calendarIn(values)
    const stores = await open()
    const principal = {
      ...(await orMissing(stores.owners.principalOf(of), describeOwner(of))),
      key_id: 'admin',
    }
    const uids = new Set(calendar.entries.map(({ uid }) => uid))
    const dependencies = {
      has: (uid: string) => uids.has(uid),
      site: siteOf(settings()),
      principal,
      table: stores.table,
      now: () => new Date(),
      events: importedEvents(stores.table),
      geocode: await geocoder(),
      readLine: readLineIn(openLocationTable(await ensureLocationTable())),
      country: (await stores.owners.settingsOf(of)).country,
      isDryRun: values.dry_run ?? false,
    }
    const counts = { ...NOTHING_READ }
    const lines: EntryLine[] = [...calendar.faults]
    for (const { what } of calendar.faults) addCounts(counts, { ...NOTHING_READ, read: 1, [what]: 1 })
    const onProgress = progress()
    let done = 0
    await inOrder(calendar.entries, { most: AT_ONCE, keysOf: () => [] }, async (entry) => {
      const outcome = await recordEntry(entry, window, dependencies)
      addCounts(counts, outcome.counts)
      lines.push(...outcome.lines)
      onProgress(++done, calendar.entries.length)
    })
    lines.sort((one, other) => (one.id < other.id ? -1 : 1))
    if (values.report !== undefined) await writeReport(values.report, lines)
    return outcomeOf(calendar, counts, lines, values)
  },
})

interface Asked {
  in?: string | undefined
  from?: string | undefined
  report?: string | undefined
  dry_run?: boolean | undefined
}

/** @throws UsageError, Error in a sentence */
async function calendarIn({ in: path, from }: Asked): Promise<Calendar> {
  if ((path === undefined) === (from === undefined)) throw new UsageError('Give either --in or --from.')
  const bytes = path === undefined ? await fetchFeed(from as string, MOST, readWebhooks()) : await bytesOf(path)
  const calendar = await readCalendar(bytes)
  if (!calendar) throw new Error(`${path ?? 'The feed'} is no calendar, or has more than 50,000 events.`)
  return calendar
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const { size } = await stat(path)
  if (size > MOST.bytes) throw new Error(`The file ${path} is larger than ${MOST.text}.`)
  return readFile(path)
}

function outcomeOf(
  { title, entries }: Calendar,
  counts: typeof NOTHING_READ,
  lines: EntryLine[],
  { report, dry_run: isDryRun = false }: Asked,
) {
  const summary = {
    ...(title && { calendar: title }),
    calendar_events: entries.length,
    dry_run: isDryRun,
    ...(report && { report }),
  }
  const refusals = lines.filter(({ what }) => what === 'refused')
  return {
    json: {
      ...summary,
      records: { events: counts },
      refused: counts.refused,
      refusals: refusals.slice(0, 100).map(({ id, why }) => `events ${id}: ${why}`),
    },
    text: [tableOf({ events: counts }), formatDetails(summary), ...describeDeviations(lines, report)].join('\n'),
    violated: counts.refused > 0,
  }
}
