import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { items } from '../../lib/table/items/items.js'
import type { Kind } from '../../lib/table/items/kind.js'
import { listOf } from '../../lib/collections/numbered-list.js'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/table-design.md'), 'utf8')

/** The rows of the table under "Items", without the spaces that align it. */
const written = (/\n## Items\n(.*?)\n## /s.exec(page)?.[1] ?? '')
  .split(/\n\n/)
  .find((part) => part.includes('| pk '))
  ?.split('\n')
  .slice(2)
  .map((row) => row.replaceAll(/ +/g, ' ').trim())

/** The row of a kind of item, from the registry. */
function rowOf({ title, key, parts, memberOf, indexes = [] }: Kind): string {
  const { pk, sk } = key(...(parts.map((part) => `<${part}>`) as never[]))
  const ofLists = memberOf ? ['`members`' + (listOf(memberOf.list, '').keyOfMember ? ' or `pending`' : '')] : []
  const all = [...ofLists, ...indexes.map((index) => `\`${index}\``)].join(', ')
  return `| ${title} | \`${pk}\` | \`${sk}\` | ${all} |`.replaceAll(/ +/g, ' ')
}

it('docs/table-design.md lists every kind of item with its keys and indexes, as the registry in lib/table/items declares them', () => {
  expect(written).toEqual(Object.values<Kind>(items).map(rowOf))
})
