import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withTable } from '../../../checks/formatted.js'
import { partsTable } from '../../../tools/rehearsal/parts.js'

it('the page of the rehearsal says what each of its parts proves', async () => {
  const page = 'tools/rehearsal/README.md'
  const text = readFileSync(page, 'utf8')
  expect(await withTable(text, page, 'parts', partsTable())).toBe(text)
})
