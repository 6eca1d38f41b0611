import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import type { EventCampaign } from '../event-campaign.js'
import { type Permission, mayDo } from '../../access/permissions.js'
import { pathOfCampaign } from '../documents/campaign-path.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Icon } from '../../manage/page/icons.js'
import { type PageParts, page } from '../../manage/page/page.js'
import { campaignPath, ownerPath } from '../../manage/paths.js'
import type { Texts } from '../../manage/texts.js'

type Ctx = Context<ManageEnv>

/** The pages of a campaign, each with the permission that it needs. */
const PAGES = {
  events: 'campaigns',
  review: 'campaigns',
  numbers: 'campaigns',
  worked: 'campaigns',
  messages: 'target',
  edit: 'campaigns',
} as const satisfies Record<keyof Texts['campaigns']['tabs'], Permission>
type CampaignPage = keyof typeof PAGES

/** Answers with a page of a campaign: its title, a link to its public page, and its tabs. */
export function campaignPage(
  c: Ctx,
  dependencies: ManageDependencies,
  campaign: EventCampaign,
  current: CampaignPage,
  { buttons, ...parts }: Pick<PageParts, 'children' | 'buttons' | 'status' | 'below'>,
): Response {
  const { nav, campaigns, eventPages } = c.get('texts')
  return page(c, {
    title: campaign.title,
    named: current === 'events' ? campaign.title : `${campaigns.tabs[current]}: ${campaign.title}`,
    section: 'campaigns',
    crumb: { href: ownerPath(c.get('owner').id, 'campaigns'), text: nav.areas.campaigns },
    buttons: (
      <>
        {buttons}
        <a class="btn" href={dependencies.site.publicUrl + pathOfCampaign(campaign)}>
          <Icon name="external-link" />
          {eventPages.view}
        </a>
      </>
    ),
    tabs: <Tabs c={c} campaign={campaign} current={current} hasMail={dependencies.sendsMail} />,
    ...parts,
  })
}

const Tabs: FC<{ c: Ctx; campaign: EventCampaign; current: CampaignPage; hasMail: boolean }> = ({
  c,
  campaign,
  current,
  hasMail,
}) => {
  const { campaigns: texts } = c.get('texts')
  const { id, role } = c.get('owner')
  const isThere = { review: (campaign.hosting ?? 'off') !== 'off', messages: hasMail }
  const visible = (Object.keys(PAGES) as CampaignPage[]).filter(
    (name) => name === current || (mayDo(role, PAGES[name]) && ({ ...isThere }[name as keyof typeof isThere] ?? true)),
  )
  return (
    <nav aria-label={texts.campaign} class="tabs">
      {visible.map((name) => (
        <a
          href={campaignPath(id, campaign.id, name === 'events' ? undefined : name)}
          aria-current={name === current ? 'page' : undefined}
        >
          {texts.tabs[name]}
        </a>
      ))}
    </nav>
  )
}
