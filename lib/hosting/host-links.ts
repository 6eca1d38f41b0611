import type { Site } from '../runtime/site.js'

/** The form by which supporters host an event of a campaign. */
export const hostFormLink = ({ publicUrl }: Pick<Site, 'publicUrl'>, campaign: string) => ({
  href: `${publicUrl}/event_campaigns/${campaign}/host`,
})

/** The page of a host: the event to publish, and its tools from then on. */
export const hostLink = ({ publicUrl }: Pick<Site, 'publicUrl'>, token: string) => ({
  href: `${publicUrl}/host/${token}`,
})
