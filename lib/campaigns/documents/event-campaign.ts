import type { CountedCampaign } from '../event-campaign.js'
import type { Paths } from '../../hal/links.js'

/** Paths of the links of a campaign, in every version. */
export const campaignPaths = ({ id }: CountedCampaign): Paths => ({
  self: `event_campaigns/${id}`,
  'osdi:events': `event_campaigns/${id}/events`,
  ':embed': `event_campaigns/${id}/embed`,
  ':calendar': `event_campaigns/${id}/calendar.ics`,
})

export const campaignPages = { at: 'event_campaigns', rel: ':event_campaigns' }
