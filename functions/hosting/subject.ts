import { isHostingOpen } from '../../lib/domain/hosting/hosting-campaign.js'
import type { HostingSubject } from '../../lib/pages/hosting/host-form-page.js'
import type { publicCatalog } from '../../lib/service/public.js'

/** Finds a campaign whose events supporters host. @returns undefined where they do not */
export async function hostSubject(
  catalog: ReturnType<typeof publicCatalog>,
  id: string,
): Promise<(HostingSubject & { settings: Settings }) | undefined> {
  const found = await catalog.findCampaignWithSettings(id)
  if (!found || !isHostingOpen(found.campaign)) return undefined
  const { campaign, settings } = found
  const { language, country } = settings
  return { campaign, settings, group: campaign.sponsor?.title ?? campaign.title, language, country }
}

type Settings = NonNullable<
  Awaited<ReturnType<ReturnType<typeof publicCatalog>['findCampaignWithSettings']>>
>['settings']
