import { inDistance } from '../../texts/distances.js'
import { MOST_NOTE } from '../../fields/read-decision.js'
import type { Context, Hono } from 'hono'
import { raw } from 'hono/html'
import type { FC } from 'hono/jsx'
import type { EventCampaign } from '../../campaigns/event-campaign.js'
import { OsdiError } from '../../runtime/errors.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import type { OsdiEvent } from '../../events/event.js'
import { inOneLine } from '../../locations/location.js'
import type { Decision } from '../../fields/read-decision.js'
import { decideReview } from '../review.js'
import type { FoundEvent } from '../../near/event-search.js'
import { distanceIn, unitIn } from '../../locations/reach.js'
import { sanitizeHtml } from '../../markup/sanitize-html.js'
import { requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import { campaignPage } from '../../campaigns/manage/campaign-frame.manage.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { describeTime, formatNumber } from '../../manage/formats.js'
import { textsIn } from '../../manage/page/form.js'
import { Empty, Notice } from '../../manage/page/notice.js'
import { Form } from '../../manage/page/page.js'
import { Time } from '../../manage/page/time.js'
import { Table } from '../../manage/page/table.js'
import { REVIEW_SCRIPT, eventPath, ownerPath, reviewPath } from '../../manage/paths.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { idIn } from '../../manage/request-params.js'
import { say } from '../../manage/page/flash.js'
import { eventFinder } from '../../near/store/event-finder.js'
import { REACH, type ReviewFacts, type Reviewing, readReviewFacts } from './review-facts.manage.js'
import { trustHost, distrustHost, waitingForReview } from '../store/hosting-store.js'

type Ctx = Context<ManageEnv>

/** Events of a queue that are shown beside the one to decide. */
const MOST_SHOWN = 12

/** The review of events of supporters: one after the other, by buttons or by keys. */
export function reviewPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, campaigns, table, eventDependencies } = dependencies
  const path = reviewPath(':owner', ':campaign')

  const reviewing = { ...dependencies, nearby: eventFinder(table) }

  app.get(path, requires('campaigns'), async (c) => {
    const campaign = await campaigns.find(c.get('owner').owner, idIn(c, 'campaign'))
    return queuePage(c, campaign, reviewing)
  })

  app.post(path, requires('campaigns'), async (c) => {
    const { owner, id: ownerId } = c.get('owner')
    const campaign = await campaigns.find(owner, idIn(c, 'campaign'))
    const { event: id = '', seen, decision = '', note = '' } = textsIn(await c.req.parseBody())
    const state = decision === 'decline' ? 'declined' : 'approved'
    const sent: Decision = { state, ...(note.trim() && { note: note.trim().slice(0, MOST_NOTE) }) }
    try {
      const { event, isDecided } = await decideReview(owner, id, sent, eventDependencies, (current) => {
        if (String(current.revision) !== seen)
          throw new OsdiError('precondition_failed', 'The event has changed since it was shown')
      })
      if (!isDecided) throw new OsdiError('precondition_failed', 'It was decided')
      const subject = { id, title: event.title }
      const { review: texts } = c.get('texts')
      await logChange(c, dependencies, {
        action: state === 'approved' ? 'event_approved' : 'event_declined',
        subject,
      })
      if (decision === 'trust') {
        await trustHost(table, campaign.id, event.creator, new Date())
        await logChange(c, dependencies, { action: 'host_trusted', subject, detail: event.creator })
      }
      say(c, site, { said: texts[state](event.title) })
      return c.redirect(reviewPath(ownerId, campaign.id), 303)
    } catch (error) {
      if (error instanceof OsdiError && error.code === 'precondition_failed')
        return queuePage(c, campaign, reviewing, c.get('texts').review.decidedBefore)
      throw error
    }
  })

  app.post(`${ownerPath(':owner', 'campaigns')}/:campaign/distrust`, requires('campaigns'), async (c) => {
    const { owner, id: ownerId } = c.get('owner')
    const campaign = await campaigns.find(owner, idIn(c, 'campaign'))
    const { person = '' } = textsIn(await c.req.parseBody())
    await distrustHost(table, campaign.id, person)
    const subject = { id: campaign.id, title: campaign.title }
    await logChange(c, dependencies, { action: 'host_distrusted', subject, detail: person })
    say(c, dependencies.site, { said: c.get('texts').said.distrusted })
    return c.redirect(`${ownerPath(ownerId, 'campaigns')}/${campaign.id}`, 303)
  })
}

async function queuePage(
  c: Ctx,
  campaign: EventCampaign,
  dependencies: Reviewing,
  warning?: string,
): Promise<Response> {
  const { review: texts } = c.get('texts')
  const ownerId = c.get('owner').id
  const { events, total } = await waitingForReview(dependencies.table, campaign.id, MOST_SHOWN)
  const asked = events.findIndex(({ id }) => id === c.req.query('event'))
  const position = Math.max(asked, 0)
  const current = events[position]
  const status = warning ? 409 : 200
  if (!current)
    return campaignPage(c, dependencies, campaign, 'review', {
      status,
      children: (
        <>
          {warning && <Notice kind="warn">{warning}</Notice>}
          <Empty icon="list-checks" title={texts.none}>
            <p>{texts.noneHint}</p>
          </Empty>
        </>
      ),
    })
  const facts = await readReviewFacts(current, dependencies)
  const addressOf = (event: OsdiEvent | undefined) => event && `${reviewPath(ownerId, campaign.id)}?event=${event.id}`
  const [previous, next] = [addressOf(events[position - 1]), addressOf(events[position + 1])]
  return campaignPage(c, dependencies, campaign, 'review', {
    status,
    below: (
      <>
        <p class="small quiet">{texts.title(total, formatNumber(c, total))}</p>
        <p class="small quiet" data-keys hidden>
          <label>
            <input type="checkbox" data-shortcuts /> {texts.shortcuts}
          </label>{' '}
          {texts.keysOf}
        </p>
      </>
    ),
    children: (
      <>
        {warning && <Notice kind="warn">{warning}</Notice>}
        <div class="two aside-s">
          <article class="card flush loose" aria-labelledby="rt">
            <Waiting c={c} facts={facts} turn={texts.turn(position + 1, total)} since={current.review?.date} />
            <Nearest c={c} facts={facts} />
            <Decide c={c} action={reviewPath(ownerId, campaign.id)} event={current} />
          </article>
          <aside class="card flush" aria-labelledby="qu">
            <header>
              <h2 id="qu">{texts.queue}</h2>
              <span class="small quiet">{texts.oldestFirst}</span>
            </header>
            <ul class="rows">
              {events.map((event) => (
                <li class={event === current ? 'on-soft' : undefined}>
                  <p class="grow small">
                    <a class="over" href={addressOf(event)} aria-current={event === current ? 'true' : undefined}>
                      {event.title}
                    </a>
                    <br />
                    <span class="quiet">{describeTime(event, c.get('lang'), timeZoneOf(current))}</span>
                  </p>
                </li>
              ))}
            </ul>
            <p class="line p-foot rule">
              {previous && (
                <a class="btn ghost" data-key="k" href={previous}>
                  {texts.previous}
                </a>
              )}
              {next && (
                <a class="btn ghost" data-key="j" href={next}>
                  {texts.next}
                </a>
              )}
            </p>
          </aside>
        </div>
        <script src={REVIEW_SCRIPT} defer></script>
      </>
    ),
  })
}

const Waiting: FC<{ c: Ctx; facts: ReviewFacts; turn: string; since: string | undefined }> = ({
  c,
  facts: { event, before, host, others, answered },
  turn,
  since,
}) => {
  const { review: texts } = c.get('texts')
  const name = host && (nameOf(host) || host.email_addresses[0]?.address)
  return (
    <div class="stack p-card">
      <div class="line apart">
        <span class="badge accent">
          {turn}
          {since && (
            <>
              , {texts.since} <Time c={c} at={since} />
            </>
          )}
        </span>
        {before && <span class="badge warn">{texts.isChange}</span>}
      </div>
      <h2 class="t-2xl" id="rt">
        {event.title}
      </h2>
      {before ? (
        <dl class="stack tight">
          <dt class="label">{texts.changeNow}</dt>
          <dd>
            {before.title !== event.title && <strong>{before.title}</strong>}
            <WhenAndWhere c={c} event={before} />
            <Words event={before} beside={event} />
          </dd>
          <dt class="label">{texts.changeThen}</dt>
          <dd>
            <WhenAndWhere c={c} event={event} />
            <Words event={event} beside={before} />
          </dd>
        </dl>
      ) : (
        <>
          <WhenAndWhere c={c} event={event} />
          <Words event={event} />
        </>
      )}
      <div class="who">
        <span class="avatar" aria-hidden="true">
          {(name ?? '?').slice(0, 2).toUpperCase()}
        </span>
        <p>
          <strong>{name}</strong>
          <small>
            {[
              texts.mailChecked,
              others.length === 0 ? texts.firstTime : texts.hostsOthers(others.length),
              ...(answered > 0 ? [texts.cameTo(answered)] : []),
            ].join(' · ')}
          </small>
        </p>
      </div>
      {others.length > 0 && (
        <p class="small">
          {texts.otherEvents}:{' '}
          {others.map((other, i) => (
            <>
              {i > 0 && ', '}
              <a href={eventPath(other.id)}>{other.title}</a>
            </>
          ))}
        </p>
      )}
    </div>
  )
}

/** The description, instructions and notes about access: all of them, or those that are others than beside them. */
const Words: FC<{ event: OsdiEvent; beside?: OsdiEvent }> = ({ event, beside }) => (
  <>
    {(['description', 'instructions'] as const).map((name) =>
      event[name] && event[name] !== beside?.[name] ? <div class="prose">{raw(sanitizeHtml(event[name]))}</div> : null,
    )}
    {event.accessibility?.notes && event.accessibility.notes !== beside?.accessibility?.notes && (
      <p>
        <bdi>{event.accessibility.notes}</bdi>
      </p>
    )}
  </>
)

const WhenAndWhere: FC<{ c: Ctx; event: OsdiEvent }> = ({ c, event }) => {
  const { review: texts } = c.get('texts')
  const { capacity, address_shown, attendance_mode, kind } = event
  return (
    <p>
      {kind && <span class="quiet">{c.get('texts').event.kinds[kind]} · </span>}
      <strong>{describeTime(event, c.get('lang'))}</strong>
      <br />
      {attendance_mode === 'online' ? texts.online : inOneLine(event.location)}
      {address_shown === 'guests' && <span class="quiet"> {texts.forGuests}</span>}
      {capacity !== undefined && <span class="quiet"> {texts.placesOf(capacity)}</span>}
    </p>
  )
}

/** Events that are nearer than this, in kilometers and hours, compete with each other. */
const [TOO_NEAR, TOO_SOON] = [1.6, 12]

const Nearest: FC<{ c: Ctx; facts: ReviewFacts }> = ({ c, facts: { event, nearest, hasPlace } }) => {
  const { review: texts } = c.get('texts')
  const unit = unitIn(event.location.country || undefined)
  return (
    <section class="rule" aria-labelledby="nr">
      <h3 class="p-head" id="nr">
        {texts.nearest}
      </h3>
      {nearest.length === 0 ? (
        <p class="p-foot quiet">
          {event.attendance_mode === 'online' ? texts.online : hasPlace ? texts.noneNear(REACH, unit) : texts.noPlace}
        </p>
      ) : (
        <Table
          rows={nearest}
          columns={[
            {
              title: texts.event,
              cell: ({ event: other }) => <a href={eventPath(other.id)}>{other.title}</a>,
            },
            {
              title: texts.distance,
              kind: 'number',
              cell: (found) => (
                <strong class={(found.km ?? 0) < TOO_NEAR ? 'warn' : ''}>
                  {isSameAddress(event, found)
                    ? texts.sameAddress
                    : inDistance(distanceIn(found.km ?? 0, unit), unit, c.get('lang'))}
                </strong>
              ),
            },
            { title: texts.apart, cell: (found) => <Apart c={c} event={event} found={found} /> },
          ]}
        />
      )}
    </section>
  )
}

/** Whether two events are at one address, as far as it is shown. */
function isSameAddress({ location }: OsdiEvent, { event }: FoundEvent): boolean {
  const street = (lines: string[] | undefined) => lines?.[0]?.trim().toLowerCase()
  const known = street(location.address_lines)
  return (
    known !== undefined &&
    known === street(event.location.address_lines) &&
    location.locality === event.location.locality
  )
}

const HOUR_MS = 3_600_000

const Apart: FC<{ c: Ctx; event: OsdiEvent; found: FoundEvent }> = ({ c, event, found }) => {
  const { review: texts } = c.get('texts')
  const [own, other] = [event.start_date_utc ?? event.start_date, found.event.start]
  const ms = Date.parse(other) - Date.parse(own ?? other)
  const hours = Math.round(Math.abs(ms) / HOUR_MS)
  const text =
    hours === 0 ? texts.sameTime : hours < 48 ? texts.hours(hours, ms > 0) : texts.days(Math.round(hours / 24), ms > 0)
  return <span class={hours < TOO_SOON ? 'warn' : ''}>{text}</span>
}

const Decide: FC<{ c: Ctx; action: string; event: OsdiEvent }> = ({ c, action, event }) => {
  const { review: texts } = c.get('texts')
  const hidden = (
    <>
      <input type="hidden" name="event" value={event.id} />
      <input type="hidden" name="seen" value={String(event.revision)} />
    </>
  )
  return (
    <div class="stack p-card rule">
      <Form c={c} action={action} class="line">
        {hidden}
        <button class="btn main" name="decision" value="approve" data-key="a">
          {texts.approve} <kbd class="off">A</kbd>
        </button>
        <button class="btn" name="decision" value="trust" data-key="t">
          {texts.approveAndTrust} <kbd class="off">T</kbd>
        </button>
        <a class="btn" href={eventPath(event.id, 'edit')} data-key="e">
          {texts.edit} <kbd class="off">E</kbd>
        </a>
      </Form>
      <details data-key="d">
        <summary class="btn danger">
          {texts.decline} <kbd class="off">D</kbd>
        </summary>
        <Form c={c} action={action} class="stack mt2">
          {hidden}
          <div class="field">
            <label for="note">{texts.reason}</label>
            <textarea class="input" id="note" name="note" rows={3} maxlength={MOST_NOTE}></textarea>
            <p class="hint">{texts.reasonHint}</p>
          </div>
          <div class="line">
            <button class="btn danger" name="decision" value="decline">
              {texts.declineButton}
            </button>
          </div>
        </Form>
      </details>
    </div>
  )
}
