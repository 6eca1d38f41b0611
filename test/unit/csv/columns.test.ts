import { describe, expect, it } from 'vitest'
import { openCsv } from '../../../lib/csv/csv-file.js'
import { TooManyColumns } from '../../../lib/csv/read-rows.js'

const row = (count: number, cell = 'a') => Array<string>(count).fill(cell).join(',')
const open = (text: string) => openCsv(() => [Buffer.from(text)])

describe('a CSV file', () => {
  it('may have 200 columns', async () => {
    expect((await open(`${row(200)}\n${row(200)}`))?.headings).toHaveLength(200)
  })

  it.each([
    ['in its headings', `${row(201)}\n1`],
    ['in a row', `a,b\n1,2\n${row(201)}`],
    ['of other separators', `${row(201).replaceAll(',', ';')}\n1`],
    ['in quotes over several lines', `${row(201, '"a\nb"')}\n1`],
    ['by the ten thousand', `${row(100_000)}\n${row(100_000)}`],
  ])('is refused with more of them %s', async (_, text) => {
    await expect(open(text)).rejects.toThrow(TooManyColumns)
  })

  it('without a row is read in proportion to its length', async () => {
    const before = performance.now()
    await expect(open(','.repeat(900_000))).rejects.toThrow(TooManyColumns)
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  it('may have commas within its cells', async () => {
    expect((await open(`"${row(500)}",b\n1,2`))?.headings).toHaveLength(2)
  })
})
