import type { EventCampaign } from '../event-campaign.js'
import { SLUG_PATHS } from '../../resources/slug.js'

/** Returns the path of a campaign's page: the readable one, where it has one. */
export const pathOfCampaign = ({ id, slug }: Pick<EventCampaign, 'id' | 'slug'>): string =>
  slug === undefined ? `/event_campaigns/${id}` : `/${SLUG_PATHS.event_campaign}/${slug}`
