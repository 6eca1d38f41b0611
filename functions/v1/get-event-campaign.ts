import { campaignResource } from '../../lib/hal/v1/event-campaign.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { campaigns, endpoint } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id }) =>
  ok(campaignResource(await campaigns.counted(await campaigns.find(owner, id())))),
)
