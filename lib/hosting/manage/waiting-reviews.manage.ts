import type { Context } from 'hono'
import { mayDo } from '../../access/permissions.js'
import type { EventCampaign } from '../../campaigns/event-campaign.js'
import type { Need } from '../../events/manage/home-page.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { reviewPath } from '../../manage/paths.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import { waitingForReview } from '../store/hosting-store.js'

/** The newest campaigns, among which those with events to review are looked for. */
const NEWEST = 25

/** Returns how many events of each campaign wait for the team. */
export async function waitingOf(
  campaigns: readonly EventCampaign[],
  { table }: Pick<ManageDependencies, 'table'>,
): Promise<Map<string, number>> {
  const hosted = campaigns.filter((campaign) => (campaign.hosting ?? 'off') !== 'off')
  const counts = await Promise.all(hosted.map(({ id }) => waitingForReview(table, id, 0)))
  return new Map(hosted.map(({ id }, i) => [id, counts[i]?.total ?? 0]))
}

/** Returns the campaigns whose events wait for the team, for the home of who may decide. */
export const waitingReviews =
  ({ campaigns, table }: ManageDependencies) =>
  async (c: Context<ManageEnv>): Promise<Need[]> => {
    const { owner, id, role } = c.get('owner')
    if (!mayDo(role, 'campaigns')) return []
    const { members } = await campaigns.list(owner, { page: 1, per_page: NEWEST })
    const waiting = await waitingOf(members, { table })
    const { campaigns: texts } = c.get('texts')
    return members.flatMap((campaign): Need[] => {
      const count = waiting.get(campaign.id) ?? 0
      if (count === 0) return []
      const title = texts.toReview(count, formatNumber(c, count))
      return [{ icon: 'list-checks', title, text: campaign.title, href: reviewPath(id, campaign.id) }]
    })
  }
