import type { CampaignDependencies } from '../domain/campaigns/record-campaign.js'
import { campaignStore } from '../dynamodb/stores/campaigns/campaign-store.js'
import { newId } from '../request-context.js'
import { type Service, partOf, table } from '../service.js'

export const campaigns = (service: Service) => campaignStore(partOf(service, table))

/** The dependencies of recording and changing event campaigns. */
export const campaignDependencies = (service: Service): CampaignDependencies => ({
  campaigns: partOf(service, campaigns),
  nativePrefix: service.environment.nativePrefix,
  now: () => new Date(),
  newId,
})
