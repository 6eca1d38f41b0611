import { withDates, type Series } from '../plan-series.js'
import type { OsdiEvent } from '../../events/event.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'
import { change } from '../../table/change.js'
import { has, is } from '../../table/condition.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { changeItem, putIfAbsent, updateIgnoringConflict } from '../../table/transaction.js'

/** Stores series. Each is out of sight until it is finished. */
export function seriesStore(table: Table) {
  return {
    /** Writes a series that is not in sight yet, unless there is one. @returns the series that is kept */
    async begin(series: Series): Promise<Series> {
      const before = await putIfAbsent(table, keyOf.series(series.id), { ...series, making: true })
      return before ? seriesIn(before) : series
    },

    /** Returns those of some events that are not written yet. */
    async missing(wanted: OsdiEvent[]): Promise<OsdiEvent[]> {
      const found = await getMany(
        table,
        wanted.map(({ id }) => keyOf.event(id)),
        { consistent: true },
      )
      return wanted.filter((_, i) => found[i] === undefined)
    },

    /** Brings all events of a series into sight at once. Repeating it changes nothing. */
    async finish(id: string): Promise<void> {
      await updateIgnoringConflict(table, change(keyOf.series(id), { remove: ['making'] }, has('making')))
    },

    /**
     * Adds dates to a series, or begins one, which is in sight when it is finished. Repeating it changes nothing.
     * @param ids of the events, by start; those that it has are left as they are
     */
    extend: (series: Omit<Series, 'count' | 'events'>, ids: string[]): Promise<Series> =>
      retryOnConflict(async () => {
        const first = { ...withDates({ ...series, count: 0, events: [] }, ids) }
        const before = await putIfAbsent(table, keyOf.series(series.id), { ...first, making: true })
        if (!before) return first
        const { making: _making, ...known } = valueOf<Series & { making?: boolean }>(before)
        const after = withDates(known, ids)
        if (after === known) return known
        const { count, events } = after
        const changed = await changeItem(
          table,
          keyOf.series(series.id),
          { set: { count, events } },
          is('events', known.events),
        )
        return changed.item && after
      }),

    /** @returns undefined for a series that is unknown, or not made completely */
    async find(id: string): Promise<Series | undefined> {
      const item = await getOne(table, keyOf.series(id))
      return item && item['making'] === undefined ? seriesIn(item) : undefined
    },
  }
}

function seriesIn(item: Item): Series {
  const { making: _making, ...series } = valueOf<Series & { making?: boolean }>(item)
  return series
}
