import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { csvRow } from '../../lib/csv/row.js'
import { items } from '../../lib/table/items/items.js'
import type { Kind } from '../../lib/table/items/kind.js'
import { listOf } from '../../lib/collections/numbered-list.js'
import { isWhole } from '../support/rooms.js'

/* After a change of a kind of item: `npx vitest run test/docs/table-design.test.ts --update`. */

/** The row of a kind of item, from the registry. */
function rowOf({ title, key, parts, memberOf, indexes = [] }: Kind): string[] {
  const { pk, sk } = key(...(parts.map((part) => `<${part}>`) as never[]))
  const ofLists = memberOf ? ['members' + (listOf(memberOf.list, '').keyOfMember ? ' or pending' : '')] : []
  return [title, pk, sk, [...ofLists, ...indexes].join(', ')]
}

it.runIf(isWhole)(
  'docs/table-items.csv lists every kind of item with its keys and indexes, as the registry declares them',
  async () => {
    const rows = [['Item', 'pk', 'sk', 'Indexes'], ...Object.values<Kind>(items).map(rowOf)]
    await expect(rows.map(csvRow).join('').replaceAll('\r', '')).toMatchFileSnapshot(resolve('docs/table-items.csv'))
  },
)
