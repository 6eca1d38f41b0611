import { keyEndpoint } from '../../lib/endpoint.js'
import { embedResource } from '../../lib/hal/events/embed.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { campaigns } from '../../lib/service/events.js'

export const getCampaignEmbed = (version: ApiVersion) =>
  keyEndpoint(version, { campaigns }, async ({ campaigns, site }, { owner, id }) => {
    const campaign = await campaigns.find(owner, id())
    return ok(embedResource(site, version, 'event_campaigns', { ...campaign, address: campaign.browser_url }))
  })
