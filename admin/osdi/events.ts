import type { OsdiEvent } from '../../lib/events/event.js'
import { changeEvent, recordEvent } from '../../lib/events/record-event.js'
import { findHolder } from '../../lib/resources/identifiers.js'
import { eventVocabulary, readEventChange, readNewEvent } from '../../lib/events/documents/event.v2.js'
import { idOf } from './source/collection.js'
import {
  type Importing,
  type Recorded,
  bodyOf,
  changeOf,
  createOrChange,
  datesOf,
  importCollection,
  linkedId,
  newIdOf,
  retryRefused,
} from './importing.js'
import {
  INTERFACE_FIELDS,
  type MadeInInterface,
  cancellationOf,
  changeInterfaceFields,
  interfaceFieldsOf,
  leaveUnfinished,
} from './interface-events.js'
import { type Loss, lossesOf, readWithoutFaults, withPlaces } from './losses.js'
import { noteSeries } from './series.js'
import { type Document, hrefOf } from './source/source.js'

const EVENTS = {
  kind: 'events' as const,
  keysOf: (document: Document) => [idOf(document)],
  lookUp: { type: 'event' as const, idIn: idOf },
}

/**
 * Imports events: those of the key, and those of its campaigns, which may be others.
 * @param paths of their collections
 * @param isMadeInInterface which of them were made in the organizer's interface of a Turnout
 */
export async function importEvents(
  importing: Importing,
  paths: string[],
  isMadeInInterface: MadeInInterface,
): Promise<void> {
  const record = (document: Document, known: string | undefined) =>
    importEvent(importing, document, known, isMadeInInterface(document))
  await retryRefused(importing, EVENTS, record)
  for (const path of paths) await importCollection(importing, { ...EVENTS, path }, record)
}

async function importEvent(
  importing: Importing,
  sent: Document,
  known: string | undefined,
  isOfInterface: boolean,
): Promise<Recorded> {
  const { principal, owner, imported, site, stores, geocode } = importing
  const { document, losses: moved } = withPlaces(sent)
  noteSeries(importing, document)
  const whole = withTexts(importing, bodyOf(importing, document))
  const { read, body, losses } = readWithoutFaults(whole, (each) => readNewEvent(site, each))
  const dependencies = {
    table: stores.table,
    site,
    geocode,
    now: () => new Date(),
    newId: () => newIdOf(importing, document),
    events: imported.events({ ...datesOf(document), more: shownOf(importing, document) }),
  }
  const did = await createOrChange(document, known, {
    create: async () => {
      if (isOfInterface) await leaveUnfinished(importing, document)
      const { capacity: _later, waitlist: _too, ...fields } = interfaceFieldsOf(importing, document)
      const recorded = {
        draft: withoutOwnPage(importing, document, read.draft),
        event_campaign_id: await campaignOf(importing, document),
        made_in_interface: isOfInterface ? fields : undefined,
      }
      await recordEvent(principal, recorded, [], dependencies)
    },
    find: (id) => stores.events.find(owner, id),
    change: async (_here, id) => {
      if (isOfInterface) await leaveUnfinished(importing, document)
      const { change } = readEventChange(site, { ...changeOf(importing, eventVocabulary, document), ...body }, id)
      await changeEvent(principal, id, withoutOwnPage(importing, document, change), dependencies)
      if (isOfInterface) await changeInterfaceFields(importing, id, document, 'before its attendances')
    },
  })
  return {
    did,
    losses: importing.isTurnout ? [] : [...moved, ...losses, ...lossesIn(importing, document, read.ignored)],
  }
}

interface EventThere {
  visibility?: unknown
  status?: unknown
  title?: unknown
  location?: { location?: { accuracy?: unknown } }
}

/** Returns the losses of an event of another service. */
function lossesIn(importing: Importing, document: Document, ignored: string[]): Loss[] {
  const { visibility = 'public', status = 'confirmed', title, location }: EventThere = document
  const report = (field: string, why: string) => [{ field, why }]
  return [
    ...lossesOf(
      ignored.filter((field) => !importing.hasPages || !INTERFACE_FIELDS.includes(field)),
      bodyOf(importing, document),
      importing.site.nativePrefix,
    ),
    ...(importing.hasPages && document['browser_url'] ? report('browser_url', 'Its page is the one here.') : []),
    ...(title ? [] : report('title', 'It has no title there.')),
    ...(visibility === 'public' ? [] : report('visibility', 'It is not public there, and hidden here.')),
    ...(['confirmed', 'cancelled', 'tentative'].includes(String(status))
      ? []
      : report('status', `The status ${String(status)} is unknown here: it is confirmed.`)),
    ...(location?.location?.accuracy === 'Rooftop'
      ? report('location.location', 'The coordinates are computed from the address.')
      : []),
    ...(location ? [] : report('location', 'It has no location there, and the default one here.')),
  ]
}

/** Every event has what a POST needs; those of other programs may lack it. */
const withTexts = (importing: Importing, body: ReturnType<typeof bodyOf>) => ({
  ...body,
  title: (body['title'] || body['name'] || 'Untitled') as string,
  origin_system: (body['origin_system'] || importing.system) as string,
})

/** The page that a service has of an event is there, and not here. */
function withoutOwnPage<Fields extends { browser_url?: string | null }>(
  { hasPages }: Importing,
  document: Document,
  { browser_url, ...fields }: Fields,
) {
  const isOwn = browser_url && (hasPages || browser_url === ownPageOf(document))
  return {
    ...fields,
    ...(browser_url !== undefined && { browser_url: isOwn ? null : browser_url }),
  } as Fields
}

/** The address of the page that a Turnout has for an event of its interface. */
const ownPageOf = (document: Document) => hrefOf(document, 'self')?.replace(/\/api\/v2\/events\/([^/]+)$/, '/events/$1')

/** Returns the fields of an event that callers of the API do not set. */
const shownOf = (importing: Importing, document: Document): Partial<OsdiEvent> => ({
  ...((document[`${importing.prefix}:hidden`] === true || (!importing.isTurnout && isNotPublic(document))) && {
    hidden: true,
  }),
  ...cancellationOf(importing, document),
  ...(document['status'] === 'tentative' && { status: 'tentative' }),
  ...(typeof document['featured_image_url'] === 'string' && {
    featured_image_url: document['featured_image_url'],
  }),
})

/** Whether an event of another service is on no public page there, so that it is on none here. */
const isNotPublic = ({ visibility = 'public' }: Document) => visibility !== 'public'

async function campaignOf(importing: Importing, document: Document): Promise<string | undefined> {
  const { prefix, system, stores } = importing
  const id =
    linkedId(document, `${prefix}:event_campaign`) ?? (document[`${prefix}:event_campaign_id`] as string | undefined)
  return id && findHolder(stores.table, 'event_campaign', { text: `${system}:${id}` })
}
