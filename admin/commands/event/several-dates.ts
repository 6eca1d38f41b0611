import type { InterfaceDependencies } from '../../../lib/events/interface-event.js'
import type { EditDependencies } from '../../../lib/series/edit-dates.js'
import { REACHES } from '../../../lib/series/reach.js'
import { seriesEdits } from '../../../lib/series/store/series-edits.js'
import { seriesStore } from '../../../lib/series/store/series-store.js'
import type { Outcome } from '../../command.js'
import { oneOf, optional } from '../../options.js'
import { formatDetails } from '../../output/format.js'
import type { Stores } from '../../stores.js'

/** The option of commands that may concern several dates of a series. */
export const ofSeries = {
  series: optional(
    '--series <which>',
    'this date alone, or with the following, or all dates of its series: this, following or all',
    oneOf(REACHES),
  ),
}

/** The dependencies of edits of several dates. */
export const editing = (
  { events, table }: Pick<Stores, 'events' | 'table'>,
  dependencies: InterfaceDependencies,
): EditDependencies => ({
  ...dependencies,
  series: { ...seriesStore(table, events), ...seriesEdits(table) },
  findMany: (owner, ids) => events.findMany(owner, ids),
  findCounted: (owner, ids) => events.findCounted(owner, ids),
})

/** Names the dates that were changed. */
export const datesOutcome = (events: string[]): Outcome => ({
  json: { events },
  text: formatDetails({ changed: events.length, first: events[0], last: events.at(-1) }),
})
