import { notFound } from '../../lib/runtime/errors.js'
import { publicEndpoint } from '../../lib/app/endpoint.js'
import { compressed } from '../../lib/http/headers/compressed.js'
import { groupSitemap } from '../../lib/pages/crawlers/sitemap.js'
import { eventFinder } from '../../lib/app/near.js'
import { publicCatalog } from '../../lib/app/catalog.js'

/** The pages of a group, of its campaigns and of its upcoming events. */
export const endpoint = publicEndpoint(
  { eventFinder, publicCatalog },
  async ({ eventFinder, publicCatalog, site }, { id, headers }) => {
    const group = await publicCatalog.findGroup(id())
    if (!group) throw notFound()
    const events = await eventFinder.withPages(`group:${group.id}`, new Date())
    const campaigns = await publicCatalog.visibleCampaigns(events.flatMap((event) => event.event_campaign_id ?? []))
    return compressed(groupSitemap(site, group, { campaigns, events }), headers, false)
  },
)
