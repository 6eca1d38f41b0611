import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { peoplePart } from '../../../lib/targeting/files/people-file.js'
import { Readable } from 'node:stream'
import { readRows } from '../../../lib/csv/read-rows.js'
import { csvRow, sheetRows, withoutEscapes } from '../../../lib/csv/row.js'
import { enteredPerson } from '../../../lib/people/person.js'
import { readCsv } from '../../support/clients/csv.js'

const read = (cells: string[]) =>
  Object.values(readCsv(csvRow(cells.map((_, i) => `column ${i}`)) + csvRow(cells))[0] ?? {})

/** The rows of a file as our own import reads them. */
async function imported(file: string): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of readRows(Readable.from([file]))) rows.push(cells)
  return rows
}

/** The cells of a program that splits at one character and reads quotes as spreadsheets do. */
function cellsAt(separator: string, file: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (let i = 0; i < file.length; i++) {
    const [character = '', cell = ''] = [file[i], cells.at(-1)]
    if (isQuoted && character === '"' && file[i + 1] === '"') cells[cells.length - 1] = cell + file[++i]
    else if (isQuoted && character === '"') isQuoted = false
    else if (!isQuoted && cell === '' && character === '"') isQuoted = true
    else if (!isQuoted && (character === separator || /[\r\n]/.test(character))) cells.push('')
    else cells[cells.length - 1] = cell + character
  }
  return cells
}

const DANGEROUS = fc.string({ unit: fc.constantFrom(...Array.from('=+-@\t\r\n ", ;|\'aé＝'), '\u200b'), maxLength: 12 })

describe('a row of a file', () => {
  it('is read by the import as it was written', async () => {
    const texts = fc.array(DANGEROUS, { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(texts, async (cells) => {
        const written = csvRow(['a', ...cells])
        const [row] = await imported(csvRow(['heading', ...cells.map(() => 'x')]) + written).then((rows) =>
          rows.slice(1),
        )
        expect(row).toEqual(['a', ...cells])
      }),
      { numRuns: 300 },
    )
  })

  it('has no formula, whatever a program splits it at', () => {
    fc.assert(
      fc.property(fc.array(DANGEROUS, { minLength: 1, maxLength: 3 }), fc.boolean(), (cells, isParted) => {
        const row = csvRow(['Ana', ...cells])
        const file = sheetRows(row, isParted ? 'NO' : 'US')
        for (const separator of [',', ';', '\t', '|'])
          for (const cell of cellsAt(separator, file)) expect(cell.trim()).not.toMatch(/^["\p{Cf}\s]*[=+\-@＝＋－＠]/u)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r', "'\r"],
    ['  =1', "  '=1"],
    ['＝1', "'＝1"],
    ['\u200b=1', "\u200b'=1"],
    ['x;=1+1', "x;'=1+1"],
    ['x, "=1+1"', 'x, "\'=1+1"'],
    ['- one\n- two', "'- one\n'- two"],
    ["'=1", "''=1"],
  ])('holds no formula: %j is %j', (cell, written) => expect(read([cell])).toEqual([written]))

  it.each(['Ana', 'a=1', "O'Neil", '1-2', '', '62701', 'x@example.org', 'Ana; Bo, 2 - 3'])(
    'leaves %j as it is',
    (cell) => expect(read([cell])).toEqual([cell]),
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

it.each(["'", '"', ' ', '\n', "'=", ';='])('a cell is read in a time that grows with its length: %j', (piece) => {
  const duration = (length: number) => {
    const text = `x${piece.repeat(length)}`
    const start = process.cpuUsage()
    withoutEscapes(text)
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  const fastest = (length: number) => Math.min(...Array.from({ length: 3 }, () => duration(length)))
  // At twenty times the length, work that grows with its square takes 400 times as long, far from the limit.
  expect(fastest(40_000)).toBeLessThan(100 * Math.max(1_000, fastest(2_000)))
})
