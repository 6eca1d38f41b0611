import type { Context } from 'hono'
import type { FC, PropsWithChildren } from 'hono/jsx'
import type { EventCampaign } from '../event-campaign.js'
import type { OsdiEvent } from '../../events/event.js'
import { bySoonest, isOver, upcomingOrAll } from '../../events/upcoming.js'
import { mayDo } from '../../access/permissions.js'
import { isHostingOpen } from '../../hosting/hosting-campaign.js'
import { type Page, totalPages } from '../../fields/page.js'
import type { Person } from '../../people/person.js'
import type { Site } from '../../runtime/site.js'
import { pathOfCampaign } from '../documents/campaign-path.js'
import { hostFormLink } from '../../hosting/host-links.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { EventRows } from '../../events/manage/event-rows.manage.js'
import { Icon } from '../../manage/page/icons.js'
import { CopyField, Empty } from '../../manage/page/notice.js'
import { PageLinks } from '../../manage/page/page-links.js'
import { Form } from '../../manage/page/page.js'
import { campaignPath, ownerPath, reviewPath } from '../../manage/paths.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { campaignPage } from './campaign-frame.manage.js'
import { FinderSnippet } from './finder-snippet.manage.js'

type Ctx = Context<ManageEnv>

interface Shown {
  found: Page<OsdiEvent>
  /** Number of its events that wait for a review. */
  waiting: number
  trusted: Person[]
}

/** The first page of a campaign: its events, its addresses, and the hosts whom the team trusts. */
export function campaignOverview(
  c: Ctx,
  dependencies: ManageDependencies,
  campaign: EventCampaign,
  { found, waiting, trusted }: Shown,
): Response {
  const { campaigns: texts } = c.get('texts')
  const { id: ownerId, role } = c.get('owner')
  return campaignPage(c, dependencies, campaign, 'events', {
    buttons: (
      <>
        {waiting > 0 && (
          <a class="btn main" href={reviewPath(ownerId, campaign.id)}>
            {texts.toReview(waiting, formatNumber(c, waiting))}
          </a>
        )}
        {mayDo(role, 'change_events') && (
          <a class="btn" href={`${ownerPath(ownerId, 'actions/new')}?campaign=${campaign.id}`}>
            <Icon name="plus" />
            {texts.newEvent}
          </a>
        )}
      </>
    ),
    children: (
      <div class="two">
        <div class="stack">
          <Events c={c} found={found} path={campaignPath(ownerId, campaign.id)} />
        </div>
        <aside class="stack g5" aria-label={c.get('texts').share.title}>
          <Share c={c} site={dependencies.site} campaign={campaign} />
          {trusted.length > 0 && <Trusted c={c} campaign={campaign.id} trusted={trusted} />}
        </aside>
      </div>
    ),
  })
}

const Events: FC<{ c: Ctx; found: Page<OsdiEvent>; path: string }> = ({ c, found, path }) =>
  found.members.length === 0 && found.page === 1 ? (
    <Empty icon="calendar-days" title={c.get('texts').campaigns.noEvents} />
  ) : (
    <>
      <div class="card flush">
        <EventRows c={c} events={inOrder(found.members, new Date())} />
      </div>
      {totalPages(found) > 1 && <PageLinks c={c} found={found} path={path} />}
    </>
  )

/** Returns the events of a page in the order in which people think of them: the soonest first, and past ones last. */
function inOrder(events: readonly OsdiEvent[], now: Date): OsdiEvent[] {
  const { open = [], past = [] } = Object.groupBy(events, (event) => (isOver(event, now) ? 'past' : 'open'))
  return [...upcomingOrAll(open, now), ...past.toSorted(bySoonest).toReversed()]
}

/** The addresses of a campaign, and the code for another site. */
const Share: FC<{ c: Ctx; site: Site; campaign: EventCampaign }> = ({ c, site, campaign }) => {
  const { campaigns: texts, share, copy, copied } = c.get('texts')
  const common = { button: copy, done: copied }
  return (
    <section class="card stack">
      <h2>{share.title}</h2>
      <Shared title={texts.publicPage}>
        <CopyField id="page" label={texts.publicPage} value={site.publicUrl + pathOfCampaign(campaign)} {...common} />
      </Shared>
      {isHostingOpen(campaign) && (
        <Shared title={texts.formForHosts}>
          <CopyField id="form" label={texts.formForHosts} value={hostFormLink(site, campaign.id).href} {...common} />
        </Shared>
      )}
      <Shared title={texts.finder}>
        <FinderSnippet c={c} address={`${site.publicUrl}/event_campaigns/${campaign.id}`} title={campaign.title} />
      </Shared>
    </section>
  )
}

const Shared: FC<PropsWithChildren<{ title: string }>> = ({ title, children }) => (
  <div class="stack tight">
    <h3>{title}</h3>
    {children}
  </div>
)

/** The hosts whose events need no review. */
const Trusted: FC<{ c: Ctx; campaign: string; trusted: Person[] }> = ({ c, campaign, trusted }) => {
  const { campaigns: texts } = c.get('texts')
  return (
    <section class="card stack">
      <h2>{texts.trustedHosts}</h2>
      <p class="hint">{texts.trustedHint}</p>
      <ul class="rows">
        {trusted.map((person) => (
          <li>
            <span class="grow">{nameOf(person) || person.email_addresses[0]?.address}</span>
            <Form c={c} action={campaignPath(c.get('owner').id, campaign, 'distrust')}>
              <input type="hidden" name="person" value={person.id} />
              <button class="btn ghost">{texts.distrust}</button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
