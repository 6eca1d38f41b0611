import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { NO_REFERRER } from '../../domain/attendances/attendance.js'
import { hasPublicPage } from '../../domain/events/origin.js'
import { mayDo } from '../../domain/access/permissions.js'
import type { RsvpSources } from '../../domain/attendances/rsvp-sources.js'
import { publicPage } from '../../hal/events/browser-url.js'
import { TimelineChart } from './chart.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import { eventPage } from './event-frame.js'
import { requiresInterfaceEvent, requires } from '../access/guards.js'
import { Form } from '../page/page.js'
import { eventPath, ownerPath } from '../paths.js'
import { Table } from '../page/table.js'
import { Notice } from '../page/notice.js'

type Ctx = Context<ManageEnv>

/** The first page of an event: exact counts, RSVPs over time, its public page, and what can be done with it. */
export function statisticsPage(app: Hono<ManageEnv>, { site, attendances }: ManageDependencies): void {
  app.get(eventPath(':event'), requiresInterfaceEvent, requires('see_statistics'), async (c) => {
    const event = c.get('event')
    const { statistics: texts } = c.get('texts')
    const address = publicPage(site, event.id).href
    const [points, sources] = await Promise.all([
      attendances.timelineOf(event.id),
      attendances.sourcesOf(event.id),
    ])
    return eventPage(c, 'overview', {
      children: (
        <>
          <Counts c={c} />
          <h2>{texts.overTime}</h2>
          <TimelineChart c={c} points={points} now={new Date()} />
          <Sources c={c} sources={sources} />
          {hasPublicPage(event) ? (
            <p>
              {texts.publicPage} <a href={address}>{address}</a>
            </p>
          ) : (
            <p>{texts.noPublicPage}</p>
          )}
          {mayDo(c.get('owner').role, 'change_events') && <Changes c={c} />}
        </>
      ),
    })
  })
}

const Counts: FC<{ c: Ctx }> = ({ c }) => {
  const { statistics: texts } = c.get('texts')
  const { capacity, totals } = c.get('event')
  const { accepted, declined, waitlisted, attended, guests } = totals
  const left = capacity === undefined ? undefined : Math.max(0, capacity - accepted - guests)
  const facts = [
    [texts.accepted, accepted],
    [texts.guests, guests || undefined],
    [texts.capacity, capacity],
    [texts.left, left],
    [texts.waitlisted, waitlisted || undefined],
    [texts.declined, declined],
    [texts.attended, attended],
  ] as const
  return (
    <dl class="stats">
      {facts.map(([name, count]) =>
        count === undefined ? (
          <></>
        ) : (
          <div>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** RSVPs by how people came to the event, the most frequent source first. */
const Sources: FC<{ c: Ctx; sources: RsvpSources }> = ({ c, sources: { counts, further, counted } }) => {
  const { statistics: texts } = c.get('texts')
  const { total_attendances } = c.get('event')
  const rows = Object.entries(counts).sort(([, one], [, other]) => other - one)
  if (counted === 0 && total_attendances === 0) return <></>
  return (
    <>
      <h2>{texts.bySource}</h2>
      {counted < total_attendances && (
        <Notice kind="plain">{texts.counting(counted, total_attendances)}</Notice>
      )}
      <Table
        rows={[...rows, ...(further > 0 ? [[texts.otherSources, further] as const] : [])]}
        columns={[
          {
            title: texts.source,
            cell: ([source]) => (source === NO_REFERRER.source ? texts.noSource : source),
          },
          { title: texts.rsvps, kind: 'number', cell: ([, count]) => count },
        ]}
      />
      <p class="quiet">{texts.sourcesExplain}</p>
    </>
  )
}

const Changes: FC<{ c: Ctx }> = ({ c }) => {
  const { eventPages: texts } = c.get('texts')
  const event = c.get('event')
  return (
    <>
      <Form c={c} action={eventPath(event.id, event.hidden ? 'unhide' : 'hide')}>
        <p class="line">
          <button class="btn">{event.hidden ? texts.unhide : texts.hide}</button>
        </p>
      </Form>
      <p class="line">
        <a class="btn" href={`${ownerPath(c.get('owner').id, 'actions/new')}?copy=${event.id}`}>
          {texts.copy}
        </a>
        {event.status !== 'cancelled' && (
          <a class="btn" href={eventPath(event.id, 'cancel')}>
            {texts.cancel}
          </a>
        )}
      </p>
    </>
  )
}
