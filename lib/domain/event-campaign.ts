import type { Owner, Principal, Sponsor } from './principal.js'

/** A campaign of a group, to which events belong. Names are those of version 2; absent means that there is no value. */
export interface EventCampaign {
  id: string
  owner: Owner
  /** Foreign identifiers, oldest first. The native one follows from the id. */
  identifiers: string[]
  origin_system: string
  title: string
  name?: string
  description?: string
  host_pitch?: string
  host_instructions?: string
  browser_url?: string
  host_url?: string
  featured_image_url?: string
  hidden: boolean
  sponsor?: Sponsor
  /** UTC with milliseconds, which answers leave out. */
  created_date: string
  modified_date: string
  /** Counts the writes of this campaign; every change is conditional on it. */
  revision: number
}

/** A campaign and what it counts. Its totals are counted when they are asked for. */
export interface CountedCampaign extends EventCampaign {
  total_events: number
  /** Attendances of all its events. */
  total_rsvps: number
}

/** What callers may set, on creation and by a change. */
export interface CampaignFields {
  identifiers: string[]
  origin_system: string
  title: string
  name: string
  description: string
  host_pitch: string
  host_instructions: string
  browser_url: string
  host_url: string
}

/** A valid new campaign; optional fields without a value are absent. */
export type CampaignDraft = Pick<CampaignFields, 'origin_system' | 'title'> & Partial<CampaignFields>

/** A valid change: absent fields stay, null clears. */
export type CampaignChange = { [Field in keyof CampaignFields]?: CampaignFields[Field] | null }

export interface CampaignCircumstances {
  id: string
  principal: Pick<Principal, 'owner' | 'sponsor'>
  now: Date
}

export function newCampaign(
  draft: CampaignDraft,
  { id, principal, now }: CampaignCircumstances,
): EventCampaign {
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
  return withFields(blank, draft)
}

/** The campaign after a change, with its modified date refreshed. */
export const changedCampaign = (
  campaign: EventCampaign,
  change: CampaignChange,
  now: Date,
): EventCampaign => ({
  ...withFields(campaign, change),
  modified_date: now.toISOString(),
  revision: campaign.revision + 1,
})

const CLEARABLE = [
  'name',
  'description',
  'host_pitch',
  'host_instructions',
  'browser_url',
  'host_url',
] as const

/** Identifiers are only ever added; a null clears what may be empty and is nothing to the rest. */
function withFields(campaign: EventCampaign, { identifiers, ...change }: CampaignChange): EventCampaign {
  const changed: EventCampaign = {
    ...campaign,
    identifiers: [...new Set([...campaign.identifiers, ...(identifiers ?? [])])],
    title: change.title ?? campaign.title,
    origin_system: change.origin_system ?? campaign.origin_system,
  }
  for (const field of CLEARABLE) {
    const value = change[field]
    if (value === null) delete changed[field]
    else if (value !== undefined) changed[field] = value
  }
  return changed
}
