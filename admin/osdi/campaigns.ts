import { changeCampaign, recordCampaign } from '../../lib/domain/campaigns/record-campaign.js'
import {
  campaignVocabulary,
  readCampaignChange,
  readNewCampaign,
} from '../../lib/hal/v2/campaigns/event-campaign.js'
import { idOf, oldestFirst } from './collection.js'
import {
  type Importing,
  bodyOf,
  changeOf,
  createOrChange,
  datesOf,
  importCollection,
  newIdOf,
} from './importing.js'
import type { Document } from './source.js'

/** Imports the event campaigns of the service. @returns how many it has, and their native ids there */
export async function importCampaigns(importing: Importing): Promise<{ total: number; ids: string[] }> {
  const total = await importCollection(
    importing,
    {
      path: 'event_campaigns',
      keysOf: (document) => [idOf(document)],
      lookUp: { type: 'event_campaign', idIn: idOf },
    },
    (document, known) => importCampaign(importing, document, known),
  )
  const ids: string[] = []
  for await (const { members } of oldestFirst(importing.source, 'event_campaigns', 0))
    ids.push(...members.map(idOf))
  return { total, ids }
}

function importCampaign(importing: Importing, document: Document, known: string | undefined): Promise<void> {
  const { principal, owner, imported, site, stores, prefix } = importing
  const { featured_image_url } = document as { featured_image_url?: string }
  const more = {
    ...(document[`${prefix}:hidden`] === true && { hidden: true }),
    ...(featured_image_url && { featured_image_url }),
  }
  const dependencies = {
    ...{ nativePrefix: site.nativePrefix, now: () => new Date(), newId: () => newIdOf(importing, document) },
    campaigns: imported.campaigns({ ...datesOf(document), more }),
  }
  return createOrChange(document, known, {
    create: () =>
      recordCampaign(principal, readNewCampaign(site, bodyOf(importing, document)).draft, dependencies),
    find: (id) => stores.campaigns.find(owner, id),
    change: (_here, id) => {
      const body = changeOf(importing, campaignVocabulary, document)
      return changeCampaign(principal, id, readCampaignChange(site, body).change, dependencies)
    },
  })
}
