import { notFound } from '../domain/errors.js'
import type { EventCampaign } from '../domain/event-campaign.js'
import type { Page, PageRequest } from '../domain/page.js'
import type { Owner } from '../domain/principal.js'
import { append, lists, readPage } from './numbered-list.js'
import { getOne } from './reads.js'
import { type Table, keyOf, valueOf } from './table.js'
import { putNew } from './transaction.js'

export interface CampaignStore {
  /** Keeps a campaign. Keeping it again changes nothing. */
  create(campaign: EventCampaign): Promise<void>
  /** @throws OsdiError not_found, also for another owner's campaign */
  find(owner: Owner, id: string): Promise<EventCampaign>
  /** Campaigns of an owner, newest first. */
  list(owner: Owner, page: PageRequest): Promise<Page<EventCampaign>>
}

export function campaignStore(table: Table): CampaignStore {
  return {
    async create(campaign) {
      await append(table, [lists.campaignsOf(campaign.owner)], ([place]) => [
        putNew(table, keyOf.campaign(campaign.id), { ...campaign, ...place }),
      ])
    },

    async find(owner, id) {
      const item = await getOne(table, keyOf.campaign(id))
      if (item?.['owner'] !== owner) throw notFound()
      return valueOf<EventCampaign>(item)
    },

    list: (owner, request) => readPage<EventCampaign>(table, lists.campaignsOf(owner), request),
  }
}
