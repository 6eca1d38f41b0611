import type { EventCampaign } from '../event-campaign.js'
import type { Body } from '../../fields/field.js'
import { campaignFields } from '../campaign-fields.js'
import { namedFilters, ownNames } from '../../fields/vocabulary.js'
import type { Site } from '../../runtime/site.js'
import { readChangeOf, readDraft } from '../../fields/read-body.js'
import { resourceOf, documentOf, pagesOf } from '../../hal/document.js'
import { campaignPages, campaignPaths } from './event-campaign.js'
import { v2 } from '../../hal/v2/version.js'

/** Campaigns under the names of version 2. The address of a sponsor is `url` here, and `browser_url` on events. */
export const campaignVocabulary = ownNames(campaignFields, {
  sponsor: { inner: { title: 'title', browser_url: 'url' } },
})

export const campaignFilters = (site: Site) => namedFilters<EventCampaign>(campaignVocabulary, site)

/** @throws OsdiError invalid, naming every fault */
export const readNewCampaign = (site: Site, body: Body) => readDraft(campaignVocabulary, body, site)

export const readCampaignChange = (site: Site, body: Body) => readChangeOf(campaignVocabulary, body, site)

const campaign = /* @__PURE__ */ documentOf(v2, { vocabulary: campaignVocabulary, links: campaignPaths })

export const campaignResource = /* @__PURE__ */ resourceOf(campaign)
export const campaignCollection = /* @__PURE__ */ pagesOf(v2, campaignPages, campaign)
