import type { EventCampaign } from '../event-campaign.js'
import { campaignFields } from '../campaign-fields.js'
import { namedFilters, otherNames } from '../../fields/vocabulary.js'
import type { Site } from '../../runtime/site.js'
import { resourceOf, documentOf, pagesOf } from '../../hal/document.js'
import { campaignPages, campaignPaths } from './event-campaign.js'
import { dated, sponsorNames } from '../../hal/v1/names.js'
import { v1 } from '../../hal/v1/version.js'

/** The names of a campaign's fields in version 1; fields that came with version 2 have no name. */
export const campaignVocabulary = otherNames(campaignFields, {
  identifiers: 'identifiers',
  origin_system: 'originating_system',
  ...dated,
  title: 'summary',
  description: 'description',
  host_pitch: 'host_pitch',
  host_instructions: 'host_instructions',
  browser_url: 'url',
  host_url: 'host_url',
  hosting: ':hosting',
  hosting_from: ':hosting_from',
  hosting_until: ':hosting_until',
  hosting_contacts: ':hosting_contacts',
  questions: ':questions',
  total_events: 'total_events',
  total_rsvps: 'total_rsvps',
  sponsor: { as: 'sponsor', isOurs: true, inner: sponsorNames },
})

export const campaignFilters = (site: Site) => namedFilters<EventCampaign>(campaignVocabulary, site)

const campaign = /* @__PURE__ */ documentOf(v1, { vocabulary: campaignVocabulary, links: campaignPaths })

export const campaignResource = /* @__PURE__ */ resourceOf(campaign)
export const campaignCollection = /* @__PURE__ */ pagesOf(v1, campaignPages, campaign)
