import type { Context } from 'hono'
import { csvRow } from '../../csv/row.js'
import { calendarWindow } from '../calendar/calendar-window.js'
import { planDates } from '../calendar/plan-dates.js'
import type { Calendar } from '../calendar/read-calendar.js'
import { type EntryLine, recordEntry } from '../calendar/record-entry.js'
import { timeLeft } from '../../runtime/request-context.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { CalendarDependencies } from '../calendar/record-entry.js'
import type { ImportDependencies } from '../row-dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { logChange } from '../../manage/access/log-change.js'
import { type CalendarState, readCalendarImport } from './calendar-state.manage.js'
import { calendarCheckPage, calendarProgressPage } from './calendar-views.manage.js'
import { uploadPage } from './import-views.manage.js'
import { readCountry } from '../../access/store/read-settings.js'

/** The dependencies of pages of imports. */
export interface ImportPageDependencies extends ManageDependencies {
  importing: ImportDependencies & {
    /** The stores of imported calendars. */
    calendars: Pick<CalendarDependencies, 'events' | 'readLine'>
    /** Whether calendars may be in a private network. */
    allowsPrivate: boolean
  }
}

type Ctx = Context<ManageEnv>

/** The time that must be left for a further event, which may have hundreds of dates. */
const ENOUGH_MS = 5_000

/** Imports a calendar: a look at its events first, and then as many of them in a request as there is time for. */
export async function importCalendar(
  c: Ctx,
  dependencies: ImportPageDependencies,
  body: Record<string, unknown>,
  events: () => Promise<Record<string, string>>,
) {
  const read = await readCalendarImport(body, dependencies.importing.allowsPrivate)
  if (!read.state) return uploadPage(c, read, await events())
  const { state, calendar } = read
  if (body['action'] !== 'import') return calendarCheckPage(c, { state, calendar, ...lookedAt(calendar) })
  const { state: after, lines } = await recordPart(c, dependencies, state, calendar)
  await logChange(c, dependencies, {
    action: 'file_imported',
    detail: `calendar, ${state.done + 1}–${after.done} / ${calendar.entries.length}`,
  })
  return calendarProgressPage(c, { state: after, calendar, lines })
}

export interface Looked {
  /** The dates within the time that is imported. */
  dates: number
  /** Events without a date within it. */
  over: number
  lines: EntryLine[]
}

/** Looks at every event without the table. */
function lookedAt({ entries, faults }: Calendar): Looked {
  const window = calendarWindow(new Date())
  const lines: EntryLine[] = [...faults]
  let [dates, over] = [0, 0]
  for (const entry of entries) {
    if (timeLeft() < ENOUGH_MS) break
    try {
      const plan = planDates(entry, window)
      dates += plan.dates.length
      if (plan.dates.length === 0) over += 1
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      lines.push({ kind: 'events', id: entry.uid, what: 'refused', why })
    }
  }
  return { dates, over, lines }
}

async function recordPart(
  c: Ctx,
  { importing, site, table }: ImportPageDependencies,
  state: CalendarState,
  { entries, faults }: Calendar,
) {
  const principal = { ...c.get('owner').principal, key_id: 'interface' }
  const { geocode, now } = importing.events
  const country = await readCountry(table, c.get('owner').owner)
  const window = calendarWindow(now())
  const lines: EntryLine[] = state.done > 0 ? [] : [...faults]
  let { done, recorded } = state
  const uids = new Set(entries.map(({ uid }) => uid))
  for (const entry of entries.slice(state.done)) {
    const outcome = await recordEntry(entry, window, {
      ...importing.calendars,
      site,
      table,
      country,
      has: (uid) => uids.has(uid),
      principal,
      geocode,
      now,
    })
    done += 1
    recorded += outcome.counts.new + outcome.counts.changed + outcome.counts.unchanged
    lines.push(...outcome.lines)
    if (timeLeft() < ENOUGH_MS) break
  }
  const rows = lines.map(({ id, what, why }) => csvRow([id, what, why])).join('')
  const headings = state.report === '' && rows !== '' ? csvRow(['event', 'what', 'why']) : ''
  const refused = state.refused + lines.filter(({ what }) => what === 'refused').length
  return { lines, state: { ...state, done, recorded, refused, report: state.report + headings + rows } }
}
