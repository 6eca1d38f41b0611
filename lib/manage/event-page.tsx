import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { hasPublicPage, originPolicy } from '../domain/origin.js'
import { type Permission, mayDo } from '../domain/permissions.js'
import { publicPage } from '../hal/browser-url.js'
import type { ManageDependencies } from './dependencies.js'
import type { ManageEnv } from './environment.js'
import { madeHere, requires } from './guards.js'
import { Form, page } from './page.js'
import { eventPath, ownerPath } from './paths.js'
import type { Texts } from './texts.js'
import { describeStart } from './when.js'

/** The pages of an event, each with the permission that it needs and whether events of the API have it. */
const PAGES = {
  statistics: { path: '', permission: 'see_statistics', ofApi: false },
  edit: { path: 'edit', permission: 'change_events', ofApi: false },
  guests: { path: 'guests', permission: 'see_guests', ofApi: true },
  embed: { path: 'embed', permission: 'change_events', ofApi: true },
} as const satisfies Partial<
  Record<keyof Texts['eventPages'], { path: string; permission: Permission; ofApi: boolean }>
>
export type EventPage = keyof typeof PAGES

/** Links to the pages of an event that the role may see. */
export const EventNav: FC<{ c: Context<ManageEnv>; current: EventPage }> = ({ c, current }) => {
  const { eventPages: texts } = c.get('texts')
  const { role } = c.get('owner')
  const event = c.get('event')
  const isOurs = originPolicy(event).statistics
  const shown = (Object.entries(PAGES) as [EventPage, (typeof PAGES)[EventPage]][]).filter(
    ([, { permission, ofApi }]) => mayDo(role, permission) && (isOurs || ofApi),
  )
  return (
    <nav aria-label={texts.label} class="buttons">
      {shown.map(([name, { path }]) => (
        <a href={eventPath(event.id, path)} aria-current={name === current ? 'page' : undefined}>
          {texts[name]}
        </a>
      ))}
    </nav>
  )
}

/** The first page of an event: exact counts, its public page, and what can be done with it. */
export function eventPage(app: Hono<ManageEnv>, { site }: ManageDependencies): void {
  app.get(eventPath(':event'), madeHere, requires('see_statistics'), (c) => {
    const event = c.get('event')
    const { statistics: texts, actions, eventPages } = c.get('texts')
    const { id: owner, role } = c.get('owner')
    const address = publicPage(site, event.id).href
    return page(c, {
      title: event.title,
      section: 'actions',
      children: (
        <>
          <EventNav c={c} current="statistics" />
          <p>
            {describeStart(event, c.get('lang')) ?? actions.noDate}{' '}
            {event.hidden && <span class="badge">{actions.hidden}</span>}{' '}
            {event.status === 'cancelled' && <span class="badge">{actions.cancelled}</span>}
          </p>
          <dl class="facts">
            <div>
              <dt>{texts.accepted}</dt>
              <dd>{event.total_accepted}</dd>
            </div>
            {event.capacity !== undefined && (
              <>
                <div>
                  <dt>{texts.capacity}</dt>
                  <dd>{event.capacity}</dd>
                </div>
                <div>
                  <dt>{texts.left}</dt>
                  <dd>{Math.max(0, event.capacity - event.total_accepted)}</dd>
                </div>
              </>
            )}
          </dl>
          {hasPublicPage(event) ? (
            <p>
              {texts.publicPage} <a href={address}>{address}</a>
            </p>
          ) : (
            <p>{texts.noPublicPage}</p>
          )}
          {mayDo(role, 'change_events') && (
            <>
              <Form c={c} action={eventPath(event.id, event.hidden ? 'unhide' : 'hide')}>
                <p class="buttons">
                  <button class="plain">{event.hidden ? eventPages.unhide : eventPages.hide}</button>
                </p>
              </Form>
              <p class="buttons">
                <a class="button plain" href={`${ownerPath(owner, 'actions/new')}?copy=${event.id}`}>
                  {eventPages.copy}
                </a>
                {event.status !== 'cancelled' && (
                  <a class="button plain" href={eventPath(event.id, 'cancel')}>
                    {eventPages.cancel}
                  </a>
                )}
              </p>
            </>
          )}
        </>
      ),
    })
  })
}
