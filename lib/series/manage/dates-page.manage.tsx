import { peopleComing } from '../../events/totals.js'
import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { createMiddleware } from 'hono/factory'
import { mayDo } from '../../access/permissions.js'
import { notFound } from '../../runtime/errors.js'
import type { OsdiEvent } from '../../events/event.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import { hasPublicPage, isListed } from '../../events/visibility.js'
import { isOver } from '../../events/upcoming.js'
import { seriesLink } from '../documents/series.js'
import { requires, requiresInterfaceEvent } from '../../manage/access/guards.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { StateBadge, eventPage } from '../../events/manage/event-frame.manage.js'
import { describeTime, formatNumber } from '../../manage/formats.js'
import { Icon } from '../../manage/page/icons.js'
import { CopyField, Notice } from '../../manage/page/notice.js'
import { Form } from '../../manage/page/page.js'
import { Table } from '../../manage/page/table.js'
import { eventPath } from '../../manage/paths.js'
import { datesGuests, datesOf } from './dates-guests.manage.js'

type Ctx = Context<ManageEnv>

/** Refuses an event that is not a date of a series. */
const requiresSeries = createMiddleware<ManageEnv>(async (c, next) => {
  if (!c.get('event').series) throw notFound()
  await next()
})

/** Serves the dates of the series of an event: the numbers of each and of all, and the guests of all. */
export function datesPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const path = eventPath(':event', 'dates')
  app.use(path, requiresInterfaceEvent, requiresSeries)
  app.use(`${path}/*`, requiresInterfaceEvent, requiresSeries)
  app.get(path, requires('see_statistics'), async (c) => answer(c, dependencies, await datesOf(c, dependencies)))
  datesGuests(app, dependencies)
}

function answer(c: Ctx, { site }: ManageDependencies, dates: OsdiEvent[]): Response {
  const { series, copy, copied } = c.get('texts')
  const { tab: texts } = series
  const event = c.get('event')
  const { role } = c.get('owner')
  const now = new Date()
  const drafts = dates.filter(({ status }) => status === 'tentative')
  const isOpen = dates.some((date) => hasPublicPage(date) && isListed(date) && !isOver(date, now))
  const guests = eventPath(event.id, 'dates/guests')
  return eventPage(c, 'dates', {
    buttons: isOpen && event.series && (
      <a class="btn" href={seriesLink(site, event.series.id).href}>
        <Icon name="external-link" />
        {texts.page}
      </a>
    ),
    children: (
      <div class="stack g5">
        {drafts.length > 0 && (
          <Notice kind="plain">
            <div class="line">
              <span class="grow">{texts.drafts(formatNumber(c, drafts.length))}</span>
              {mayDo(role, 'change_events') && (
                <Form c={c} action={eventPath(event.id, 'publish')}>
                  <input type="hidden" name="series" value="all" />
                  <button class="btn main">{texts.publish}</button>
                </Form>
              )}
            </div>
          </Notice>
        )}
        {isOpen && event.series && (
          <CopyField
            id="link"
            label={texts.page}
            value={seriesLink(site, event.series.id).href}
            button={copy}
            done={copied}
          />
        )}
        <Totals c={c} dates={dates} />
        <Table rows={dates} columns={columnsOf(c)} />
        {mayDo(role, 'see_guests') && (
          <p class="line">
            <a class="btn" href={guests}>
              <Icon name="users" />
              {texts.guests}
            </a>
            <a class="btn" href={`${guests}.csv`}>
              <Icon name="download" />
              {texts.file}
            </a>
          </p>
        )}
      </div>
    ),
  })
}

const comingOf = ({ totals }: OsdiEvent) => peopleComing(totals)

const Totals: FC<{ c: Ctx; dates: OsdiEvent[] }> = ({ c, dates }) => {
  const { tab: texts } = c.get('texts').series
  const sum = (count: (date: OsdiEvent) => number) =>
    formatNumber(
      c,
      dates.reduce((total, date) => total + count(date), 0),
    )
  const facts = [
    [texts.title, formatNumber(c, dates.length)],
    [texts.coming, sum(comingOf)],
    [texts.waiting, sum(({ totals }) => totals.waitlisted)],
    [texts.attended, sum(({ totals }) => totals.attended)],
    [texts.cancelled, sum(({ totals }) => totals.declined)],
  ]
  return (
    <dl class="stats">
      {facts.map(([title, count]) => (
        <div>
          <dt>{title}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}

function columnsOf(c: Ctx): Parameters<typeof Table<OsdiEvent>>[0]['columns'] {
  const { tab: texts } = c.get('texts').series
  const number = (count: number) => formatNumber(c, count)
  return [
    {
      title: texts.when,
      cell: (date) => (
        <a href={eventPath(date.id)}>
          {describeTime(date, c.get('lang'), timeZoneOf(c.get('event'))) ?? c.get('texts').actions.noDate}
        </a>
      ),
    },
    { title: texts.state, cell: (date) => <StateBadge c={c} event={date} /> },
    {
      title: texts.coming,
      kind: 'number',
      unit: texts.coming.toLowerCase(),
      cell: (date) => number(comingOf(date)),
    },
    {
      title: texts.left,
      kind: 'number',
      unit: texts.left.toLowerCase(),
      cell: (date) => (date.capacity === undefined ? '–' : number(Math.max(0, date.capacity - comingOf(date)))),
    },
    {
      title: texts.waiting,
      kind: 'number',
      unit: texts.waiting.toLowerCase(),
      cell: ({ totals }) => number(totals.waitlisted),
    },
    {
      title: texts.attended,
      kind: 'number',
      unit: texts.attended.toLowerCase(),
      cell: ({ totals }) => number(totals.attended),
    },
  ]
}
