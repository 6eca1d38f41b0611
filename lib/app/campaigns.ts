import { campaignStore, findCampaign as findCampaignIn } from '../campaigns/store/campaign-store.js'
import type { Owner } from '../runtime/owner.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** Finds a campaign of an owner, for functions that read nothing else of campaigns. */
export const findCampaign = (service: Service) => (owner: Owner, id: string) =>
  findCampaignIn(partOf(service, table), owner, id)

export const campaigns = (service: Service) => campaignStore(partOf(service, table))
