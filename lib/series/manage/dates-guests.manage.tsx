import type { Context, Hono } from 'hono'
import { csvRow } from '../../csv/row.js'
import { guestColumns, guestCells } from '../../attendances/files/guests.js'
import type { Attendance } from '../../attendances/attendance.js'
import type { OsdiEvent } from '../../events/event.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import { bySoonest } from '../../events/upcoming.js'
import type { Question } from '../../questions/question.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { spreadsheet } from '../../manage/page/spreadsheet.js'
import { seriesStore } from '../store/series-store.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { describeTime } from '../../manage/formats.js'
import { Notice } from '../../manage/page/notice.js'
import { PageLinks } from '../../manage/page/page-links.js'
import { Table } from '../../manage/page/table.js'
import { peopleColumns } from '../../people/manage/people-table.manage.js'
import { eventPath } from '../../manage/paths.js'
import { pageIn } from '../../manage/request-params.js'
import { findPeople } from '../../people/store/find-people.js'
import { listAttendances } from '../../attendances/store/read-attendances.js'

type Ctx = Context<ManageEnv>

/** Most guests of a file of all dates, which is answered at once. Those of longer lists are files of each date. */
const MOST_IN_FILE = 5_000

/** Guests of a page. */
const PER_PAGE = 100

/** The guests of all dates of a series, by date: a page of them, and a file. */
export function datesGuests(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { guestsFiles } = dependencies
  const path = eventPath(':event', 'dates/guests')

  app.get(path, requires('see_guests'), (c) => guestsPage(c, dependencies))

  app.get(`${path}.csv`, requires('see_guests'), async (c) => {
    const dates = await datesOf(c, dependencies)
    const total = dates.reduce((sum, date) => sum + date.total_attendances, 0)
    if (total > MOST_IN_FILE) return guestsPage(c, dependencies, c.get('texts').series.tab.tooMany)
    const questions = questionsOf(dates)
    const titles = questions.map(({ title }) => title)
    const rows = [csvRow(['event_id', 'event_start_date', ...guestColumns, ...titles])]
    const cellsOf = guestCells(questions)
    for (const { id, owner, start_date = '' } of dates)
      for await (const guests of guestsFiles.guestsOf(owner, id))
        rows.push(...guests.map((guest) => csvRow([id, start_date, ...cellsOf(guest)])))
    const { id, title } = c.get('event')
    await logChange(c, dependencies, { action: 'guests_downloaded', subject: { id, title } })
    return spreadsheet(c, rows.join(''), 'guests-of-series.csv')
  })
}

/** The dates of the series of the event, by their start. */
export async function datesOf(c: Ctx, { table, events }: ManageDependencies): Promise<OsdiEvent[]> {
  const { id, owner, series: of } = c.get('event')
  const found = of && (await seriesStore(table).find(of.id))
  const dates = await events.findCounted(owner, found?.events ?? [id])
  return dates.sort(bySoonest)
}

/** The questions of all dates, each once: dates of a series keep the ids of its questions. */
const questionsOf = (dates: OsdiEvent[]): Question[] => [
  ...new Map(dates.flatMap(({ questions = [] }) => questions).map((each) => [each.id, each])).values(),
]

async function guestsPage(c: Ctx, dependencies: ManageDependencies, warning?: string): Promise<Response> {
  const { table } = dependencies
  const { tab: texts } = c.get('texts').series
  const { guests: words } = c.get('texts')
  const event = c.get('event')
  const dates = await datesOf(c, dependencies)
  const { page } = pageIn(c)
  const total_records = dates.reduce((sum, date) => sum + date.total_attendances, 0)
  const rows = await rowsFrom(dates, (page - 1) * PER_PAGE, dependencies)
  const persons = await findPeople(
    table,
    event.owner,
    rows.map(({ guest }) => guest.person),
  )
  const path = eventPath(event.id, 'dates/guests')
  return eventPage(c, 'dates', {
    named: `${texts.guests}: ${event.title}`,
    status: warning ? 409 : 200,
    children: (
      <>
        {warning && <Notice kind="bad">{warning}</Notice>}
        <p class="line">
          <a href={eventPath(event.id, 'dates')}>{texts.all}</a>
          <a href={`${path}.csv`}>{texts.file}</a>
        </p>
        <h2>{texts.guests}</h2>
        {rows.length === 0 && <p>{texts.none}</p>}
        <Table
          rows={rows}
          columns={[
            ...peopleColumns<Row>(c, ({ guest }) => persons.get(guest.person)),
            {
              title: texts.when,
              cell: ({ date }) => (
                <a href={eventPath(date.id, 'guests')}>
                  {describeTime(date, c.get('lang'), timeZoneOf(c.get('event'))) ?? c.get('texts').actions.noDate}
                </a>
              ),
            },
            {
              title: words.status,
              cell: ({ guest: { status, guests, attended } }) => (
                <>
                  {words.statuses[status ?? 'accepted']}
                  {guests ? ` ${words.withGuests(guests)}` : ''}{' '}
                  {attended && <strong>{c.get('texts').door.areHere}</strong>}
                </>
              ),
            },
          ]}
        />
        {rows.length > 0 && (
          <PageLinks c={c} found={{ members: rows, page, per_page: PER_PAGE, total_records }} path={path} />
        )}
      </>
    ),
  })
}

interface Row {
  date: OsdiEvent
  guest: Attendance
}

/** A page of the guests of all dates: each date reads what of it is on the page. */
async function rowsFrom(
  dates: OsdiEvent[],
  offset: number,
  { attending }: Pick<ManageDependencies, 'attending'>,
): Promise<Row[]> {
  let start = 0
  const parts = dates.flatMap((date) => {
    const from = Math.max(0, offset - start)
    const to = Math.min(date.total_attendances, offset + PER_PAGE - start)
    start += date.total_attendances
    return from < to ? [{ date, from, to }] : []
  })
  const rows = await Promise.all(
    parts.map(async ({ date, from, to }) => {
      const first = Math.floor(from / PER_PAGE) + 1
      const last = Math.floor((to - 1) / PER_PAGE) + 1
      const pages = await Promise.all(
        Array.from({ length: last - first + 1 }, (_, i) =>
          listAttendances(attending, date.id, { page: first + i, per_page: PER_PAGE }),
        ),
      )
      const begin = (first - 1) * PER_PAGE
      const guests = pages.flatMap(({ members }) => members).slice(from - begin, to - begin)
      return guests.map((guest) => ({ date, guest }))
    }),
  )
  return rows.flat()
}
