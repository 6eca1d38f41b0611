import type { CampaignDependencies } from '../campaigns/record-campaign.js'
import { campaignStore, findCampaign as findCampaignIn } from '../campaigns/store/campaign-store.js'
import type { Owner } from '../runtime/owner.js'
import type { EventDependencies } from '../events/record-event.js'
import { ownerStore } from '../access/store/owner-store.js'
import { eventStore } from '../events/store/event-store.js'
import { geocoderOf } from '../locations/geocode/geocoder.js'
import { newId } from '../runtime/request-context.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

export const events = (service: Service) => eventStore(partOf(service, table))

/** Finds the locations of addresses. */
export const geocode = ({ environment }: Service) => geocoderOf(environment)

/** The dependencies of recording and changing events. */
export function eventDependencies(service: Service): EventDependencies {
  const ownersOf = ownerStore(partOf(service, table))
  return {
    events: partOf(service, events),
    findRole: (group, person) => ownersOf.findRole(group, person),
    geocode: geocoderOf(service.environment),
    nativePrefix: service.environment.nativePrefix,
    now: () => new Date(),
    newId,
  }
}

/** Finds a campaign of an owner, for functions that read nothing else of campaigns. */
export const findCampaign = (service: Service) => (owner: Owner, id: string) =>
  findCampaignIn(partOf(service, table), owner, id)

export const campaigns = (service: Service) => campaignStore(partOf(service, table))

/** The dependencies of recording and changing event campaigns. */
export const campaignDependencies = (service: Service): CampaignDependencies => ({
  campaigns: partOf(service, campaigns),
  nativePrefix: service.environment.nativePrefix,
  now: () => new Date(),
  newId,
})
