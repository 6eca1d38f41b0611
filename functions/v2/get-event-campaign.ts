import { campaignResource } from '../../lib/hal/v2/event-campaign.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { campaigns, endpoint } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) =>
  ok(campaignResource(await campaigns.counted(await campaigns.find(owner, id())))),
)
