import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'
import { capabilities } from '../../lib/app/capabilities.js'
import { type Cell, type Row, allRows, askers } from '../support/rights/rows.js'
import { isWhole } from '../support/rooms.js'

/*
 * The tables of docs/access.md and access.csv are made from the guards of the code. After a change of one:
 * `npx vitest run test/docs/who-may.test.ts --update`.
 */

const PAGE = 'docs/access.md'
const TABLE = 'docs/access.csv'
const MARKED = /(<!-- access -->\n)[^]*?(<!-- end -->)/

const SIGNS: Record<Cell, string> = { yes: 'yes', own: 'own', browsers: 'if on', no: '' }

it.runIf(isWhole)('the page has every key, link, cookie and code', async () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(page).toMatch(MARKED)
  const made = page.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${capabilityTable()}\n\n${end}`)
  const formatted = await format(made, { ...(await resolveConfig(PAGE)), parser: 'markdown' })
  await expect(formatted).toMatchFileSnapshot(resolve(PAGE))
})

it.runIf(isWhole)('the table beside it has every address, and everybody who may ask', async () => {
  const rows = [['part', 'method and path', 'needs', ...askers], ...(await allRows()).map(cellsOf)]
  await expect(`${rows.map((row) => row.map(quoted).join()).join('\n')}\n`).toMatchFileSnapshot(resolve(TABLE))
})

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const code = (texts: readonly string[] = []) => texts.map((text) => `\`${text}\``).join(', ')

function capabilityTable(): string {
  const rows = capabilities.map((each) => [
    each.name,
    [...(each.at === undefined ? [] : [code([each.at])]), ...(each.in === undefined ? [] : [each.in])].join(', '),
    each.opens,
    each.givenTo,
    each.ends,
    each.erasure === 'ends' ? 'ends it' : 'is not about it',
    [code(each.shownAt), code(each.mails)].filter(Boolean).join('; mails '),
  ])
  const head = ['What', 'Where a request has it', 'Opens', 'Given to', 'Ends', 'An erasure of its person', 'Stands in']
  return table(head, rows)
}

const cellsOf = ({ part, route, needs, cells }: Row) => [
  part,
  route,
  needs,
  ...askers.map((asker) => SIGNS[cells[asker] as Cell]),
]

const quoted = (text: string) => (text.includes(',') ? `"${text}"` : text)
