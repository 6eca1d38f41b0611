import { recordCampaign } from '../../lib/domain/record-campaign.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { campaignResource, readNewCampaign } from '../../lib/hal/v2/event-campaign.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { campaigns, campaignsWorld, endpoint } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ principal, body }) => {
  const { draft, ignored } = readNewCampaign(body)
  const campaign = await recordCampaign(principal, draft, campaignsWorld)
  return ok(campaignResource(await campaigns.counted(campaign)), [
    ...ignored,
    ...ignoredIdentifiers(draft.identifiers, campaign),
  ])
})
