import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { EVENT_ORDERS, type EventChoice, chosenEvents, inRows } from '../event-summary.js'
import { EVENT_VIEWS, type EventView } from '../../events/event-view.js'
import { pageIn } from '../../manage/request-params.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { requires } from '../../manage/access/guards.js'
import { Field, NO_FAULTS, SearchBox, Select } from '../../manage/page/form.js'
import { page } from '../../manage/page/page.js'
import { PageLinks } from '../../manage/page/page-links.js'
import { EventRows } from '../../events/manage/event-rows.manage.js'
import { NewEvent } from '../../events/manage/home-page.manage.js'
import { Icon } from '../../manage/page/icons.js'
import { Empty } from '../../manage/page/notice.js'
import { formatNumber } from '../../manage/formats.js'
import { ownerPath } from '../../manage/paths.js'
import { type OwnerEvents, ownerEvents, readEvents } from './owner-events.manage.js'

type Ctx = Context<ManageEnv>

const PER_PAGE = 25
/** The dates of a series that its row shows. The page of the series has all of them. */
const MOST_DATES = 12

/** The events of an owner: found by words, places, campaigns and months, in several orders, with their number. */
export function eventsPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  app.get(ownerPath(':owner', 'actions'), requires('see_actions'), async (c) => {
    const { actions: texts } = c.get('texts')
    const choice = choiceIn(c)
    const all = await ownerEvents(c, dependencies)
    const context = { now: new Date(), campaigns: all.campaigns, language: c.get('lang') }
    const { events: chosen, counts } = chosenEvents(all.summaries, choice, context)
    const { page: number } = pageIn(c)
    const rows = inRows(chosen)
    const listed = rows.slice((number - 1) * PER_PAGE, number * PER_PAGE)
    const found = {
      page: number,
      per_page: PER_PAGE,
      total_records: rows.length,
      members: await readEvents(
        c,
        dependencies,
        listed.flatMap((row) => row.slice(0, MOST_DATES)),
      ),
    }
    const series = new Map(
      listed.flatMap(([first, ...others]) => (first?.series ? [[first.series, 1 + others.length]] : [])),
    )
    return page(c, {
      title: texts.title,
      ...(choice.view !== 'upcoming' && { named: texts.views[choice.view] }),
      section: 'actions',
      buttons: <NewEvent c={c} />,
      children: (
        <>
          <Filters c={c} choice={choice} all={all} counts={counts} />
          {all.isCut && <p class="hint">{texts.cut}</p>}
          {found.members.length === 0 ? (
            <None c={c} choice={choice} isEmpty={counts.all === 0} />
          ) : (
            <>
              <div class="card flush">
                <EventRows c={c} events={found.members} series={series} />
              </div>
              <PageLinks c={c} found={found} path={ownerPath(c.get('owner').id, 'actions')} query={queryOf(choice)} />
            </>
          )}
        </>
      ),
    })
  })

  // Their addresses before there was a choice.
  for (const view of ['past', 'all'] as const)
    app.get(`${ownerPath(':owner', 'actions')}/${view}`, requires('see_actions'), (c) =>
      c.redirect(`${ownerPath(c.get('owner').id, 'actions')}?view=${view}`, 303),
    )
}

function choiceIn(c: Ctx): EventChoice {
  const { view, find, location, campaign, month, order } = c.req.query()
  const text = (value: string | undefined) => value?.trim().slice(0, 200) || undefined
  return {
    view: EVENT_VIEWS.find((each) => each === view) ?? 'upcoming',
    ...(text(find) && { find: text(find) }),
    ...(text(location) && { location: text(location) }),
    ...(text(campaign) && { campaign: text(campaign) }),
    ...(month && /^\d{4}-\d{2}$/.test(month) && { month }),
    ...(order && EVENT_ORDERS.some((each) => each === order) && { order }),
  } as EventChoice
}

const queryOf = ({ view, ...choice }: EventChoice): Record<string, string> => ({
  ...(view !== 'upcoming' && { view }),
  ...(choice as Record<string, string>),
})

const addressOf = (c: Ctx, choice: EventChoice) => {
  const query = new URLSearchParams(queryOf(choice)).toString()
  return ownerPath(c.get('owner').id, 'actions') + (query && `?${query}`)
}

const Filters: FC<{
  c: Ctx
  choice: EventChoice
  all: OwnerEvents
  counts: Record<EventView, number>
}> = ({ c, choice, all, counts }) => {
  const { actions: texts, guests } = c.get('texts')
  const { view, find = '', location = '', campaign = '', month = '', order = 'date' } = choice
  const isNarrow = [location, campaign, month, choice.order].some(Boolean)
  const form = { values: { location, campaign, month, order }, faults: NO_FAULTS }
  return (
    <form method="get" role="search" aria-label={texts.title} class="stack g3">
      <div class="line">
        <SearchBox label={texts.find} value={find} />
        <button class="btn">{guests.search}</button>
      </div>
      <details class="more" open={isNarrow}>
        <summary>
          <Icon name="settings" />
          {texts.narrow}
          <Icon name="chevron-right" class="turn" />
        </summary>
        <div class="stack">
          <div class="cols">
            <Field texts={c.get('texts')} form={form} name="location" label={texts.location} />
            <Field
              texts={c.get('texts')}
              form={form}
              name="month"
              label={texts.month}
              class="num"
              placeholder="2026-12"
            />
          </div>
          <div class="cols">
            <Select
              form={form}
              name="campaign"
              label={texts.campaign}
              options={{ '': texts.anyCampaign, ...Object.fromEntries(all.campaigns) }}
            />
            <Select form={form} name="order" label={texts.order} options={texts.orders} />
          </div>
        </div>
      </details>
      {view !== 'upcoming' && <input type="hidden" name="view" value={view} />}
      <nav class="chips" aria-label={texts.state}>
        {EVENT_VIEWS.map((each) => (
          <a
            class="chip"
            href={addressOf(c, { ...choice, view: each })}
            aria-current={each === view ? 'page' : undefined}
          >
            {texts.views[each]} <b>{formatNumber(c, counts[each])}</b>
          </a>
        ))}
      </nav>
    </form>
  )
}

const None: FC<{ c: Ctx; choice: EventChoice; isEmpty: boolean }> = ({ c, choice, isEmpty }) => {
  const { actions: texts } = c.get('texts')
  const { view, ...narrower } = choice
  const isNarrowed = Object.keys(narrower).some((name) => name !== 'order')
  if (isNarrowed)
    return (
      <Empty icon="search" title={texts.noneFound}>
        <a class="btn" href={ownerPath(c.get('owner').id, 'actions')}>
          {texts.showAll}
        </a>
      </Empty>
    )
  return (
    <Empty icon="calendar-plus" title={isEmpty ? texts.none : texts.noneIn[view]}>
      <NewEvent c={c} />
    </Empty>
  )
}
