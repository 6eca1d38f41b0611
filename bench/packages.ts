import { stat } from 'node:fs/promises'
import { build } from '../infra/package/build.js'
import { idOf } from '../infra/names.js'
import { allEndpoints } from '../lib/http/endpoints/endpoints.js'
import type { Row } from './print-table.js'

const BUDGET_KB = 150

/** Builds every function and measures the size of its zip. */
export async function measurePackages(): Promise<Row[]> {
  await build()
  return Promise.all(
    allEndpoints.map(async (endpoint) => {
      const kilobytes = Math.round((await stat(`build/${idOf(endpoint)}.zip`)).size / 1000)
      return {
        function: endpoint.name,
        KB: kilobytes,
        budget: BUDGET_KB,
        'over budget': kilobytes > BUDGET_KB,
      }
    }),
  )
}
