import { recordCampaign } from '../../lib/campaigns/record-campaign.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { campaignResource, readNewCampaign } from '../../lib/campaigns/documents/event-campaign.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { campaigns } from '../../lib/app/campaigns.js'

export const endpoint = keyEndpoint(v2, { campaigns }, async ({ campaigns, ...app }, { principal, body }) => {
  const { draft, ignored } = readNewCampaign(app.site, body)
  const campaign = await recordCampaign(app, principal, draft)
  return validated(campaignResource(app.site, await campaigns.counted(campaign)), campaign, [
    ...ignored,
    ...ignoredIdentifiers(app.site, draft.identifiers, campaign),
  ])
})
