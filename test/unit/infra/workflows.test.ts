import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each(readdirSync('.github/workflows'))('%s runs actions of one commit, and may read and no more', (file) => {
  const text = readFileSync(`.github/workflows/${file}`, 'utf8')
  const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action)
  expect(uses.length).toBeGreaterThan(0)
  for (const action of uses) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40}$/)
  expect(/^permissions:\n((?: {2}.*\n)+)/m.exec(text)?.[1]).toBe('  contents: read\n')
})
