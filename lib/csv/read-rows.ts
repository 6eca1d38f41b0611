import { parse } from 'csv-parse'
import { Readable } from 'node:stream'

/** A row of a file: its cells, and the line where it begins. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** Separators of cells, in order of preference. */
const DELIMITERS = [',', ';', '\t', '|']

/** A row that is longer than this is a quote that nothing closes. */
const MOST_CHARACTERS = 1_000_000

/**
 * Reads the rows of a CSV file as its text arrives. The delimiter is the one that the first line has most. Empty lines
 * are no rows.
 * @throws Error for a quote that nothing closes
 */
export async function* readRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const { first, rest } = await firstLine(text)
  const parser = Readable.from(rest, { objectMode: false, encoding: 'utf8' }).pipe(
    parse({
      delimiter: delimiterOf(first),
      info: true,
      max_record_size: MOST_CHARACTERS,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }),
  )
  for await (const { record, info } of parser as AsyncIterable<{
    record: string[]
    info: { lines: number }
  }>) {
    const cells = record.map(unescaped)
    if (cells.some((cell) => cell.trim() !== '')) yield { line: info.lines, cells }
  }
}

/** Files for spreadsheets have an apostrophe before what a spreadsheet would take for a formula. */
const unescaped = (cell: string) => (/^'\s*[=+\-@]/.test(cell) ? cell.slice(1) : cell)

/** Returns the first line of a text, and the whole text. */
async function firstLine(text: AsyncIterable<string>) {
  const iterator = text[Symbol.asyncIterator]()
  let first = ''
  while (!/[\r\n]/.test(first) && first.length < MOST_CHARACTERS) {
    const next = await iterator.next()
    if (next.done) break
    first += next.value
  }
  const rest = async function* () {
    yield first
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  return { first: first.split(/[\r\n]/)[0] ?? '', rest: rest() }
}

function delimiterOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((each) => bare.split(each).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}
