import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LINES, costLines, costPage, costTables } from '../../../bench/cost.js'
import { isWhole } from '../../support/rooms.js'

it.runIf(isWhole)('docs/cost.md and its lines are what npx tsx bench/cost.ts writes', async () => {
  const page = readFileSync('docs/cost.md', 'utf8')
  expect(await costPage(page)).toBe(page)
  expect(costLines()).toBe(readFileSync(LINES, 'utf8'))
})

// Each queue that is polled costs 26 cents beyond what is free.
it('an idle stage without mail costs less than a dollar a month in an account without another one', () => {
  const idle = [...costTables().matchAll(/^\| An idle month.*$/gm)].map(([line]) => line)
  const paid = idle.filter((line) => !/mail/.test(line)).map((line) => Number(line.split('|')[3]))
  expect(paid).toHaveLength(2)
  for (const dollars of paid) expect(dollars).toBeLessThan(1)
})
