import { notFound } from '../../lib/runtime/errors.js'
import type { EventCampaign } from '../../lib/campaigns/event-campaign.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { opensTools, readHostToken } from '../../lib/hosting/host-link.js'
import type { HostRequest } from '../../lib/hosting/host-request.js'
import { type HostingLocale, hostingLocale } from '../../lib/hosting/pages/host-page.pages.js'
import type { Site } from '../../lib/runtime/site.js'
import type { Heard } from '../../lib/pages/locale.js'
import { ownerOf } from '../../lib/pages/page.js'
import type { findCampaign } from '../../lib/app/campaigns.js'
import type { App } from '../../lib/app/endpoint.js'
import type { settingsOf } from '../../lib/app/access.js'
import { findHostRequest } from '../../lib/hosting/store/hosting-store.js'
import { readSigned } from '../../lib/attendances/links/link-key-store.js'
import { loadEvent } from '../../lib/events/store/load-event.js'

/** The parts of a service by which the link of a host is found. */
export interface HostParts {
  site: Site
  table: App['table']
  findCampaign: ReturnType<typeof findCampaign>
  settingsOf: ReturnType<typeof settingsOf>
}

/** The content of a link: an event that is not made yet, or its tools. */
export type Opened = {
  campaign: EventCampaign
  locale: HostingLocale
  country?: string | undefined
  /** The time zone of the owner, for events whose location tells none. */
  zone?: string | undefined
  /** Whether the owner refuses anybody: only then are refusals read. */
  refuses: boolean
} & ({ event: OsdiEvent; request?: never } | { request: HostRequest; event?: never })

/**
 * Finds what the link of a host opens.
 * @throws OsdiError not_found for a link that is unknown, expired, replaced or revoked
 */
export async function openHostLink(
  token: string,
  heard: Heard,
  { site, table, findCampaign, settingsOf }: HostParts,
): Promise<Opened> {
  const link = await readSigned(table, token, readHostToken)
  const before = link && (await loadEvent(table, link.event))
  const request = before || link?.generation !== 1 ? undefined : await findHostRequest(table, link.event, new Date())
  // Another request of the link may have published it between these reads.
  const event = before ?? (link && !request ? await loadEvent(table, link.event) : undefined)
  if (!link || (event && !opensTools(event, link))) throw notFound()
  const campaignId = event?.event_campaign_id ?? request?.campaign
  const owner = event?.owner ?? request?.owner
  if (!campaignId || !owner) throw notFound()
  const [campaign, settings] = await Promise.all([findCampaign(owner, campaignId), settingsOf(owner)])
  const common = {
    campaign,
    locale: hostingLocale(event?.language ?? settings.language, heard, {
      owner: ownerOf(site, event ?? campaign, settings),
      color: settings.color,
    }),
    country: settings.country,
    zone: settings.timezone_identifier,
    refuses: settings.refuses_people ?? false,
  }
  if (event) return { ...common, event }
  if (!request) throw notFound()
  return { ...common, request }
}
