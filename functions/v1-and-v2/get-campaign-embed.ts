import { keyEndpoint } from '../../lib/app/endpoint.js'
import { embedResource } from '../../lib/events/documents/embed.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { campaigns } from '../../lib/app/campaigns.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { v2 } from '../../lib/hal/v2/version.js'

/* @__NO_SIDE_EFFECTS__ */
const getCampaignEmbed = (version: ApiVersion) =>
  keyEndpoint(version, { campaigns }, async ({ campaigns, site }, { owner, id }) => {
    const campaign = await campaigns.find(owner, id())
    return ok(embedResource(site, version, 'event_campaigns', { ...campaign, address: campaign.browser_url }))
  })

export const v1Endpoint = getCampaignEmbed(v1)
export const v2Endpoint = getCampaignEmbed(v2)
