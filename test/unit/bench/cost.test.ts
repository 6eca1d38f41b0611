import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { costTables } from '../../../bench/cost.js'

/** Tables as they are meant, however they are aligned. */
const plain = (text: string) => text.replace(/-{3,}/g, '---').replace(/[ \t]+/g, ' ')

it.each(costTables())('docs/cost.md has what npm run bench:cost prints: %s', (table) => {
  expect(plain(readFileSync('docs/cost.md', 'utf8'))).toContain(plain(table))
})
