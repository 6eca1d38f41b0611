import type { OsdiEvent } from '../../domain/event.js'
import { actionFields } from '../../domain/fields/event.js'
import { ownNames, serialize } from '../../domain/fields/vocabulary.js'
import { actionLabel } from '../../domain/origin.js'
import type { Page } from '../../domain/page.js'
import { type Site, native } from '../../domain/site.js'
import { collection } from '../collection.js'
import { link } from '../links.js'
import type { Resource } from '../resource.js'
import { v2 } from './version.js'

export const actionVocabulary = ownNames(actionFields)

/** An event as an action that can be selected. Its home is the address of the event. */
const embeddedAction = (site: Site, event: OsdiEvent): Resource => ({
  ...serialize(actionVocabulary, event, site, { label: actionLabel(event) }),
  _links: {
    self: link(site, v2, 'events', event.id),
    'osdi:attendances': link(site, v2, 'events', event.id, 'attendances'),
  },
})

/** A page of the events whose people can be looked for. */
export const actionCollection = (site: Site, page: Page<OsdiEvent>, query: string): Resource =>
  collection({
    site,
    page,
    self: link(site, v2, 'targeting', 'actions'),
    rel: native(site, 'actions'),
    query,
    links: { [native(site, 'queries')]: link(site, v2, 'targeting', 'queries') },
    resource: (event) => embeddedAction(site, event),
  })
