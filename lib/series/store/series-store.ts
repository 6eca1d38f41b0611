import type { SeriesMaking } from '../make-series.js'
import { type SeriesGrowing, withDates, type Series } from '../plan-series.js'
import type { OsdiEvent } from '../../events/event.js'
import type { IdentifiedStore } from '../../resources/record-by-identifier.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'
import { change } from '../../table/change.js'
import { has, is } from '../../table/condition.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { changeItem, putIfAbsent, updateIgnoringConflict } from '../../table/transaction.js'

export interface SeriesStore extends SeriesMaking, SeriesGrowing {
  /** @returns undefined for a series that is unknown, or not made completely */
  find(id: string): Promise<Series | undefined>
}

/** Stores series. @param events writes the events of a series */
export function seriesStore(table: Table, events: Pick<IdentifiedStore<OsdiEvent>, 'create'>): SeriesStore {
  return {
    async begin(series) {
      const before = await putIfAbsent(table, keyOf.series(series.id), { ...series, making: true })
      return before ? seriesIn(before) : series
    },

    async missing(wanted) {
      const found = await getMany(
        table,
        wanted.map(({ id }) => keyOf.event(id)),
        { consistent: true },
      )
      return wanted.filter((_, i) => found[i] === undefined)
    },

    async write(event) {
      await events.create(event)
    },

    async finish(id) {
      await updateIgnoringConflict(table, change(keyOf.series(id), { remove: ['making'] }, has('making')))
    },

    extend: (series, ids) =>
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

    async find(id) {
      const item = await getOne(table, keyOf.series(id))
      return item && item['making'] === undefined ? seriesIn(item) : undefined
    },
  }
}

function seriesIn(item: Item): Series {
  const { making: _making, ...series } = valueOf<Series & { making?: boolean }>(item)
  return series
}
