import type { OsdiEvent } from '../../domain/event.js'
import { actionLabel } from '../../domain/origin.js'
import type { Page } from '../../domain/page.js'
import { collection } from '../collection.js'
import { link, native } from '../links.js'
import type { Resource } from '../resource.js'
import { utc } from '../time.js'
import { v2 } from './version.js'

/** An event as an action that can be selected; it is at home under its own address. */
const embeddedAction = (event: OsdiEvent): Resource => ({
  identifiers: [native(event.id), ...event.identifiers],
  label: actionLabel(event),
  title: event.title,
  origin_system: event.origin_system,
  created_date: utc(event.created_date),
  total_accepted: event.total_accepted,
  _links: {
    self: link(v2, 'events', event.id),
    'osdi:attendances': link(v2, 'events', event.id, 'attendances'),
  },
})

/** A page of the events whose people can be looked for. */
export function actionCollection(page: Page<OsdiEvent>, query: string): Resource {
  const self = link(v2, 'targeting', 'actions')
  const rel = native('actions')
  const { _links, ...resource } = collection({ page, self, rel, query, resource: embeddedAction })
  return { ...resource, _links: { ..._links, [native('queries')]: link(v2, 'targeting', 'queries') } }
}
