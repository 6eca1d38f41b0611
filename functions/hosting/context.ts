import { notFound } from '../../lib/runtime/errors.js'
import type { EventCampaign } from '../../lib/campaigns/event-campaign.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { type LinkedHost, opensTools } from '../../lib/hosting/host-link.js'
import type { HostRequest } from '../../lib/hosting/host-request.js'
import { type HostingLocale, hostingLocale } from '../../lib/hosting/pages/host-page.pages.js'
import type { Site } from '../../lib/runtime/site.js'
import type { Heard } from '../../lib/pages/locale.js'
import { ownerOf } from '../../lib/pages/page.js'
import type { findCampaign } from '../../lib/app/campaigns.js'
import type { App } from '../../lib/app/endpoint.js'
import type { findEvent } from '../../lib/app/link-tokens.js'
import type { settingsOf } from '../../lib/app/access.js'
import { findHostRequest } from '../../lib/hosting/store/hosting-store.js'

/** The parts of a service by which the link of a host is found. */
export interface HostParts {
  site: Site
  readHostLink: (token: string) => Promise<LinkedHost | undefined>
  table: App['table']
  findEvent: ReturnType<typeof findEvent>
  findCampaign: ReturnType<typeof findCampaign>
  settingsOf: ReturnType<typeof settingsOf>
}

/** The content of a link: an event that is not made yet, or its tools. */
export type Opened = { campaign: EventCampaign; locale: HostingLocale; country?: string | undefined } & (
  { event: OsdiEvent; request?: never } | { request: HostRequest; event?: never }
)

/**
 * Finds what the link of a host opens.
 * @throws OsdiError not_found for a link that is unknown, expired, replaced or revoked
 */
export async function openHostLink(
  token: string,
  heard: Heard,
  { site, readHostLink, table, findEvent, findCampaign, settingsOf }: HostParts,
): Promise<Opened> {
  const link = await readHostLink(token)
  const before = link && (await findEvent(link.event))
  const request = before || link?.generation !== 1 ? undefined : await findHostRequest(table, link.event, new Date())
  // Another request of the link may have published it between these reads.
  const event = before ?? (link && !request ? await findEvent(link.event) : undefined)
  if (!link || (event && !opensTools(event, link))) throw notFound()
  const campaignId = event?.event_campaign_id ?? request?.campaign
  const owner = event?.owner ?? request?.owner
  if (!campaignId || !owner) throw notFound()
  const [campaign, settings] = await Promise.all([findCampaign(owner, campaignId), settingsOf(owner)])
  const common = {
    campaign,
    locale: hostingLocale(event?.language ?? settings.language, heard, {
      owner: ownerOf(site, event ?? campaign, settings),
      colour: settings.colour,
    }),
    country: settings.country,
  }
  if (event) return { ...common, event }
  if (!request) throw notFound()
  return { ...common, request }
}
