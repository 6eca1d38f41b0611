import type { Context } from 'hono'
import { isSelectable } from '../../events/origin.js'
import { choiceLabel, isDiscarded } from '../../events/manage/event-choice.manage.js'
import type { OsdiEvent } from '../../events/event.js'
import { isNativeId } from '../../fields/identifier.js'
import { type EventSummary, chosenEvents } from '../../finding/event-summary.js'
import { ownerEvents, readEvents } from '../../finding/manage/owner-events.manage.js'
import { readCountry } from '../../access/store/read-settings.js'
import { type Unit, unitIn } from '../../locations/reach.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import type { FormState } from '../../manage/page/form.js'
import { listTags } from '../../tags/store/tag-store.js'
import { entriesIn, wordsIn } from './query-form.manage.js'

type Ctx = Context<ManageEnv>
type Options = [value: string, label: string][]

/** Events of each state in a select; others are found by words. */
const MOST_OF_STATE = 100
const MOST_TAGS = 100
/** Events of programs are read to be named: among the newest events, which may have no summary yet, and older ones. */
const NEWEST = 15
const MOST_OLDER = 10

/** The names of what a query may speak of. */
export interface Names {
  /** The events that were chosen, by their ids. */
  events: ReadonlyMap<string, Pick<OsdiEvent, 'origin' | 'origin_system' | 'title' | 'questions' | 'start_date'>>
  /** Titles of campaigns and series by their ids. */
  campaigns: ReadonlyMap<string, string>
  series: ReadonlyMap<string, string>
}

/** The events, tags and campaigns that a sentence offers. */
export interface Choices extends Names {
  /** The events by their state, each with its day. */
  offered: Record<'upcoming' | 'past' | 'cancelled', Options>
  /** Upcoming events with a place, near which people may live. */
  places: Options
  tags: string[]
  /** The unit in which a new sentence asks. */
  unit: Unit
}

/** Reads what a sentence offers, and the names of what was chosen in it. Nothing that was thrown away is offered. */
export async function choicesFor(
  c: Ctx,
  dependencies: ManageDependencies,
  values: FormState['values'],
): Promise<Choices> {
  const { owner } = c.get('owner')
  const { events, table } = dependencies
  const named = [...entriesIn(values), values['near.event'] ?? ''].filter(isNativeId)
  const [all, selectable, tags, chosen, country] = await Promise.all([
    ownerEvents(c, dependencies),
    events.listSelectable(owner, { page: 1, per_page: NEWEST }),
    listTags(table, owner, { page: 1, per_page: MOST_TAGS }),
    events.findMany(owner, named),
    readCountry(table, owner),
  ])
  const programs = await ofPrograms(c, dependencies, all.summaries, selectable.members)
  const own = all.summaries.filter(({ is_of_api }) => !is_of_api)
  const find = wordsIn(values)
  const context = { now: new Date(), campaigns: all.campaigns, language: c.get('lang') }
  const labelOf = ({ id, title, starts }: EventSummary) =>
    programs.get(id) ??
    choiceLabel(c, { origin: 'interface', origin_system: '', title, ...(starts && { start_date: starts }) })
  const summaries = [...own, ...all.summaries.filter(({ id }) => programs.has(id))].map((each) => ({
    ...each,
    is_of_api: false,
  }))
  // The newest of programs may have no summary yet.
  const missing = [...programs].filter(([id]) => !summaries.some((each) => each.id === id))
  const inState = (view: keyof Choices['offered']) =>
    chosenEvents(summaries, { view, ...(find && { find }) }, context).events.slice(0, MOST_OF_STATE)
  const options = (found: EventSummary[]): Options => found.map((each) => [each.id, labelOf(each)])
  const upcoming = inState('upcoming')
  return {
    offered: {
      upcoming: options(upcoming),
      past: [...options(inState('past')), ...(find ? [] : missing)],
      cancelled: options(inState('cancelled')),
    },
    places: options(upcoming.filter(({ location }) => location !== '')),
    events: chosen,
    campaigns: all.campaigns,
    series: seriesAmong(own),
    tags: tags.members.map(({ name }) => name).sort(),
    unit: unitIn(country),
  }
}

/** Returns the labels of events that programs have made, of those with RSVPs. */
async function ofPrograms(
  c: Ctx,
  dependencies: ManageDependencies,
  summaries: EventSummary[],
  newest: OsdiEvent[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Set(newest.map(({ id }) => id))
  const older = summaries.filter(({ id, is_of_api }) => is_of_api && !known.has(id)).slice(-MOST_OLDER)
  const all = [...newest.filter(({ origin }) => origin === 'api'), ...(await readEvents(c, dependencies, older))]
  return new Map(
    all.filter((event) => isSelectable(event) && !isDiscarded(event)).map((event) => [event.id, choiceLabel(c, event)]),
  )
}

/** Returns the series among some events by their ids, with the titles of their first dates. */
function seriesAmong(summaries: EventSummary[]): Map<string, string> {
  const titles = new Map<string, string>()
  for (const { series, title } of summaries) if (series !== undefined && !titles.has(series)) titles.set(series, title)
  return titles
}
