import { isHostingOpen } from '../../lib/hosting/hosting-campaign.js'
import { type Listing, campaignScope } from '../../lib/near/listed-event.js'
import { pathOfGroup } from '../../lib/events/documents/browser-url.js'
import { pathOfCampaign } from '../../lib/campaigns/documents/campaign-path.js'
import type { OwnerSettings } from '../../lib/access/owner-settings.js'
import type { Owner } from '../../lib/runtime/owner.js'
import type { publicCatalog } from '../../lib/app/catalog.js'

/** A group or a campaign whose events anybody can look for. */
export interface Subject {
  title: string
  /** The color and the logo of its group. */
  look: Pick<OwnerSettings, 'color' | 'logo_url'>
  /** The path of its page. */
  page: string
  /** The path below which its lists, its map and its calendar are. */
  path: string
  /** Its own page elsewhere. */
  browser_url?: string | undefined
  language?: string | undefined
  /** The country in which towns are looked for first. */
  country?: string | undefined
  listing: Listing
  /** HTML of its owner. */
  description?: string | undefined
  /** The owner of a campaign, whom the header of its page names. */
  of?: { owner: Owner; sponsor?: { title: string; browser_url?: string } | undefined } | undefined
  privacy_policy_url?: string | undefined
  /** The campaign, by whose id its picture is chosen. */
  pictured?: { id: string; featured_image_url?: string | undefined } | undefined
  /** The form of supporters who host, where its team lets them. */
  host?: { url: string; pitch?: string | undefined } | undefined
}

type Catalog = ReturnType<typeof publicCatalog>

/** Finds a subject by the id in a path. */
export type FindSubject = (catalog: Catalog, id: string) => Promise<Subject | undefined>

/** Finds the id of a subject by its readable address. */
export type FindAddress = (catalog: Catalog, slug: string) => Promise<string | undefined>

export const campaignSubject: FindSubject = async (catalog, id) => {
  const found = await catalog.findCampaignWithSettings(id)
  if (!found) return undefined
  const { campaign, settings } = found
  return {
    title: campaign.title,
    browser_url: campaign.browser_url,
    description: campaign.description,
    of: campaign,
    pictured: campaign,
    privacy_policy_url: settings.privacy_policy_url,
    ...(isHostingOpen(campaign) && {
      host: { url: `/event_campaigns/${id}/host`, pitch: campaign.host_pitch },
    }),
    page: pathOfCampaign(campaign),
    look: settings,
    path: `/event_campaigns/${id}`,
    language: settings.language,
    country: settings.country,
    listing: listingOf(campaignScope(id), settings),
  }
}

export const groupSubject: FindSubject = async (catalog, id) => {
  const group = await catalog.findGroup(id)
  if (!group) return undefined
  return {
    title: group.title,
    browser_url: group.browser_url,
    page: pathOfGroup(group),
    look: group,
    path: `/groups/${id}`,
    language: group.language,
    country: group.country,
    listing: listingOf(`group:${id}`, group),
  }
}

const listingOf = (scope: string, { list_api_events }: Pick<OwnerSettings, 'list_api_events'>): Listing => ({
  scope,
  holds: list_api_events ? 'all' : 'own',
})
