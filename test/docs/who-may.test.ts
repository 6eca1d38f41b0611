import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'
import { capabilities } from '../../lib/app/capabilities.js'
import { type Cell, KEYS, type Row, SESSIONS, allRows, askers, links } from '../support/rights/rows.js'
import { isWhole } from '../support/rooms.js'

/*
 * The tables of docs/access.md are made from the guards of the code. After a change of one:
 * `npx vitest run test/docs/who-may.test.ts --update`.
 */

const PAGE = 'docs/access.md'
const MARKED = /(<!-- access -->\n)[^]*?(<!-- end -->)/

const SIGNS: Record<Cell, string> = { yes: '✓', own: 'own', browsers: 'if on', no: '' }

it.runIf(isWhole)(
  'the tables of access have every address, everybody who may ask, and every link and secret',
  async () => {
    const page = readFileSync(PAGE, 'utf8')
    expect(page).toMatch(MARKED)
    const tables = [capabilityTable(), ...(await accessTables())].join('\n\n')
    const made = page.replace(MARKED, (_, begin: string, end: string) => `${begin}\n${tables}\n\n${end}`)
    const formatted = await format(made, { ...(await resolveConfig(PAGE)), parser: 'markdown' })
    await expect(formatted).toMatchFileSnapshot(resolve(PAGE))
  },
)

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
  return `## Keys, links, cookies and codes\n\n${table(head, rows)}`
}

async function accessTables(): Promise<string[]> {
  const rows = await allRows()
  const parts = [...new Set(rows.map(({ part }) => part))]
  return parts.map((part) => {
    const of = rows.filter((row) => row.part === part)
    return `## ${part}\n\n${table(['Method and path', 'Needs', ...askers.map(shortOf)], of.map(cellsOf))}`
  })
}

const cellsOf = ({ route, needs, cells }: Row) => [
  code([route]),
  code(needs ? needs.split(', ') : []),
  ...askers.map((asker) => SIGNS[cells[asker] as Cell]),
]

/** A heading of a column. */
const shortOf = (asker: string) =>
  ([...KEYS, ...SESSIONS] as readonly string[]).includes(asker)
    ? asker
    : asker.replace(/^(Link|Code|Secret) (of|to) (an? )?/, '')

it('each link and secret that opens an address has a column', () => {
  expect(askers).toEqual(expect.arrayContaining(links.map(({ name }) => name)))
})
