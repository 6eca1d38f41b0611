import { applyChange, type Change, type Draft, type Stored } from '../fields/field.js'
import { campaignFields } from './campaign-fields.js'
import type { Principal } from '../runtime/principal.js'
import type { Owner } from '../runtime/owner.js'
import { nextVersion } from '../fields/version.js'

/** A campaign and what it counts. Its totals are counted when they are asked for. */
export interface CountedCampaign extends Stored<typeof campaignFields> {
  id: string
  owner: Owner
  /** The last part of the readable address of its page, `/c/spring-rally`. */
  slug?: string
  /** Those that it had, which lead to it still. */
  former_slugs?: string[]
  /** Counts the writes of this campaign; every change is conditional on it. */
  revision: number
}

/** A campaign of a group, to which events belong, as it is kept. */
export type EventCampaign = Omit<CountedCampaign, 'total_events' | 'total_rsvps'>

/** A campaign in a list, with the people who come to its events, where these are not very many. */
export type ListedCampaign = EventCampaign & Pick<CountedCampaign, 'total_events'> & { people?: number }

/** A valid new campaign; optional fields without a value are absent. */
export type CampaignDraft = Draft<typeof campaignFields>

/** A valid change: absent fields stay, null clears. */
export type CampaignChange = Change<typeof campaignFields>

export interface CampaignCircumstances {
  id: string
  principal: Pick<Principal, 'owner' | 'sponsor'>
  now: Date
}

export function newCampaign(draft: CampaignDraft, { id, principal, now }: CampaignCircumstances): EventCampaign {
  const blank: EventCampaign = {
    id,
    owner: principal.owner,
    identifiers: [],
    origin_system: draft.origin_system,
    title: draft.title,
    hidden: false,
    ...(principal.sponsor && { sponsor: principal.sponsor }),
    created_date: now.toISOString(),
    modified_date: now.toISOString(),
    revision: 1,
  }
  return applyChange(campaignFields, blank, draft)
}

/** The campaign after a change, with its modified date refreshed. */
export const changedCampaign = (campaign: EventCampaign, change: CampaignChange, now: Date): EventCampaign => ({
  ...applyChange(campaignFields, campaign, change),
  ...nextVersion(campaign, now),
})
