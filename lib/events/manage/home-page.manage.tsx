import { peopleComing } from '../../events/totals.js'
import type { Context, Hono } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { mayDo } from '../../access/permissions.js'
import type { OsdiEvent } from '../event.js'
import { isTentative } from '../visibility.js'
import { isOver } from '../upcoming.js'
import { wallClockAt } from '../zoned.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import { requires } from '../../manage/access/guards.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { EventRows } from './event-rows.manage.js'
import { Icon, type IconName } from '../../manage/page/icons.js'
import { Empty } from '../../manage/page/notice.js'
import { page } from '../../manage/page/page.js'
import { eventPath, ownerPath } from '../../manage/paths.js'
import { formatNumber } from '../../manage/formats.js'
import { listPeople } from '../../people/store/list-people.js'

const DAY_MS = 86_400_000

/** The number of next events that are shown, and of newest events among which drafts are looked for. */
const NEXT = 5
const NEWEST = 25

/**
 * Serves the home of a group: its next events, and tasks that wait for an organizer.
 * @param needsOf returns the tasks of other rooms, from the events that the home reads where these have them
 */
export function homePage(
  app: Hono<ManageEnv>,
  { events, table }: ManageDependencies,
  needsOf: ((c: Context<ManageEnv>, read: () => Promise<OsdiEvent[]>) => Promise<Need[]>)[],
): void {
  app.get(ownerPath(':owner'), requires('see_actions'), async (c) => {
    const { owner, id, role } = c.get('owner')
    const { home: texts } = c.get('texts')
    const now = new Date()
    const first = { page: 1, per_page: 1 }
    const reads = Promise.all([
      // West of Greenwich, it is still the day before for some hours.
      events.listActionsByStart(owner, { from: dayBefore(now), order: 'soonest first', after: undefined }),
      events.listActions(owner, { page: 1, per_page: NEWEST }),
    ])
    const read = async () => {
      const [soon, made] = await reads
      return [...new Map([...soon.events, ...made.members].map((event) => [event.id, event])).values()]
    }
    const [[coming, newest], everyone, others] = await Promise.all([
      reads,
      mayDo(role, 'see_people') ? listPeople(table, owner, first) : undefined,
      Promise.all(needsOf.map((each) => each(c, read))),
    ])
    const next = coming.events.filter(
      (event) => !isOver(event, now) && event.status !== 'cancelled' && !isOfYesterday(event, now),
    )
    const zone = [...next, ...newest.members].map(timeZoneOf).find((each) => each !== undefined)
    const week = next.filter(({ start_date = '9' }) => start_date < dayOf(new Date(now.getTime() + 7 * DAY_MS)))
    const nextDays = week.reduce((sum, { totals }) => sum + peopleComing(totals), 0)
    const drafts = oneOfEachSeries(newest.members.filter((event) => isTentative(event) && event.review === undefined))
    const needs: Need[] = [
      ...drafts.map(({ id, title }) => ({
        icon: 'pen-line' as const,
        title,
        text: texts.draft,
        href: eventPath(id),
      })),
      ...others.flat(),
    ]
    return page(c, {
      title: new Intl.DateTimeFormat(c.get('lang'), {
        weekday: 'long',
        month: 'long',
        day: 'numeric',
        timeZone: zone ?? 'UTC',
      }).format(now),
      named: texts.title,
      buttons: <NewEvent c={c} />,
      children: (
        <>
          <dl class="stats">
            <Fact
              title={texts.nextDays}
              count={formatNumber(c, nextDays)}
              below={week.length > 0 && texts.inEvents(week.length)}
            />
            {everyone && <Fact title={texts.people} count={formatNumber(c, everyone.total_records)} below="" />}
          </dl>
          <div class="two">
            {next.length > 0 ? (
              <section class="card flush">
                <header>
                  <h2>{texts.next}</h2>
                  <a class="small" href={ownerPath(id, 'actions')}>
                    {texts.all}
                  </a>
                </header>
                <EventRows c={c} events={oneOfEachSeries(next).slice(0, NEXT)} />
              </section>
            ) : (
              <Empty icon="calendar-plus" title={texts.noNext}>
                <p>{texts.noNextExplain}</p>
                <NewEvent c={c} />
              </Empty>
            )}
            <section class="card flush">
              <header>
                <h2>{texts.needs}</h2>
              </header>
              {needs.length > 0 ? <Needs needs={needs} /> : <p class="p-card quiet">{texts.noNeeds}</p>}
            </section>
          </div>
        </>
      ),
    })
  })
}

/** The button that makes an event, where the role may. */
export const NewEvent: FC<{ c: Context<ManageEnv> }> = ({ c }) => {
  const { id, role } = c.get('owner')
  return mayDo(role, 'change_events') ? (
    <a class="btn main" href={ownerPath(id, 'actions/new')}>
      <Icon name="plus" />
      {c.get('texts').actions.create}
    </a>
  ) : (
    <></>
  )
}

/** Returns the events without the further dates of a series: its pages publish all dates at once. */
function oneOfEachSeries(events: readonly OsdiEvent[]): OsdiEvent[] {
  const soonest = events.toSorted((a, b) => (a.start_date ?? '').localeCompare(b.start_date ?? ''))
  return soonest.filter(
    ({ series }, i) => !series || soonest.findIndex((other) => other.series?.id === series.id) === i,
  )
}

/** A task that waits for an organizer. */
export interface Need {
  icon: IconName
  title: string
  text: string
  href: string
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const dayBefore = (date: Date) => dayOf(new Date(date.getTime() - DAY_MS))

/** Whether an event without an end began on an earlier day of its zone: only its end would say that it goes on. */
const isOfYesterday = (event: OsdiEvent, now: Date) =>
  event.end_date === undefined &&
  (event.start_date ?? '9') < wallClockAt(now.toISOString(), timeZoneOf(event)).slice(0, 'YYYY-MM-DD'.length)

const Fact: FC<{ title: string; count: string; below: Child }> = ({ title, count, below }) => (
  <div>
    <dt>{title}</dt>
    <dd>{count}</dd>
    {below && <dd>{below}</dd>}
  </div>
)

const Needs: FC<{ needs: Need[] }> = ({ needs }) => (
  <ul class="rows">
    {needs.map(({ icon, title, text, href }) => (
      <li>
        <Icon name={icon} />
        <div class="grow">
          <a class="over" href={href}>
            {title}
          </a>
          <span class="small quiet">{text}</span>
        </div>
        <Icon name="chevron-right" />
      </li>
    ))}
  </ul>
)
