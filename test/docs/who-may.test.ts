import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { capabilities } from '../../lib/app/capabilities.js'
import { csvRow } from '../../lib/csv/row.js'
import type { Capability } from '../../lib/runtime/capability.js'
import { type Cell, type Row, allRows, askers } from '../support/rights/rows.js'
import { isWhole } from '../support/rooms.js'

/*
 * docs/access.csv and docs/capabilities.csv are made from the guards of the code. After a change of one:
 * `npx vitest run test/docs/who-may.test.ts --update`.
 */

const TABLE = 'docs/access.csv'
const CAPABILITIES = 'docs/capabilities.csv'

const SIGNS: Record<Cell, string> = { yes: 'yes', own: 'own', browsers: 'if on', no: '' }

it.runIf(isWhole)('a table has every key, link, cookie and code', async () => {
  await expect(capabilityRows().map(csvRow).join('').replaceAll('\r', '')).toMatchFileSnapshot(resolve(CAPABILITIES))
})

it.runIf(isWhole)('another has every address, and everybody who may ask', async () => {
  const rows = [['part', 'method and path', 'needs', ...askers], ...(await allRows()).map(cellsOf)]
  await expect(`${rows.map((row) => row.map(quoted).join()).join('\n')}\n`).toMatchFileSnapshot(resolve(TABLE))
})

const ERASURES: Record<Capability['erasure'], string> = {
  ends: 'ends it',
  'of no person': 'is not about it',
  'of nobody known': 'does not end it; its label stays, also in the log',
}

const joined = (texts: readonly string[] = []) => texts.join(', ')

function capabilityRows(): string[][] {
  const rows = capabilities.map((each) => [
    each.name,
    [each.at, each.in].filter((text) => text !== undefined).join(', '),
    each.opens,
    each.givenTo,
    each.ends,
    ERASURES[each.erasure],
    [joined(each.shownAt), joined(each.mails)].filter(Boolean).join('; mails '),
  ])
  const head = ['What', 'Where a request has it', 'Opens', 'Given to', 'Ends', 'An erasure of its person', 'Stands in']
  return [head, ...rows]
}

const cellsOf = ({ part, route, needs, cells }: Row) => [
  part,
  route,
  needs,
  ...askers.map((asker) => SIGNS[cells[asker] as Cell]),
]

const quoted = (text: string) => (text.includes(',') ? `"${text}"` : text)
