import type { EventCampaign } from '../campaigns/event-campaign.js'
import { type Fault, OsdiError } from '../runtime/errors.js'

/** A campaign, as far as supporters host events of it. */
export type HostingCampaign = Pick<
  EventCampaign,
  'id' | 'hosting' | 'hosting_from' | 'hosting_until' | 'hosting_contacts'
>

/** Whether supporters may host events of a campaign now. */
export const isHostingOpen = ({ hosting = 'off' }: Pick<HostingCampaign, 'hosting'>): boolean => hosting !== 'off'

/**
 * Returns the fault of an event that starts outside the days of its campaign; undefined for one within them.
 * @param start wall clock
 */
export function faultOfDay(
  { hosting_from: from, hosting_until: until }: HostingCampaign,
  start: string,
): Fault | undefined {
  const day = start.slice(0, 10)
  if ((from === undefined || day >= from) && (until === undefined || day <= until)) return undefined
  const description = [from && `on ${from} or later`, until && `on ${until} or earlier`].filter(Boolean).join(' and ')
  return { error_code: 'outside_days', description: `start must be ${description}`, properties: ['start'] }
}

/** The refusal of a link whose event can no longer be made. */
export const hostingClosed = (reason: 'hosting_off' | 'outside_days'): OsdiError =>
  new OsdiError(
    'conflict',
    reason === 'hosting_off'
      ? 'Supporters no longer host events of this campaign'
      : 'The campaign no longer takes events on this day',
    [{ error_code: reason, description: 'The team has changed the campaign', properties: ['hosting'] }],
  )
