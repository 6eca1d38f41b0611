import {
  type CampaignChange,
  type CampaignDraft,
  type EventCampaign,
  changedCampaign,
  newCampaign,
} from './event-campaign.js'
import { withSlug } from '../resources/slug.js'
import { requireGroup } from '../access/group.js'
import type { Principal } from '../runtime/principal.js'
import {
  type Addressed,
  type Precondition,
  type IdentifiedStore,
  changeIdentified,
  recordByIdentifier,
} from '../resources/record-by-identifier.js'
import { campaignStore } from './store/campaign-store.js'
import type { App } from '../table/app.js'

/** The context of recording campaigns: the app, and what differs for an import. */
export interface Campaigning extends App {
  campaigns?: IdentifiedStore<EventCampaign>
}

/**
 * Records what a POST says: a new campaign of a group, or a change of the one that holds one of its identifiers
 * already.
 * @param addressed gives a new one a readable address
 * @throws OsdiError invalid for an individual account; conflict, as recordByIdentifier
 */
export async function recordCampaign(
  { table, site, now, newId, campaigns = campaignStore(table) }: Campaigning,
  principal: Principal,
  draft: CampaignDraft,
  addressed?: Addressed<EventCampaign>,
): Promise<EventCampaign> {
  requireGroup(principal.owner, 'Event campaigns')
  return recordByIdentifier(principal.owner, draft.identifiers ?? [], {
    store: campaigns,
    noun: 'event campaign',
    nativePrefix: site.nativePrefix,
    addressed,
    create: async (identifiers) => newCampaign({ ...draft, identifiers }, { id: newId(), principal, now: now() }),
    change: async (current, identifiers) => changedCampaign(current, { ...draft, identifiers }, now()),
  })
}

/** Returns a campaign with the readable address that was chosen, or with one from its title. */
export const addressedCampaign = (campaign: EventCampaign, taken: readonly string[], chosen = ''): EventCampaign =>
  withSlug('event_campaign', campaign, chosen, { taken, isKnown: true })

/**
 * Changes a campaign as a PUT says. Identifiers that another campaign holds are left out.
 * @param change with `slug`, the readable address; where it is empty, one from the title
 * @throws OsdiError not_found, also for another owner's campaign
 */
export const changeCampaign = (
  { table, site, now, campaigns = campaignStore(table) }: Campaigning,
  principal: Principal,
  id: string,
  { slug, ...change }: CampaignChange & { slug?: string },
  precondition?: Precondition,
): Promise<EventCampaign> =>
  changeIdentified(
    principal.owner,
    id,
    change.identifiers ?? [],
    {
      store: campaigns,
      nativePrefix: site.nativePrefix,
      change: async (current, identifiers, slugs) => {
        const changed = changedCampaign(current, { ...change, identifiers }, now())
        return slug === undefined ? changed : addressedCampaign(changed, slugs, slug)
      },
    },
    precondition,
  )
