import { mkdir, readFile, readdir } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { join, resolve } from 'node:path'
import { planDates } from '../../lib/imports/calendar/plan-dates.js'
import { type CalendarEntry, readCalendar } from '../../lib/imports/calendar/read-calendar.js'
import { OsdiError } from '../../lib/runtime/errors.js'
import type { Call } from './client.js'
import { CACHE } from './packages.js'
import { pythonIn, run } from './python.js'
import { LeftOut, runClients } from './table.js'

/*
 * Compares the dates that an import takes from calendars with those of another reader, over the files with which that
 * reader and others are tested. A difference is explained by the line of the report that the import writes, or below.
 */

const READER = 'recurring_ical_events'
const SOURCES = ['icalendar==7.3.2', `${READER}==3.8.2`]

/** Other readers whose tests have files of calendars, at a commit. */
const OTHERS = {
  'ical.js': ['https://github.com/kewisch/ical.js', '926193a2'],
  'ical.net': ['https://github.com/ical-org/ical.net', 'f924bd6d'],
  'node-ical': ['https://github.com/jens-maus/node-ical', '5a7e1c7'],
} as const

const DAY_MS = 86_400_000

/** Differences that are no loss, by their files. */
const EXPLAINED: Record<string, string> = {
  'issue42.ics': 'Europe/lisbon is the zone of Lisbon here, and an event that stands in the file once is kept here',
  'end_before_start_event.ics': 'an end before its start: the start counts here, there they are swapped',
  'issue_132_swapped_start_and_end.ics': 'an end before its start: the start counts here, there they are swapped',
  'issue_117_until_before_dtstart.ics': 'a rule that ends before it begins: the event itself counts here',
  'issue_201_mixed_datetime_and_date.ics': 'a start that is a day and an end that is a time: a whole day here',
  'issue_201_test_matrix.ics': 'a start that is a day and an end that is a time: a whole day here',
  'issue_253_additional_recurrence_id.ics': 'a changed date that its series does not have: a date of its own here',
  'daily-count-exdate-recurrence-id.ics': 'an end before its start: the start counts here, there they are swapped',
  'DateTime2.ics': 'a start that is a day and an end that is a time: a whole day here',
  'Parameter2.ics': 'two events without a UID: both count here',
  'Office-2012-owa.ics': 'the names of time zones that Windows shows are known here alone',
  'windows-quoted-tz-rrule.ics': 'the names of time zones that Windows shows are known here alone',
  'biweekly-exdate-until.ics': 'a rule in UTC is counted on that clock here, there on that of the calendar',
  'non-utc-until-ny.ics': 'an UNTIL without a zone is on the clock of its event here, there in UTC',
  ...Object.fromEntries(
    ['Duration1.ics', 'TimeZone3.ics', 'sabredav-school-holidays.ics', 'yearly-recurring-unicode.ics'].map((file) => [
      file,
      'a day with a time zone: a whole day here, there its midnight',
    ]),
  ),
}

interface Found {
  path: string
  begin: string
  end: string
  dates: string[]
}

const explanations: Record<string, string> = {}

/** The files of the reader itself. */
async function ownFiles(folder: string, python: string): Promise<void> {
  await run(python, [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--no-deps',
    '--no-binary',
    ':all:',
    '-d',
    folder,
    ...SOURCES,
  ]).catch(() => {
    throw new LeftOut('the sources of the readers are not reached')
  })
  for (const name of await readdir(folder))
    if (name.endsWith('.tar.gz')) await run('tar', ['xzf', name], { cwd: folder })
}

/** The files of another reader: those of the folder, where they were put there. */
async function filesOf(name: keyof typeof OTHERS, folder: string): Promise<void> {
  if ((await readdir(folder)).length > 0) return
  const [address, commit] = OTHERS[name]
  await run('git', ['clone', '--quiet', address, folder])
    .then(() => run('git', ['checkout', '--quiet', commit], { cwd: folder }))
    .catch(() => {
      throw new LeftOut('the files of its tests are not reached')
    })
}

async function calls(
  client: string,
  of: string,
  provide: (folder: string, python: string) => Promise<void>,
): Promise<Call[]> {
  const { python, install } = await pythonIn(join(CACHE, 'calendars'))
  await install(...SOURCES)
  const folder = join(CACHE, of)
  await mkdir(folder, { recursive: true })
  await provide(folder, python)
  const files = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.ics') && !name.startsWith('venv'))
    .sort()
  const program = resolve(import.meta.dirname, 'clients/calendars.py')
  const { stdout } = await run(python, [program, ...files], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Found)
  const differing = (await Promise.all(all.map((found) => compared(client, folder, found)))).flat()
  console.log(`${all.length - differing.length} of ${all.length} files have the same dates`)
  return [{ call: 'dates of its tests', works: true }, ...differing]
}

/** @returns nothing where both have the same dates */
async function compared(client: string, folder: string, { path, begin, end, dates }: Found): Promise<Call[]> {
  const text = await readFile(join(folder, path), 'utf8')
  const whole = /BEGIN:VCALENDAR/i.test(text) ? text : `BEGIN:VCALENDAR\n${text}\nEND:VCALENDAR\n`
  const calendar = await readCalendar(Buffer.from(whole))
  const reported = (calendar?.faults ?? []).map(({ why }) => why)
  const own: string[] = []
  const planned = (entry: CalendarEntry) => {
    try {
      return planDates(entry, { from: new Date(begin), until: new Date(end) }).dates
    } catch (error) {
      if (!(error instanceof OsdiError)) throw error
      reported.push(error.message)
      return []
    }
  }
  for (const entry of calendar?.entries ?? []) {
    for (const { event, start, instant, isCanceled } of planned(entry))
      if (!isCanceled)
        own.push('wallClock' in start && event.start.isDay ? start.wallClock.slice(0, 10) : instant.slice(0, 16))
    const losses = [entry.first, ...entry.overrides.values()].flatMap((event) => event.losses)
    reported.push(...losses.filter(({ why }) => !NO_DATES.test(why)).map(({ why }) => why))
  }
  // A date at the edge of the year is in it by one clock alone.
  const last = new Date(Date.parse(end) - 3 * DAY_MS).toISOString()
  const inside = (all: string[]) => all.filter((date) => date > begin && date < last).sort()
  if (isDeepStrictEqual(inside(own), inside(dates))) return []
  const name = path.split('/').at(-1) as string
  const why = reported[0] === undefined ? EXPLAINED[name] : `reported: ${reported[0]}`
  if (why) explanations[`${client}: ${name}`] = why
  return [{ call: name, works: false, problem: `${inside(own).length} dates, there ${inside(dates).length}` }]
}

/** Lines of a report that are about no dates. */
const NO_DATES = /has no place here|for whole days|has no title/

const others = Object.keys(OTHERS).map((name) => ({
  name: `${READER} with files of ${name}`,
  calls: () =>
    calls(`${READER} with files of ${name}`, `calendars-of-${name}`, (folder) =>
      filesOf(name as keyof typeof OTHERS, folder),
    ),
}))
await runClients(
  'calendars',
  [{ name: `${READER} 3.8.2`, calls: () => calls(READER, 'calendars', ownFiles) }, ...others],
  {
    explanations,
  },
)
