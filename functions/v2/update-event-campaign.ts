import { changeCampaign } from '../../lib/domain/record-campaign.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { campaignResource, readCampaignChange } from '../../lib/hal/v2/event-campaign.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { campaigns, campaignsWorld, endpoint } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ principal, id, body, expects }) => {
  const { change, ignored } = readCampaignChange(body)
  const campaign = await changeCampaign(principal, id(), change, campaignsWorld, expects)
  return ok(campaignResource(await campaigns.counted(campaign)), [
    ...ignored,
    ...ignoredIdentifiers(change.identifiers, campaign),
  ])
})
