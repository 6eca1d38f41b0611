import { peopleCame, peopleComing } from '../../events/totals.js'
import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { NO_REFERRER } from '../../attendances/attendance.js'
import { hasPublicPage, isTentative } from '../visibility.js'
import type { OsdiEvent } from '../event.js'
import { hasBegun } from '../upcoming.js'
import { mayDo } from '../../access/permissions.js'
import { type RsvpStatistics, inOrderOfTime } from '../../attendances/rsvp-statistics.js'
import { publicPage } from '../documents/browser-url.js'
import { TimelineChart } from './chart.manage.js'
import { ChangeToTell, changeToTell } from '../../mail/manage/change-to-tell.manage.js'
import type { MailDependencies } from '../../mail/manage/dependencies.manage.js'
import { WriteToGuests } from '../../attendances/manage/guests-page.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { draftPage } from './draft-page.manage.js'
import { eventPage, stateFor } from './event-frame.manage.js'
import { AnswerCounts, answerCounts } from '../../questions/manage/answer-counts.manage.js'
import { requiresInterfaceEvent, requires } from '../../manage/access/guards.js'
import { Icon } from '../../manage/page/icons.js'
import { Empty, Notice } from '../../manage/page/notice.js'
import { Form } from '../../manage/page/page.js'
import { eventPath, ownerPath, requestsPath } from '../../manage/paths.js'
import { ShareCard } from './share-card.manage.js'
import { Table } from '../../manage/page/table.js'
import { formatNumber } from '../../manage/formats.js'

type Ctx = Context<ManageEnv>

/** Serves the first page of an event: how it goes, its link, what can be done with it. A draft is published here. */
export function overviewPage(app: Hono<ManageEnv>, dependencies: MailDependencies): void {
  const { site, statistics } = dependencies
  app.get(eventPath(':event'), requiresInterfaceEvent, requires('see_statistics'), async (c) => {
    const event = c.get('event')
    if (isTentative(event)) return draftPage(c, dependencies)
    const { statistics: texts, eventPages } = c.get('texts')
    const [counted, answers, telling] = await Promise.all([
      statistics.of(event.owner, event.id),
      answerCounts(c, dependencies),
      changeToTell(event, dependencies),
    ])
    const mayChange = mayDo(c.get('owner').role, 'change_events')
    const isPublic = hasPublicPage(event)
    const isShared = isPublic && mayChange && !['over', 'cancelled'].includes(stateFor(event))
    const address = publicPage(site, event).href
    return eventPage(c, 'overview', {
      named: event.title,
      buttons: (
        <>
          {dependencies.sendsMail && event.total_attendances > 0 && <WriteToGuests c={c} />}
          {isPublic && (
            <a class="btn" href={address}>
              <Icon name="external-link" />
              {eventPages.view}
            </a>
          )}
        </>
      ),
      children: (
        <>
          <ChangeToTell c={c} telling={telling} />
          <div class={!isShared ? 'two' : event.total_attendances > 0 ? 'two overview running' : 'two overview'}>
            {isShared && <ShareCard c={c} address={address} />}
            <div class="stack g5">
              {event.total_attendances === 0 ? (
                <Empty icon="users" title={texts.noRsvps}>
                  <p>{texts.noRsvpsYet}</p>
                </Empty>
              ) : (
                <>
                  <Counts c={c} />
                  <AnswerCounts c={c} counted={answers} />
                  <TimelineChart c={c} points={inOrderOfTime(counted.points)} now={new Date()} />
                  <Sources c={c} sources={counted} />
                </>
              )}
            </div>
            <aside class="stack g5" aria-label={eventPages.next}>
              {mayChange && <NextSteps c={c} />}
            </aside>
          </div>
        </>
      ),
    })
  })
}

const Counts: FC<{ c: Ctx }> = ({ c }) => {
  const { statistics: texts } = c.get('texts')
  const event = c.get('event')
  const { capacity, totals } = event
  const { accepted, confirmed, declined, waitlisted, requested, attended, guests } = totals
  const number = (count: number) => formatNumber(c, count)
  const coming = peopleComing(totals)
  const isCounted = attended > 0 && event.status !== 'cancelled'
  const left = capacity === undefined ? undefined : Math.max(0, capacity - coming)
  const spots = left === undefined ? '' : texts.placesLeft(left, number(left))
  const hasLine = event.waitlist === true || waitlisted > 0
  const toAnswer = requested > 0 && mayDo(c.get('owner').role, 'change_guests') && (
    <a href={requestsPath(event.id)}>{c.get('texts').guests.toAnswer(requested, number(requested))}</a>
  )
  const facts = [
    // Before the door is open, no one came.
    ...(isCounted ? [{ title: texts.attended, count: number(peopleCame(totals)), of: texts.of(number(coming)) }] : []),
    {
      title: isPast(event) ? texts.signedUp : texts.accepted,
      count: number(coming),
      of: capacity === undefined ? '' : texts.of(number(capacity)),
      below: [guests > 0 && texts.brought(number(accepted), number(guests)), !hasLine && spots]
        .filter(Boolean)
        .join(' · '),
    },
    ...(hasLine ? [{ title: texts.waitlisted, count: number(waitlisted), below: spots }] : []),
    ...(requested > 0 || event.approval ? [{ title: texts.requested, count: number(requested), below: toAnswer }] : []),
    {
      title: texts.confirmed,
      count: number(confirmed),
      of: texts.of(number(accepted)),
      below: isPast(event) ? '' : texts.unconfirmed(accepted - confirmed),
    },
    { title: texts.declined, count: number(declined) },
  ]
  return (
    <dl class="stats">
      {facts.map(({ title, count, of, below }) => (
        <div>
          <dt>{title}</dt>
          <dd>
            {count} {of && <small>{of}</small>}
          </dd>
          {below && <dd>{below}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** Whether no one can be invited any more. */
const isPast = (event: OsdiEvent) => event.status === 'cancelled' || hasBegun(event, new Date())

/** RSVPs by how people came to the event, the most frequent source first. */
const Sources: FC<{ c: Ctx; sources: RsvpStatistics }> = ({ c, sources: { counts, further, counted } }) => {
  const { statistics: texts } = c.get('texts')
  const { total_attendances } = c.get('event')
  const rows = Object.entries(counts).sort(([, one], [, other]) => other - one)
  if (rows.length === 0 && counted >= total_attendances) return <></>
  return (
    <>
      <h2>{texts.bySource}</h2>
      {counted < total_attendances && <Notice kind="plain">{texts.counting(counted, total_attendances)}</Notice>}
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
      <p class="quiet">
        {texts.sourcesExplain}{' '}
        {!isPast(c.get('event')) && mayDo(c.get('owner').role, 'change_events') && texts.makeLinks}
      </p>
    </>
  )
}

/** The ways on from an event, by its state. */
const NextSteps: FC<{ c: Ctx }> = ({ c }) => {
  const { eventPages: texts } = c.get('texts')
  const event = c.get('event')
  const owner = c.get('owner')
  const state = stateFor(event)
  return (
    <section class="card flush">
      <header>
        <h2>{texts.next}</h2>
      </header>
      <ul class="rows">
        {mayDo(owner.role, 'members') && (
          <li>
            <Icon name="users" />
            <a class="over grow" href={ownerPath(owner.id, 'members')}>
              {texts.invite}
            </a>
          </li>
        )}
        <li>
          <Icon name="key-round" />
          <a class="over grow" href={eventPath(event.id, 'team')}>
            {texts.helpers}
          </a>
        </li>
        <li>
          <Icon name="copy" />
          <a class="over grow" href={`${ownerPath(owner.id, 'actions/new')}?copy=${event.id}`}>
            {texts.copy}
          </a>
        </li>
      </ul>
      {state !== 'cancelled' && (
        <div class="line p-card rule">
          <Form c={c} action={eventPath(event.id, event.hidden ? 'unhide' : 'hide')}>
            <button class="btn">{event.hidden ? texts.unhide : texts.hide}</button>
          </Form>
          {state !== 'over' && (
            <a class="btn danger" href={eventPath(event.id, 'cancel')}>
              {texts.cancel}
            </a>
          )}
        </div>
      )}
    </section>
  )
}
