import type { OsdiEvent } from '../../lib/domain/event.js'
import { changeCampaign, recordCampaign } from '../../lib/domain/record-campaign.js'
import { changeEvent, recordEvent } from '../../lib/domain/record-event.js'
import { findHolder } from '../../lib/dynamodb/stores/identifiers.js'
import { readCampaignChange, readNewCampaign } from '../../lib/hal/v2/event-campaign.js'
import { readEventChange, readNewEvent } from '../../lib/hal/v2/event.js'
import { idOf, oldestFirst } from './collection.js'
import {
  type Importing,
  datesOf,
  identifiersOf,
  importCollection,
  isNewer,
  linkedId,
  newIdOf,
} from './importing.js'
import type { Document } from './source.js'

/** Imports the event campaigns of the service. @returns how many it has, and their native ids there */
export async function importCampaigns(importing: Importing): Promise<{ total: number; ids: string[] }> {
  const total = await importCollection(
    importing,
    { name: 'event_campaigns', path: 'event_campaigns', keysOf: ownKey },
    (document) => importCampaign(importing, document),
  )
  const ids: string[] = []
  for await (const { members } of oldestFirst(importing.source, 'event_campaigns', 0))
    ids.push(...members.map(idOf))
  return { total, ids }
}

async function importCampaign(importing: Importing, document: Document): Promise<void> {
  const { principal, owner, imported, site, stores } = importing
  const body = { ...document, identifiers: identifiersOf(importing, document) }
  const dependencies = {
    ...{ nativePrefix: site.nativePrefix, now: () => new Date(), newId: () => newIdOf(importing, document) },
    campaigns: imported.campaigns(datesOf(document)),
  }
  const known = await findHolder(stores.table, 'event_campaign', { text: body.identifiers[0] as string })
  if (known === undefined) {
    await recordCampaign(principal, readNewCampaign(site, body).draft, dependencies)
    return
  }
  const campaign = await stores.campaigns.find(owner, known)
  if (isNewer(document, campaign))
    await changeCampaign(principal, known, readCampaignChange(site, body).change, dependencies)
}

/** Imports events: those of the key, or those of a campaign, which may be others. */
export const importEvents = (importing: Importing, path = 'events'): Promise<number> =>
  importCollection(importing, { name: path, path, keysOf: ownKey }, async (document) => {
    const { principal, owner, imported, site, stores, geocode } = importing
    const body = bodyOf(importing, document)
    const dependencies = {
      ...{ geocode, nativePrefix: site.nativePrefix, now: () => new Date() },
      newId: () => newIdOf(importing, document),
      findRole: (group: string, person: string) => stores.owners.findRole(group, person),
      events: imported.events({ ...datesOf(document), more: shownOf(importing, document) }),
    }
    const known = await findHolder(stores.table, 'event', { text: body.identifiers[0] as string })
    if (known === undefined) {
      const event_campaign_id = await campaignOf(importing, document)
      await recordEvent(
        principal,
        { draft: readNewEvent(site, body).draft, event_campaign_id },
        [],
        dependencies,
      )
      return
    }
    const event = await stores.events.find(owner, known)
    if (isNewer(document, event))
      await changeEvent(principal, known, readEventChange(site, body, known).change, dependencies)
  })

const ownKey = (document: Document) => [idOf(document)]

/** Every event has what a POST needs; those of other programs may lack it. */
function bodyOf(importing: Importing, document: Document) {
  const { _links: _others, ...fields } = document
  return {
    ...fields,
    identifiers: identifiersOf(importing, document),
    title: String(document['title'] || document['name'] || 'Untitled'),
    origin_system: String(document['origin_system'] || importing.system),
  }
}

/** What callers of the API do not set. */
const shownOf = ({ prefix }: Importing, document: Document): Partial<OsdiEvent> => ({
  ...(document[`${prefix}:hidden`] === true && { hidden: true }),
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
