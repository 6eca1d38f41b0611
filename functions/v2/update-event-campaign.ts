import { changeCampaign } from '../../lib/campaigns/record-campaign.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { campaignResource, readCampaignChange } from '../../lib/campaigns/documents/event-campaign.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { campaigns } from '../../lib/app/campaigns.js'

export const endpoint = keyEndpoint(
  v2,
  { campaigns },
  async ({ campaigns, ...app }, { principal, id, body, precondition }) => {
    const { change, ignored } = readCampaignChange(app.site, body)
    const campaign = await changeCampaign(app, principal, id(), change, precondition)
    return validated(campaignResource(app.site, await campaigns.counted(campaign)), campaign, [
      ...ignored,
      ...ignoredIdentifiers(app.site, change.identifiers, campaign),
    ])
  },
)
