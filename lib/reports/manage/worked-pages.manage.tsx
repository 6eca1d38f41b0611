import type { Context, Hono } from 'hono'
import { outcomesFile } from '../outcomes-file.js'
import { mayDo } from '../../access/permissions.js'
import type { Owner } from '../../runtime/owner.js'
import { isDiscarded } from '../../events/manage/event-choice.manage.js'
import { originPolicy } from '../../events/origin.js'
import { RESULTS_PAGE, together } from '../what-worked.js'
import { requires, requiresInterfaceEvent } from '../../manage/access/guards.js'
import { campaignPage } from '../../campaigns/manage/campaign-frame.manage.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import { whatWorked } from '../store/what-worked.js'
import type { ManageEnv } from '../../manage/environment.js'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { Icon } from '../../manage/page/icons.js'
import { Empty } from '../../manage/page/notice.js'
import { spreadsheet } from '../../manage/page/spreadsheet.js'
import { eventPath, ownerPath } from '../../manage/paths.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { idIn } from '../../manage/request-params.js'
import { CountedAt, type NamesOf, Outcomes, Worked, linesOf, topFriends } from './worked-views.manage.js'
import { findPeople } from '../../people/store/find-people.js'

type Ctx = Context<ManageEnv>

const FILE = 'what-worked.csv'

/** Events of a campaign on its page, the newest; RSVPs of them that are counted at once, and how old a count may be. */
const EVENTS = 50
const AT_ONCE = 2_000
const AGE_MS = 60_000

/** The pages and files of what worked at an event, and at the events of a campaign. */
export function workedPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { table } = dependencies
  const ofEvent = eventPath(':event', RESULTS_PAGE)

  app.get(ofEvent, requiresInterfaceEvent, requires('see_statistics'), async (c) => {
    const event = c.get('event')
    const { worked, counted_date, isUnderWay } = await whatWorked(table, event)
    const names = await namesOf(c, dependencies, event.owner, topFriends(worked))
    if (isUnderWay) c.header('refresh', '5')
    return eventPage(c, 'worked', {
      buttons: worked.total.rsvps > 0 && <Download c={c} path={`${eventPath(event.id, RESULTS_PAGE)}.csv`} />,
      children: (
        <div class="stack g5">
          {worked.total.rsvps > 0 ? <Worked c={c} worked={worked} names={names} /> : !isUnderWay && <Nothing c={c} />}
          <CountedAt c={c} at={counted_date} isUnderWay={isUnderWay} />
        </div>
      ),
    })
  })

  app.get(`${ofEvent}.csv`, requiresInterfaceEvent, requires('see_statistics'), async (c) => {
    const event = c.get('event')
    const { worked } = await whatWorked(table, event)
    const names = await namesOf(c, dependencies, event.owner, Object.keys(worked.by_friend))
    return spreadsheet(c, outcomesFile(linesOf(worked, names)), FILE)
  })
}

/** The same of a campaign: its events side by side, and together. */
export function campaignWorkedPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const path = `${ownerPath(':owner', 'campaigns')}/:campaign/worked`

  app.get(path, requires('campaigns'), async (c) => {
    const { campaign, events, all, counted_date, isUnderWay } = await countCampaign(c, dependencies)
    const { worked: texts } = c.get('texts')
    const names = await namesOf(c, dependencies, campaign.owner, topFriends(all))
    const base = ownerPath(c.get('owner').id, `campaigns/${campaign.id}`)
    if (isUnderWay) c.header('refresh', '5')
    return campaignPage(c, dependencies, campaign, 'worked', {
      buttons: all.total.rsvps > 0 && <Download c={c} path={`${base}/worked.csv`} />,
      children: (
        <div class="stack g5">
          {all.total.rsvps > 0 ? (
            <>
              <Worked c={c} worked={all} names={names} />
              <h2>{texts.byEvent}</h2>
              <Outcomes
                c={c}
                title={texts.event}
                rows={events.map(({ event, worked }) => ({
                  name: <a href={eventPath(event.id, RESULTS_PAGE)}>{event.title}</a>,
                  outcome: worked.total,
                }))}
              />
              {events.length === EVENTS && <p class="quiet">{texts.newest(EVENTS)}</p>}
            </>
          ) : (
            !isUnderWay && <Nothing c={c} />
          )}
          <CountedAt c={c} at={counted_date} isUnderWay={isUnderWay} />
        </div>
      ),
    })
  })

  app.get(`${path}.csv`, requires('campaigns'), async (c) => {
    const { campaign, events, all } = await countCampaign(c, dependencies)
    const names = await namesOf(c, dependencies, campaign.owner, Object.keys(all.by_friend))
    const byEvent = events.map(({ event, worked }) => ({
      by: 'event',
      name: event.title,
      outcome: worked.total,
    }))
    return spreadsheet(c, outcomesFile([...linesOf(all, names), ...byEvent]), FILE)
  })
}

async function countCampaign(c: Ctx, { campaigns, events, table }: ManageDependencies) {
  const campaign = await campaigns.find(c.get('owner').owner, idIn(c, 'campaign'))
  const { members } = await events.listOfCampaign(campaign.id, { page: 1, per_page: EVENTS })
  const made = members.filter((event) => originPolicy(event).statistics && !isDiscarded(event))
  let left = AT_ONCE
  const counted = await Promise.all(
    made.map(async (event) => {
      const atOnce = left
      left = Math.max(0, left - event.total_attendances)
      return { event, ...(await whatWorked(table, event, { atOnce, age: AGE_MS })) }
    }),
  )
  const isUnderWay = counted.some((each) => each.isUnderWay)
  const [oldest] = counted.flatMap(({ counted_date }) => counted_date ?? []).sort()
  const all = together(counted.map(({ worked }) => worked))
  return { campaign, events: counted, all, counted_date: oldest, isUnderWay }
}

/** Names of people who have brought friends, for who may see guests. */
async function namesOf(
  c: Ctx,
  { table }: Pick<ManageDependencies, 'table'>,
  owner: Owner,
  ids: string[],
): Promise<NamesOf> {
  if (!mayDo(c.get('owner').role, 'see_guests')) return undefined
  const found = await findPeople(table, owner, ids)
  return new Map([...found].flatMap(([id, person]) => (nameOf(person) ? [[id, nameOf(person)]] : [])))
}

const Nothing = ({ c }: { c: Ctx }) => {
  const { statistics } = c.get('texts')
  return (
    <Empty icon="users" title={statistics.noRsvps}>
      <p>{statistics.noRsvpsYet}</p>
    </Empty>
  )
}

const Download = ({ c, path }: { c: Ctx; path: string }) => (
  <a class="btn" href={path} download="what-worked.csv">
    <Icon name="download" />
    {c.get('texts').worked.download}
  </a>
)
