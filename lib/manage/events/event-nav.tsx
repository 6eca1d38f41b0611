import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { originPolicy } from '../../domain/events/origin.js'
import { type Permission, mayDo } from '../../domain/access/permissions.js'
import type { ManageEnv } from '../environment.js'
import { eventPath } from '../paths.js'
import type { Texts } from '../texts.js'

/** The pages of an event, each with the permission that it needs and whether events of the API have it. */
const PAGES = {
  statistics: { path: '', permission: 'see_statistics', ofApi: false },
  edit: { path: 'edit', permission: 'change_events', ofApi: false },
  guests: { path: 'guests', permission: 'see_guests', ofApi: true },
  door: { path: 'door', permission: 'change_guests', ofApi: true },
  mails: { path: 'mails', permission: 'change_events', ofApi: false },
  embed: { path: 'embed', permission: 'change_events', ofApi: true },
} as const satisfies Partial<
  Record<keyof Texts['eventPages'], { path: string; permission: Permission; ofApi: boolean }>
>
type EventPage = keyof typeof PAGES

/** Links to the pages of an event that the role may see. */
export const EventNav: FC<{ c: Context<ManageEnv>; current: EventPage }> = ({ c, current }) => {
  const { eventPages: texts } = c.get('texts')
  const { role } = c.get('owner')
  const event = c.get('event')
  const isOurs = originPolicy(event).statistics
  const visible = (Object.entries(PAGES) as [EventPage, (typeof PAGES)[EventPage]][]).filter(
    ([, { permission, ofApi }]) => mayDo(role, permission) && (isOurs || ofApi),
  )
  return (
    <nav aria-label={texts.label} class="buttons">
      {visible.map(([name, { path }]) => (
        <a href={eventPath(event.id, path)} aria-current={name === current ? 'page' : undefined}>
          {texts[name]}
        </a>
      ))}
    </nav>
  )
}
