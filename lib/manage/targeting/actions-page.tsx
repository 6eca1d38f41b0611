import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import type { OsdiEvent } from '../../domain/events/event.js'
import { mayDo } from '../../domain/access/permissions.js'
import { overAt } from '../../domain/events/upcoming.js'
import { pageIn } from '../request-params.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import { requires } from '../access/guards.js'
import { page } from '../page/page.js'
import { PageLinks } from '../page/page-links.js'
import { EventRows } from '../events/event-rows.js'
import { Icon } from '../page/icons.js'
import { Empty } from '../page/notice.js'
import { ownerPath } from '../paths.js'

type Ctx = Context<ManageEnv>

const DAY_MS = 24 * 60 * 60 * 1000

/** Events of some days are upcoming until they are over. Longer ones stand among the past ones after this time. */
const RUNNING_DAYS = 3

/** The list of all actions: the upcoming ones, soonest first; the past ones; and all of them, newest first. */
export function actionsPage(app: Hono<ManageEnv>, { events }: ManageDependencies): void {
  const path = ownerPath(':owner', 'actions')

  app.get(path, requires('see_actions'), async (c) => {
    const { owner, id } = c.get('owner')
    const { actions: texts } = c.get('texts')
    const now = new Date()
    const from = dayBefore(now, RUNNING_DAYS)
    const after = c.req.query('after')
    const [found, newest] = await Promise.all([
      events.listActionsByStart(owner, { from, order: 'soonest first', after }),
      after ? undefined : events.listActions(owner, { page: 1, per_page: 25 }),
    ])
    const undated = newest?.members.filter(({ start_date }) => start_date === undefined) ?? []
    const upcoming = found.events.filter((event) => !isOver(event, now))
    return page(c, {
      title: texts.title,
      section: 'actions',
      buttons: <NewEvent c={c} />,
      children: (
        <>
          <Views c={c} current="upcoming" />
          {upcoming.length + undated.length === 0 && !found.next && (
            <None c={c} text={newest && newest.total_records > 0 ? texts.noneUpcoming : texts.none} />
          )}
          <Actions c={c} events={upcoming} />
          {found.next && (
            <Next c={c} href={`${ownerPath(id, 'actions')}?after=${encodeURIComponent(found.next)}`} />
          )}
          {undated.length > 0 && (
            <>
              <h2>{texts.undated}</h2>
              <Actions c={c} events={undated} />
            </>
          )}
        </>
      ),
    })
  })

  app.get(`${path}/past`, requires('see_actions'), async (c) => {
    const { owner, id } = c.get('owner')
    const { actions: texts } = c.get('texts')
    const now = new Date()
    const from = dayBefore(now, RUNNING_DAYS)
    const found = await events.listActionsByStart(owner, {
      to: dayBefore(now, -2),
      order: 'latest first',
      after: c.req.query('after'),
    })
    const past = found.events.filter((event) => isOver(event, now) || (event.start_date ?? '') < from)
    return page(c, {
      title: texts.title,
      named: texts.past,
      section: 'actions',
      buttons: <NewEvent c={c} />,
      children: (
        <>
          <Views c={c} current="past" />
          {past.length === 0 && !found.next && <None c={c} text={texts.nonePast} />}
          <Actions c={c} events={past} />
          {found.next && (
            <Next c={c} href={`${ownerPath(id, 'actions/past')}?after=${encodeURIComponent(found.next)}`} />
          )}
        </>
      ),
    })
  })

  app.get(`${path}/all`, requires('see_actions'), async (c) => {
    const { owner, id } = c.get('owner')
    const { actions: texts } = c.get('texts')
    const found = await events.listActions(owner, pageIn(c))
    return page(c, {
      title: texts.title,
      named: texts.all,
      section: 'actions',
      buttons: <NewEvent c={c} />,
      children: (
        <>
          <Views c={c} current="all" />
          {found.members.length === 0 && <None c={c} text={texts.none} />}
          <Actions c={c} events={found.members} />
          {found.members.length > 0 && <PageLinks c={c} found={found} path={ownerPath(id, 'actions/all')} />}
        </>
      ),
    })
  })
}

const dayBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)

const isOver = (event: OsdiEvent, now: Date) => (overAt(event) ?? '9') < now.toISOString()

const Views: FC<{ c: Ctx; current: 'upcoming' | 'past' | 'all' }> = ({ c, current }) => {
  const { actions: texts } = c.get('texts')
  const { id } = c.get('owner')
  const link = (view: 'upcoming' | 'past' | 'all', path: string) => (
    <a class="chip" href={ownerPath(id, path)} aria-current={view === current ? 'page' : undefined}>
      {texts[view]}
    </a>
  )
  return (
    <nav class="chips" aria-label={texts.title}>
      {link('upcoming', 'actions')}
      {link('past', 'actions/past')}
      {link('all', 'actions/all')}
    </nav>
  )
}

/** The button that makes an event, where the role may. */
export const NewEvent: FC<{ c: Ctx }> = ({ c }) => {
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

const Next: FC<{ c: Ctx; href: string }> = ({ c, href }) => (
  <p class="line">
    <a class="btn" href={href}>
      {c.get('texts').actions.more}
      <Icon name="chevron-right" />
    </a>
  </p>
)

const Actions: FC<{ c: Ctx; events: OsdiEvent[] }> = ({ c, events }) =>
  events.length > 0 ? (
    <div class="card flush">
      <EventRows c={c} events={events} />
    </div>
  ) : (
    <></>
  )

const None: FC<{ c: Ctx; text: string }> = ({ c, text }) => (
  <Empty icon="calendar-plus" title={text}>
    <NewEvent c={c} />
  </Empty>
)
