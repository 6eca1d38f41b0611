import { randomUUID } from 'node:crypto'
import { type QueryResult, newResult } from '../../../lib/targeting/query-result.js'
import type { TargetingQuery } from '../../../lib/targeting/targeting-query.js'
import { sourcesIn } from '../../../lib/app/targeting.js'
import { resolveSelection } from '../../../lib/targeting/store/resolve-selection.js'
import { resultStore } from '../../../lib/targeting/store/result-store.js'
import type { Table } from '../../../lib/table/table.js'
import { locateHomeIn } from '../../../lib/locations/geocode/locate-home.js'
import { openLocationTable } from '../../../lib/locations/geocode/location-table.js'
import { ensureLocationTable } from '../../../infra/package/location-table.js'
import { text } from '../../../lib/fields/values.js'
import { type Context, command } from '../../command.js'
import { owner, ownerIn, required } from '../../options.js'
import { formatDetails } from '../../output/format.js'
import { existing } from './existing.js'

export const id = required('<id>', 'id of the query', text)

export const run = command({
  name: 'run',
  does: 'Run a query again: find everyone who has acted by now',
  example: 'target run 4be1c7a0-… --group 6f2b8f5e-…',
  options: { ...owner, id },
  run: async ({ id, ...values }, context) => {
    const { find: load, table } = await existing(ownerIn(values), context.open)
    const query = await load(id)
    const result = await find(query, table, context)
    return { json: result, text: formatDetails({ query: id, title: query.title, ...summary(result) }) }
  },
})

/** Finds the people of a query here and now, however many attendances there are. */
export async function find(query: TargetingQuery, table: Table, { progress }: Context) {
  const locate = query.near && locateHomeIn(openLocationTable(await ensureLocationTable()))
  const sources = { ...sourcesIn(table), locate }
  const results = resultStore(table, sources)
  const result = newResult(query, randomUUID(), new Date(), await resolveSelection(table, query, sources))
  await results.begin(query, result, false)
  return results.compute(query.owner, result, progress())
}

/** The part of a result that people read. */
export const summary = ({ created_date, total_people, total_subscribed }: QueryResult) => ({
  result_date: created_date,
  people: total_people,
  subscribed: total_subscribed,
})
