import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { Calendar, CalendarEntry } from '../calendar/read-calendar.js'
import type { EntryLine } from '../calendar/record-entry.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Form, page } from '../../manage/page/page.js'
import { Table } from '../../manage/page/table.js'
import { IMPORT_SCRIPT, ownerPath } from '../../manage/paths.js'
import type { Looked } from './calendar-import.manage.js'
import { CALENDAR, type CalendarState } from './calendar-state.manage.js'
import { pack } from './import-state.manage.js'

type Ctx = Context<ManageEnv>

/** Events and lines that a page shows. */
const MOST_SHOWN = 20

interface Shown {
  state: CalendarState
  calendar: Calendar
  lines: EntryLine[]
}

const pathOf = (c: Ctx) => ownerPath(c.get('owner').id, 'import')

/** The page that says what a calendar holds. Nothing is written yet. */
export function calendarCheckPage(c: Ctx, { state, calendar, dates, over, lines }: Shown & Looked) {
  const { imports: words } = c.get('texts')
  const { title, entries } = calendar
  return page(c, {
    title: words.checkTitle,
    section: 'people',
    children: (
      <>
        <p role="status">
          {words.calendar.holds(entries.length, dates, over)} {words.nothingYet}
        </p>
        <p>{words.calendar.explain}</p>
        {title && <h2>{title}</h2>}
        <Table
          rows={entries.slice(0, MOST_SHOWN)}
          columns={[
            { title: words.fields['title'] ?? '', cell: ({ first }) => first.title },
            { title: words.fields['start_date'] ?? '', cell: startOf },
            { title: words.calendar.repeats, cell: ({ first }) => (first.rule ? words.calendar.yes : '') },
            { title: words.fields['venue'] ?? '', cell: ({ first }) => first.location },
          ]}
        />
        {entries.length > MOST_SHOWN && <p>{words.calendar.more(entries.length - MOST_SHOWN)}</p>}
        <Lines c={c} lines={lines} />
        {entries.length > 0 && (
          <Form c={c} action={pathOf(c)}>
            <Hidden state={state} />
            <p class="line">
              <button class="btn main" name="action" value="import">
                {words.calendar.import(dates)}
              </button>
            </p>
          </Form>
        )}
      </>
    ),
  })
}

const startOf = ({ first: { start } }: CalendarEntry) =>
  `${start.clock.slice(0, start.isDay ? 10 : 16).replace('T', ' ')}${start.isUtc ? ' UTC' : ''}`

/** The page after a part of the events; it goes on by itself. */
export function calendarProgressPage(c: Ctx, { state, calendar, lines }: Shown) {
  const { imports: words } = c.get('texts')
  const isDone = state.done >= calendar.entries.length
  return page(c, {
    title: isDone ? words.doneTitle : words.runningTitle,
    section: 'people',
    children: (
      <>
        <p role="status">{words.calendar.recorded(state.recorded, state.done, calendar.entries.length)}</p>
        {isDone ? (
          <p>
            <a href={ownerPath(c.get('owner').id, 'actions')}>{words.back}</a>
          </p>
        ) : (
          <Form c={c} action={pathOf(c)} data-continue="">
            <progress max={calendar.entries.length} value={state.done} aria-label={words.runningTitle}></progress>
            <Hidden state={state} />
            <input type="hidden" name="action" value="import" />
            <p class="line">
              <button class="btn main">{words.goOn}</button>
            </p>
            <script src={IMPORT_SCRIPT} defer></script>
          </Form>
        )}
        <Lines c={c} lines={lines} />
        {isDone && state.report !== '' && (
          <Form c={c} action={`${pathOf(c)}/report`}>
            <input type="hidden" name="report" value={pack(state.report)} />
            <button class="btn">{words.calendar.report}</button>
          </Form>
        )}
      </>
    ),
  })
}

/** The state for the next request. */
const Hidden: FC<{ state: CalendarState }> = ({ state: { packed, done, recorded, refused, report } }) => (
  <>
    {Object.entries({ kind: CALENDAR, packed, done, recorded, refused, report: report && pack(report) }).map(
      ([name, value]) => (
        <input type="hidden" name={name} value={String(value)} />
      ),
    )}
  </>
)

/** Events that are not here as the calendar has them. The words of the report are English, like its file. */
const Lines: FC<{ c: Ctx; lines: EntryLine[] }> = ({ c, lines }) => {
  const { imports: words } = c.get('texts')
  if (lines.length === 0) return <></>
  return (
    <>
      <h2>{words.calendar.differing}</h2>
      <ul>
        {lines.slice(0, MOST_SHOWN).map(({ id, what, why }) => (
          <li>
            <strong>{words.calendar.became[what]}</strong> {id.slice(0, 80)}: <span lang="en">{why}</span>
          </li>
        ))}
      </ul>
      {lines.length > MOST_SHOWN && <p>{words.calendar.more(lines.length - MOST_SHOWN)}</p>}
    </>
  )
}
