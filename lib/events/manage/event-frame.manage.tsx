import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { windowState } from '../rsvp-window.js'
import { hasPublicPage, isTentative } from '../visibility.js'
import { originPolicy } from '../origin.js'
import { hasBegun, isOver } from '../upcoming.js'
import { type Permission, mayDo } from '../../access/permissions.js'
import type { OsdiEvent } from '../event.js'
import type { ManageEnv } from '../../manage/environment.js'
import { type PageParts, page } from '../../manage/page/page.js'
import { eventPath, ownerPath } from '../../manage/paths.js'
import type { Texts } from '../../manage/texts.js'
import { describeTime } from '../../manage/formats.js'

type Ctx = Context<ManageEnv>

/**
 * The pages of an event, each with the permission that it needs and whether events of the API have it. A page that is
 * `within` another one has no tab: it is chosen there.
 */
const PAGES = {
  overview: { path: '', permission: 'see_statistics', ofApi: false },
  dates: { path: 'dates', permission: 'see_statistics', ofApi: false },
  guests: { path: 'guests', permission: 'see_guests', ofApi: true },
  calls: { path: 'calls', permission: 'change_guests', ofApi: true, within: 'guests' },
  door: { path: 'door', permission: 'check_in', ofApi: true },
  team: { path: 'team', permission: 'change_events', ofApi: false, within: 'overview' },
  /** Only helpers have it: members write by a page of messages. */
  write: { path: 'write', permission: 'target', ofApi: false, ofHelpers: true },
  /** Members have the whole form. */
  change: { path: 'change', permission: 'change_events', ofApi: false, ofHelpers: true },
  worked: { path: 'worked', permission: 'see_statistics', ofApi: false, within: 'overview' },
  mails: { path: 'mails', permission: 'change_events', ofApi: false },
  embed: { path: 'embed', permission: 'change_events', ofApi: true },
  edit: { path: 'edit', permission: 'change_events', ofApi: false },
} as const satisfies Record<
  keyof Texts['eventPages']['tabs'],
  { path: string; permission: Permission; ofApi: boolean; within?: string; ofHelpers?: true }
>
export type EventPage = keyof typeof PAGES

/** Answers with a page of an event: its title, whether it is live, when it is, and its tabs. */
export function eventPage(
  c: Ctx,
  current: EventPage,
  parts: Pick<PageParts, 'children' | 'buttons' | 'status' | 'named' | 'crumb'>,
): Response {
  const event = c.get('event')
  const { eventPages: texts } = c.get('texts')
  return page(c, {
    title: event.title,
    section: 'actions',
    crumb: { href: ownerPath(c.get('owner').id, 'actions'), text: c.get('texts').nav.areas.events },
    below: <Below c={c} />,
    tabs: <Tabs c={c} current={current} />,
    ...parts,
    ...(c.get('helper') && { crumb: undefined }),
    named: parts.named ?? `${texts.tabs[current]}: ${event.title}`,
  })
}

const Below: FC<{ c: Ctx }> = ({ c }) => {
  const event = c.get('event')
  const { actions: texts } = c.get('texts')
  const { venue, locality } = event.location
  const where = [venue, locality].filter(Boolean).join(', ')
  const isNowhere = event.placeless && where && event.attendance_mode !== 'online'
  return (
    <p class="quiet small dots">
      <StateBadge c={c} event={event} />
      <span>{describeTime(event, c.get('lang')) ?? texts.noDate}</span>
      {where && <span>{where}</span>}
      {isNowhere && <span>{c.get('texts').event.noPlace}</span>}
    </p>
  )
}

const Tabs: FC<{ c: Ctx; current: EventPage }> = ({ c, current }) => {
  const { eventPages: texts } = c.get('texts')
  const { role } = c.get('owner')
  const event = c.get('event')
  const helper = c.get('helper')
  const isOurs = originPolicy(event).statistics
  const visible = (Object.entries(PAGES) as [EventPage, (typeof PAGES)[EventPage]][]).filter(
    ([name, { path, permission, ofApi, ...page }]) =>
      mayDo(role, permission) &&
      c.get('hasPage')(eventPath(':event', path)) &&
      (isOurs || ofApi) &&
      (name !== 'dates' || event.series !== undefined) &&
      (name !== 'worked' || name === current || hasBegun(event, new Date())) &&
      (helper ? helper.pages.includes(path) : !('ofHelpers' in page)),
  )
  const isTab = (name: EventPage) => tabOf(name) === name
  const beside = visible.filter(([name]) => tabOf(name) === tabOf(current))
  return (
    <>
      <nav aria-label={texts.label} class="tabs">
        {visible
          .filter(([name]) => isTab(name))
          .map(([name, { path }]) => (
            <a
              href={eventPath(event.id, path)}
              aria-current={name === current ? 'page' : name === tabOf(current) ? 'true' : undefined}
            >
              {texts.tabs[name]}
            </a>
          ))}
      </nav>
      {beside.length > 1 && (
        <nav aria-label={texts.tabs[tabOf(current)]} class="chips">
          {beside.map(([name, { path }]) => (
            <a class="chip" href={eventPath(event.id, path)} aria-current={name === current ? 'page' : undefined}>
              {texts.tabs[name]}
            </a>
          ))}
        </nav>
      )}
    </>
  )
}

/** Returns the tab that a page is below. */
function tabOf(name: EventPage): EventPage {
  const page = PAGES[name]
  return 'within' in page ? page.within : name
}

/** Returns the state of an event for its organizers. */
export function stateFor(event: OsdiEvent, now = new Date()): keyof Texts['actions']['states'] {
  if (event.status === 'cancelled') return 'cancelled'
  if (isTentative(event)) return 'draft'
  if (isOver(event, now)) return 'over'
  if (!originPolicy(event).public_page) return 'api'
  return hasPublicPage(event) ? 'live' : 'hidden'
}

const KINDS = { live: 'good', draft: 'draft', hidden: 'warn', cancelled: 'bad', over: '', api: '' } as const

export const StateBadge: FC<{ c: Ctx; event: OsdiEvent }> = ({ c, event }) => {
  const state = stateFor(event)
  const window = state === 'live' && windowState(event, new Date())
  const texts = c.get('texts')
  return (
    <>
      <span class={`badge ${KINDS[state]}`.trim()}>{texts.actions.states[state]}</span>
      {window && <span class="badge warn">{texts.event[window]}</span>}
      {event.visibility === 'private' && <span class="badge">{texts.event.words.private}</span>}
    </>
  )
}
