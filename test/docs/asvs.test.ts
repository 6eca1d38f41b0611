import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isWhole } from '../support/rooms.js'

/** The rows of the table of a page, by their cells. */
const rowsOf = (page: string) =>
  readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

it.runIf(isWhole)('each promise and each requirement names a test that there is, or says that it is not met', () => {
  for (const [page, most] of [
    ['docs/asvs.md', 60],
    ['docs/accessibility.md', 30],
    ['docs/osps.md', 25],
    ['SECURITY.md', 25],
  ] as const) {
    const rows = rowsOf(page)
    expect(rows.length).toBeGreaterThan(most)
    for (const cells of rows) {
      const tests = cells.at(-1) ?? ''
      if (tests === '') expect(cells[1], cells[0]).toMatch(/^(Not met|No )/)
      const [folder = ''] = /test\/[\w/-]+\//.exec(tests) ?? []
      for (const [, path = ''] of tests.matchAll(/`([^`]+)`/g))
        expect(existsSync(path) || existsSync(folder + path), `${path} of ${cells[0] ?? ''}`).toBe(true)
    }
  }
})
