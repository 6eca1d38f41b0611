import { lists } from '../../collections/numbered-list.js'
import { readPage } from '../../collections/read-page.js'
import type { OsdiEvent } from '../../events/event.js'
import type { Owner } from '../../runtime/owner.js'
import { getMany } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import type { SearchedEvents } from '../../targeting/searched-events.js'
import { choiceOf, chosenEvents, summaryOf } from '../event-summary.js'
import { finder } from './finder.js'

/** The newest events of an owner, which the index of searches may not show yet, and campaigns that a word may name. */
const NEWEST = 25
const MOST_CAMPAIGNS = 100

/**
 * Finds the events that a search of a query stands for, by their summaries: at the cost of the page of events. Those
 * that were just made have no summary yet, and are read themselves.
 */
export async function eventsSearched(table: Table, owner: Owner, search: SearchedEvents): Promise<string[]> {
  const [{ summaries }, newest, campaigns] = await Promise.all([
    finder(table).events(owner),
    readPage<{ event: string }>(table, lists.selectableOf(owner), { page: 1, per_page: NEWEST }),
    readPage<{ id: string; title: string }>(table, lists.campaignsOf(owner), {
      page: 1,
      per_page: MOST_CAMPAIGNS,
    }),
  ])
  const items = await getMany(
    table,
    newest.members.map(({ event }) => keyOf.event(event)),
  )
  const all = new Map(summaries.map((summary) => [summary.id, summary]))
  for (const item of items) {
    if (!item) continue
    const summary = summaryOf(valueOf<OsdiEvent>(item))
    all.set(summary.id, summary)
  }
  const titles = new Map(campaigns.members.map(({ id, title }) => [id, title]))
  // A search for people is about events of programs, too.
  const searchable = [...all.values()].map((each) => ({ ...each, is_of_api: false }))
  const context = { now: new Date(), campaigns: titles, language: 'en' }
  return chosenEvents(searchable, choiceOf(search), context).events.map(({ id }) => id)
}
