import type { CountedCampaign } from '../event-campaign.js'
import type { Paths } from '../../hal/links.js'
import { pathsOfRooms } from '../../hal/links-of-rooms.js'

/** Paths of the links of a campaign, in every version. */
export const campaignPaths = ({ id }: CountedCampaign): Paths => {
  const self = `event_campaigns/${id}`
  return {
    self,
    'osdi:events': `${self}/events`,
    ':embed': `${self}/embed`,
    ...pathsOfRooms('campaign', self),
  }
}

export const campaignPages = { at: 'event_campaigns', rel: ':event_campaigns' }
