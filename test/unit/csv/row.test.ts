import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { peoplePart } from '../../../lib/targeting/files/people-file.js'
import { csvRow } from '../../../lib/csv/row.js'
import { enteredPerson } from '../../../lib/people/person.js'
import { readCsv } from '../../support/clients/csv.js'

const read = (cells: string[]) =>
  Object.values(readCsv(csvRow(cells.map((_, i) => `column ${i}`)) + csvRow(cells))[0] ?? {})

describe('a row of a file', () => {
  it('is read as it was written, but for an apostrophe before what a spreadsheet would compute', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('=+-@\t\r\n ", ;\'aé＝'), '\u200b') })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
        for (const [i, cell] of read(cells).entries()) expect([cells[i], `'${cells[i]}`]).toContain(cell)
      }),
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r', '\n=1', '  =1', '＝1', '\u200b=1'])(
    'holds no formula: %j',
    (cell) => expect(read([cell])).toEqual([`'${cell}`]),
  )

  it.each(['Ana', 'a=1', "O'Neil", '1-2', '', '62701', 'x@example.org'])('leaves %j as it is', (cell) =>
    expect(read([cell])).toEqual([cell]),
  )
})

describe('a file in parts', () => {
  it('is whole when the parts are put together, each within what an answer holds', async () => {
    const person = (i: number) =>
      enteredPerson(
        { id: `${i}`, owner: 'group:one', given_name: '"'.repeat(3_000), email: `${i}@example.org` },
        new Date(),
      )
    const total = 1_500
    const source = {
      // Some people are no more.
      read: async (from: number, count: number) =>
        Array.from({ length: count }, (_, i) => ({
          person: person(from + i),
          position: from + i,
          events: ['a'],
        })).filter(({ position }) => position % 7 !== 0),
      total,
      eventOf: () => ({ title: 'Rally' }),
    }
    let [file, parts] = ['', 0]
    for (let after: number | undefined = 0; after !== undefined; parts++) {
      const { csv, next }: { csv: string; next?: number } = await peoplePart(source, after)
      expect(Buffer.byteLength(JSON.stringify(csv))).toBeLessThan(6_000_000)
      file += csv
      after = next
    }
    expect(parts).toBeGreaterThan(1)
    const expected = Array.from({ length: total }, (_, i) => i).filter((i) => i % 7 !== 0)
    expect(readCsv(file).map(({ id }) => Number(id))).toEqual(expected)
  })
})
