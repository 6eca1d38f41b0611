import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'
import { readFloors } from '../../checks/floors.js'
import { isWhole } from '../support/rooms.js'

/*
 * The needs of optional rooms come from lib/floors.json; their other columns are written by hand.
 * After a change of the floors: `npx vitest run test/docs/rooms.test.ts --update`.
 */

const PAGE = 'docs/architecture.md'
const MARKED = /(<!-- rooms -->\n)([^]*?)(<!-- end -->)/
const ROW = /^\| (\[([\w-]+)\][^|]+?) +\| ([^|]+?) +\|/gm

const text = readFileSync(PAGE, 'utf8')
const rows = [...(MARKED.exec(text)?.[2] ?? '').matchAll(ROW)]
const floors = readFloors()

it.runIf(isWhole)('the table of optional rooms says what each needs', async () => {
  const head = ['Room', 'Brings', 'Needs']
  const made = rows.map(([, link, room = '', brings]) => [link, brings, floors.rooms[room]?.join(', ')])
  const table = [head, head.map(() => '---'), ...made].map((row) => `| ${row.join(' | ')} |`).join('\n')
  const page = text.replace(MARKED, `$1\n${table}\n\n$3`)
  const formatted = await format(page, { ...(await resolveConfig(PAGE)), parser: 'markdown' })
  await expect(formatted).toMatchFileSnapshot(resolve(PAGE))
})

it.runIf(isWhole)('the table of optional rooms has every room once', () => {
  expect(rows.map(([, , room]) => room).sort()).toEqual(Object.keys(floors.rooms).sort())
})
