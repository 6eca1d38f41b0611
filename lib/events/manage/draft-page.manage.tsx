import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { mayDo } from '../../access/permissions.js'
import type { OsdiEvent } from '../event.js'
import { cancelEvent, publishEvent, updateInterfaceEvent } from '../interface-event.js'
import { forEachDate, idsWithin, reachIn } from '../../series/reach.js'
import { isOnline } from '../event-state.js'
import { takesRsvps } from '../rsvps-without-key.js'
import { hasBegun, isOver } from '../upcoming.js'
import { slugsFor } from '../../resources/slug.js'
import { findBySlug } from '../../resources/slugs.js'
import { publicPage } from '../documents/browser-url.js'
import { requiresInterfaceEvent, requires } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { describeTime, formatNumber } from '../../manage/formats.js'
import { say } from '../../manage/page/flash.js'
import { textsIn } from '../../manage/page/form.js'
import { Icon, type IconName } from '../../manage/page/icons.js'
import { Notice } from '../../manage/page/notice.js'
import { Form, page } from '../../manage/page/page.js'
import { EventInFrame } from './event-preview.manage.js'
import { eventPath, ownerPath, reviewPath } from '../../manage/paths.js'
import { ReachChoice } from '../../series/manage/reach-choice.manage.js'
import { eventPage } from './event-frame.manage.js'

type Ctx = Context<ManageEnv>

/** Publishes drafts and throws them away. */
export function draftPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { site, eventDependencies } = dependencies

  app.post(eventPath(':event', 'publish'), requiresInterfaceEvent, requires('change_events'), async (c) => {
    const { id, title } = c.get('event')
    // An event of a supporter is decided where the team sees what there is to see, and the host hears of it.
    if (waitsForReview(c.get('event'))) return c.redirect(reviewOf(c), 303)
    const { draft, series: seriesTexts } = c.get('texts')
    const isPast = hasBegun(c.get('event'), new Date())
    // The page asks before it publishes a day that is over.
    if (isPast && textsIn(await c.req.parseBody())['past'] !== 'yes') return c.redirect(eventPath(id), 303)
    const drafts = await draftsWithin(c, dependencies)
    await forEachDate(drafts, (date) => publishEvent(c.get('owner').owner, date, eventDependencies))
    await logChange(c, dependencies, { action: 'event_changed', subject: { id, title }, detail: 'published' })
    const one = isOver(c.get('event'), new Date()) ? draft.isPublished : draft.isLive
    const said = drafts.length > 1 ? seriesTexts.tab.isLive(formatNumber(c, drafts.length)) : one
    say(c, site, { said, ...(!isPast && { also: draft.isLiveAlso }) })
    return c.redirect(eventPath(id, drafts.length > 1 ? 'dates' : ''), 303)
  })

  app.get(eventPath(':event', 'discard'), requiresInterfaceEvent, requires('change_events'), (c) => {
    const { draft } = c.get('texts')
    const { id, title } = c.get('event')
    return page(c, {
      title: draft.discardTitle(title),
      section: 'actions',
      crumb: { href: eventPath(id), text: title },
      children: (
        <Form c={c} action={eventPath(id, 'discard')} class="card stack max-l">
          <p>{draft.discardExplain}</p>
          <ReachChoice c={c} value="this" />
          <p class="line">
            <button class="btn danger">{draft.discard}</button>
            <a class="btn ghost" href={eventPath(id)}>
              {draft.keep}
            </a>
          </p>
        </Form>
      ),
    })
  })

  // Nothing leaves a numbered list: what was thrown away is hidden and canceled, and lists of organizers skip it.
  app.post(eventPath(':event', 'discard'), requiresInterfaceEvent, requires('change_events'), async (c) => {
    const { id, title, status } = c.get('event')
    const { owner, id: ownerId } = c.get('owner')
    if (waitsForReview(c.get('event'))) return c.redirect(reviewOf(c), 303)
    if (status !== 'tentative') return c.redirect(eventPath(id), 303)
    await forEachDate(await draftsWithin(c, dependencies), async (date) => {
      await updateInterfaceEvent(owner, date, { hidden: true }, eventDependencies)
      await cancelEvent(owner, date, eventDependencies)
    })
    await logChange(c, dependencies, { action: 'event_cancelled', subject: { id, title } })
    say(c, site, { said: c.get('texts').draft.discarded(title) })
    return c.redirect(ownerPath(ownerId, 'actions'), 303)
  })
}

/** The event, and those other drafts of its series that the form concerns. */
async function draftsWithin(c: Ctx, { table, events }: ManageDependencies): Promise<string[]> {
  const event = c.get('event')
  const reach = reachIn(textsIn(await c.req.parseBody())['series'])
  const ids = await idsWithin({ table }, event, reach)
  const dates = await events.findMany(event.owner, ids)
  return ids.filter((id) => ids.length === 1 || dates.get(id)?.status === 'tentative')
}

/** Returns a draft with the address that it gets if no other event takes it by then. */
async function addressOnceLive(
  event: OsdiEvent,
  { table }: ManageDependencies,
): Promise<Pick<OsdiEvent, 'id' | 'slug'>> {
  const { id } = event
  if (event.slug !== undefined) return { id, slug: event.slug }
  for (const slug of slugsFor('event', event)) {
    const holder = await findBySlug(table, 'event', slug)
    if (holder === undefined || holder === id) return { id, slug }
  }
  return { id }
}

/** Guests are told that they get a link to join, and the event has none. */
const isWithoutLink = ({ attendance_mode, instructions }: OsdiEvent) =>
  isOnline(attendance_mode) && !/https?:\/\//.test(instructions ?? '')

const waitsForReview = ({ review }: OsdiEvent) => review?.state === 'waiting'

/** The page on which the team decides on the event of a supporter. */
const reviewOf = (c: Ctx) =>
  `${reviewPath(c.get('owner').id, c.get('event').event_campaign_id ?? '')}?event=${c.get('event').id}`

/** Answers with what publishing does, and the page as guests will see it. */
export async function draftPage(c: Ctx, dependencies: ManageDependencies): Promise<Response> {
  const { site, owners } = dependencies
  const event = c.get('event')
  const { draft } = c.get('texts')
  const { role, owner } = c.get('owner')
  const settings = await owners.settingsOf(owner)
  const language = event.language ?? settings.language
  const content = {
    event: { ...event, ...(language && { language }) },
    settings,
    browser_rsvps: takesRsvps(settings, event),
    ...(event.capacity !== undefined && { places_left: event.capacity }),
  }
  const { start_date, capacity, waitlist, visibility } = event
  const waits = waitsForReview(event)
  const isPast = hasBegun(event, new Date())
  const { href: address } = publicPage(site, await addressOnceLive(event, dependencies))
  return eventPage(c, 'overview', {
    named: event.title,
    children: (
      <div class="two halves">
        <div class="stack g5">
          <section class="card flush">
            <header>
              <h2>{draft.happens}</h2>
            </header>
            <ul class="rows">
              <Row icon="globe" title={draft.opens} below={address} />
              {visibility !== 'private' && !isPast && <Row icon="calendar-days" title={draft.appears} below="" />}
              <Row
                icon="ticket"
                title={capacity === undefined ? draft.unlimited : draft.seats(capacity, waitlist === true)}
                below=""
              />
              <Row icon="mail-check" title={draft.noMails} below={isPast ? '' : draft.mailsLater} />
            </ul>
          </section>
          {isPast && <Notice kind="warn">{draft.past(describeTime(event, c.get('lang')) ?? '')}</Notice>}
          {isWithoutLink(event) && <Notice kind="warn">{draft.noLink}</Notice>}
          {!start_date && <Notice kind="warn">{draft.noDate}</Notice>}
          {waits && <Notice kind="warn">{draft.waits}</Notice>}
          {mayDo(role, 'change_events') && (
            <div class="line">
              {waits && (
                <a class="btn main" href={reviewOf(c)}>
                  {draft.review}
                </a>
              )}
              {start_date && !waits && (
                <Form c={c} action={eventPath(event.id, 'publish')} class="line">
                  <ReachChoice c={c} value="all" />
                  {isPast && <input type="hidden" name="past" value="yes" />}
                  <button class="btn main">{isPast ? draft.publishPast : draft.publish}</button>
                </Form>
              )}
              <a class={start_date || waits ? 'btn' : 'btn main'} href={eventPath(event.id, 'edit')}>
                {draft.edit}
              </a>
              {!waits && (
                <a class="btn ghost bad" href={eventPath(event.id, 'discard')}>
                  {draft.discard}…
                </a>
              )}
            </div>
          )}
        </div>
        <aside class="stack tight" aria-label={draft.preview}>
          <p class="label quiet">{draft.preview}</p>
          <EventInFrame c={c} dependencies={dependencies} content={content} title={draft.preview} />
        </aside>
      </div>
    ),
  })
}

const Row: FC<{ icon: IconName; title: string; below: string }> = ({ icon, title, below }) => (
  <li>
    <Icon name={icon} />
    <p class="grow">
      <strong>{title}</strong>
      {below && (
        <>
          <br />
          <span class="small quiet">{below}</span>
        </>
      )}
    </p>
  </li>
)
