import { changeCampaign, recordCampaign } from '../../lib/campaigns/record-campaign.js'
import {
  campaignVocabulary,
  readCampaignChange,
  readNewCampaign,
} from '../../lib/campaigns/documents/event-campaign.v2.js'
import { idOf, oldestFirst } from './source/collection.js'
import {
  type Importing,
  type Recorded,
  bodyOf,
  changeOf,
  createOrChange,
  datesOf,
  importCollection,
  newIdOf,
  retryRefused,
} from './importing.js'
import { lossesOf, readWithoutFaults } from './losses.js'
import type { Document } from './source/source.js'

const CAMPAIGNS = {
  kind: 'event_campaigns' as const,
  keysOf: (document: Document) => [idOf(document)],
  lookUp: { type: 'event_campaign' as const, idIn: idOf },
}

/** Imports the event campaigns of the service. @returns how many it has, and their native ids there */
export async function importCampaigns(importing: Importing): Promise<{ total: number; ids: string[] }> {
  const record = (document: Document, known: string | undefined) => importCampaign(importing, document, known)
  await retryRefused(importing, CAMPAIGNS, record)
  const total = await importCollection(importing, { ...CAMPAIGNS, path: 'event_campaigns' }, record)
  const ids: string[] = []
  for await (const { members } of oldestFirst(importing.source, 'event_campaigns', 0)) ids.push(...members.map(idOf))
  return { total, ids }
}

async function importCampaign(importing: Importing, document: Document, known: string | undefined): Promise<Recorded> {
  const { principal, owner, imported, site, stores, prefix } = importing
  const { featured_image_url } = document as { featured_image_url?: string }
  const more = {
    ...(document[`${prefix}:hidden`] === true && { hidden: true }),
    ...(featured_image_url && { featured_image_url }),
  }
  const campaigning = {
    table: stores.table,
    site,
    now: () => new Date(),
    newId: () => newIdOf(importing, document),
    campaigns: imported.campaigns({ ...datesOf(document), more }),
  }
  const sent = withTitle(importing, bodyOf(importing, document))
  const { read, body, losses } = readWithoutFaults(sent, (each) => readNewCampaign(site, each))
  const did = await createOrChange(document, known, {
    create: () => recordCampaign(campaigning, principal, read.draft),
    find: (id) => stores.campaigns.find(owner, id),
    change: (_here, id) => {
      const change = { ...changeOf(importing, campaignVocabulary, document), ...body }
      return changeCampaign(campaigning, principal, id, readCampaignChange(site, change).change)
    },
  })
  return {
    did,
    losses: importing.isTurnout ? [] : [...losses, ...lossesOf(read.ignored, body, site.nativePrefix)],
  }
}

/** Every campaign has what a POST needs; those of other programs may lack it. */
const withTitle = (importing: Importing, body: ReturnType<typeof bodyOf>) => ({
  ...body,
  title: (body['title'] || body['name'] || 'Untitled') as string,
  origin_system: (body['origin_system'] || importing.system) as string,
})
