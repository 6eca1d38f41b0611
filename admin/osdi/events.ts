import type { OsdiEvent } from '../../lib/domain/events/event.js'
import { changeEvent, recordEvent } from '../../lib/domain/events/record-event.js'
import { findHolder } from '../../lib/dynamodb/stores/identifiers/identifiers.js'
import { eventVocabulary, readEventChange, readNewEvent } from '../../lib/hal/v2/events/event.js'
import { idOf } from './collection.js'
import {
  type Importing,
  bodyOf,
  changeOf,
  createOrChange,
  datesOf,
  importCollection,
  linkedId,
  newIdOf,
} from './importing.js'
import {
  type MadeInInterface,
  changeInterfaceFields,
  interfaceFieldsOf,
  leaveUnfinished,
} from './interface-events.js'
import { type Document, hrefOf } from './source.js'

/**
 * Imports events: those of the key, or those of a campaign, which may be others.
 * @param isMadeInInterface which of them were made in the organiser's interface of a Turnout
 */
export const importEvents = (
  importing: Importing,
  path: string,
  isMadeInInterface: MadeInInterface,
): Promise<number> =>
  importCollection(
    importing,
    { path, keysOf: (document) => [idOf(document)], lookUp: { type: 'event', idIn: idOf } },
    (document, known) => importEvent(importing, document, known, isMadeInInterface(document)),
  )

function importEvent(
  importing: Importing,
  document: Document,
  known: string | undefined,
  isOfInterface: boolean,
): Promise<void> {
  const { principal, owner, imported, site, stores, geocode } = importing
  const body = withTexts(importing, bodyOf(importing, document))
  const dependencies = {
    ...{ geocode, nativePrefix: site.nativePrefix, now: () => new Date() },
    newId: () => newIdOf(importing, document),
    findRole: (group: string, person: string) => stores.owners.findRole(group, person),
    events: imported.events({ ...datesOf(document), more: shownOf(importing, document) }),
  }
  return createOrChange(document, known, {
    create: async () => {
      if (isOfInterface) await leaveUnfinished(importing, document)
      const { capacity: _later, waitlist: _too, ...fields } = interfaceFieldsOf(importing, document)
      const recorded = {
        draft: withoutOwnPage(document, readNewEvent(site, body).draft),
        event_campaign_id: await campaignOf(importing, document),
        made_in_interface: isOfInterface ? fields : undefined,
      }
      await recordEvent(principal, recorded, [], dependencies)
    },
    find: (id) => stores.events.find(owner, id),
    change: async (_here, id) => {
      if (isOfInterface) await leaveUnfinished(importing, document)
      const { change } = readEventChange(
        site,
        { ...changeOf(importing, eventVocabulary, document), ...body },
        id,
      )
      await changeEvent(principal, id, withoutOwnPage(document, change), dependencies)
      if (isOfInterface) await changeInterfaceFields(importing, id, document, 'before its attendances')
    },
  })
}

/** Every event has what a POST needs; those of other programs may lack it. */
const withTexts = (importing: Importing, body: ReturnType<typeof bodyOf>) => ({
  ...body,
  title: (body['title'] || body['name'] || 'Untitled') as string,
  origin_system: (body['origin_system'] || importing.system) as string,
})

/** The page that a Turnout shows of an event is there, and not here. */
function withoutOwnPage<Fields extends { browser_url?: string | null }>(
  document: Document,
  { browser_url, ...fields }: Fields,
) {
  const isOwn = browser_url && browser_url === ownPageOf(document)
  return {
    ...fields,
    ...(browser_url !== undefined && { browser_url: isOwn ? null : browser_url }),
  } as Fields
}

/** The address of the page that a Turnout has for an event of its interface. */
const ownPageOf = (document: Document) =>
  hrefOf(document, 'self')?.replace(/\/api\/v2\/events\/([^/]+)$/, '/events/$1')

/** Returns the fields of an event that callers of the API do not set. */
const shownOf = ({ prefix }: Importing, document: Document): Partial<OsdiEvent> => ({
  ...(document[`${prefix}:hidden`] === true && { hidden: true }),
  ...(document['status'] === 'cancelled' && { status: 'cancelled' }),
  ...(document['status'] === 'tentative' && { status: 'tentative' }),
  ...(typeof document['featured_image_url'] === 'string' && {
    featured_image_url: document['featured_image_url'],
  }),
})

async function campaignOf(importing: Importing, document: Document): Promise<string | undefined> {
  const { prefix, system, stores } = importing
  const id =
    linkedId(document, `${prefix}:event_campaign`) ??
    (document[`${prefix}:event_campaign_id`] as string | undefined)
  return id && findHolder(stores.table, 'event_campaign', { text: `${system}:${id}` })
}
