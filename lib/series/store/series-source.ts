import { getOne } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'
import type { Sources } from '../../targeting/sources.js'

/** The series that queries name: for all of their dates, whenever these are added. */
export const seriesSource = (table: Table): NonNullable<Sources['series']> => ({
  async isOf(owner, id) {
    const item = await getOne(table, keyOf.series(id))
    return item !== undefined && item['making'] === undefined && item['owner'] === owner
  },

  async eventsOf(id) {
    return ((await getOne(table, keyOf.series(id)))?.['events'] as string[] | undefined) ?? []
  },
})
