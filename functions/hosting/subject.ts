import { isHostingOpen } from '../../lib/hosting/hosting-campaign.js'
import type { Site } from '../../lib/runtime/site.js'
import type { Heard } from '../../lib/pages/locale.js'
import { ownerOf } from '../../lib/pages/page.js'
import type { HostingSubject } from '../../lib/hosting/pages/host-form-page.pages.js'
import type { publicCatalog } from '../../lib/app/catalog.js'

/** Finds a campaign whose events supporters host. @returns undefined where they do not */
export async function hostSubject(
  catalog: ReturnType<typeof publicCatalog>,
  id: string,
  site: Site,
  request: Heard,
): Promise<(HostingSubject & { settings: Settings }) | undefined> {
  const found = await catalog.findCampaignWithSettings(id)
  if (!found || !isHostingOpen(found.campaign)) return undefined
  const { campaign, settings } = found
  const { language, country } = settings
  const look = { owner: ownerOf(site, campaign, settings), color: settings.color }
  const group = campaign.sponsor?.title ?? campaign.title
  return { campaign, settings, group, look, language, country, request }
}

type Settings = NonNullable<
  Awaited<ReturnType<ReturnType<typeof publicCatalog>['findCampaignWithSettings']>>
>['settings']
