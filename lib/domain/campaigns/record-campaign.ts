import {
  type CampaignChange,
  type CampaignDraft,
  type EventCampaign,
  changedCampaign,
  newCampaign,
} from './event-campaign.js'
import { type Principal, requireGroup } from '../access/principal.js'
import {
  type Precondition,
  type IdentifiedStore,
  changeIdentified,
  recordByIdentifier,
} from '../record-by-identifier.js'

/** Dependencies of recording an event campaign. */
export interface CampaignDependencies {
  campaigns: IdentifiedStore<EventCampaign>
  nativePrefix: string
  now: () => Date
  newId: () => string
}

/**
 * Records what a POST says: a new campaign of a group, or a change of the one that holds one of its identifiers
 * already.
 * @throws OsdiError invalid for an individual account; conflict, as recordByIdentifier
 */
export async function recordCampaign(
  principal: Principal,
  draft: CampaignDraft,
  { campaigns, nativePrefix, now, newId }: CampaignDependencies,
): Promise<EventCampaign> {
  requireGroup(principal.owner, 'Event campaigns')
  return recordByIdentifier(principal.owner, draft.identifiers ?? [], {
    store: campaigns,
    noun: 'event campaign',
    nativePrefix,
    create: async (identifiers) =>
      newCampaign({ ...draft, identifiers }, { id: newId(), principal, now: now() }),
    change: async (current, identifiers) => changedCampaign(current, { ...draft, identifiers }, now()),
  })
}

/**
 * Changes a campaign as a PUT says. Identifiers that another campaign holds are left out.
 * @throws OsdiError not_found, also for another owner's campaign
 */
export const changeCampaign = (
  principal: Principal,
  id: string,
  change: CampaignChange,
  { campaigns, nativePrefix, now }: CampaignDependencies,
  precondition?: Precondition,
): Promise<EventCampaign> =>
  changeIdentified(
    principal.owner,
    id,
    change.identifiers ?? [],
    {
      store: campaigns,
      nativePrefix,
      change: async (current, identifiers) => changedCampaign(current, { ...change, identifiers }, now()),
    },
    precondition,
  )
