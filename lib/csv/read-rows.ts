import { parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { withoutEscapes } from './row.js'

/** A row of a file: its cells, and the line where it begins. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** No table for people has more. Each column has a choice of its own where the interface shows them. */
const MOST_COLUMNS = 200

/** Refuses a file that is probably not a table of people. */
export class TooManyColumns extends Error {
  constructor() {
    super(`The file has more than ${MOST_COLUMNS} columns`)
  }
}

/** Separators of cells, in order of preference. */
const DELIMITERS = [',', ';', '\t', '|']

/** A longer row is taken for an unclosed quote. */
const MOST_CHARACTERS = 1_000_000

/**
 * Reads the rows of a CSV file as its text arrives. The delimiter is the one that the first line has most. Empty lines
 * are no rows.
 * @throws Error for a quote that nothing closes; TooManyColumns
 */
export async function* readRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const { first, said, skipped, rest } = await firstLine(text)
  const delimiter = said ?? delimiterOf(first)
  requireFewColumns(withoutQuoted(first).split(delimiter))
  const parser = Readable.from(rest, { objectMode: false, encoding: 'utf8' }).pipe(
    parse({
      delimiter,
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
    requireFewColumns(record)
    const cells = record.map(unescaped)
    if (cells.some((cell) => cell.trim() !== '')) yield { line: info.lines + skipped, cells }
  }
}

/** Files for spreadsheets have a formula that only keeps the zeros of a text, too: `="02134"`. */
const unescaped = (cell: string) => /^="([^"]*)"$/.exec(cell)?.[1] ?? withoutEscapes(cell)

/** Lines before the headings: empty ones, of separators alone, and the one that tells Excel the delimiter. */
const BEFORE = /^(?:[\t ]*["']?sep=(.)["']?[,;\t|]*\r?\n|[\t ,;|]*\r?\n)/i

/** Returns the first line of a text with words, the delimiter that a line before it names, and the text from there. */
async function firstLine(text: AsyncIterable<string>) {
  const iterator = text[Symbol.asyncIterator]()
  let first = ''
  let skipped = 0
  let said: string | undefined
  for (;;) {
    for (let before = BEFORE.exec(first); before; before = BEFORE.exec(first)) {
      said ??= before[1]
      skipped += 1
      first = first.slice(before[0].length)
    }
    // In two steps: one expression would look for an end from each word anew.
    const words = first.search(/\S/)
    if ((words >= 0 && /\n|\r[^\n]/.test(first.slice(words))) || first.length >= MOST_CHARACTERS) break
    const next = await iterator.next()
    if (next.done) break
    first += next.value
  }
  const rest = async function* () {
    yield first
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  return { first: first.split(/[\r\n]/)[0] ?? '', said, skipped, rest: rest() }
}

/** @throws TooManyColumns */
function requireFewColumns(cells: string[]): void {
  if (cells.length > MOST_COLUMNS) throw new TooManyColumns()
}

const withoutQuoted = (line: string) => line.replace(/"[^"]*"/g, '')

function delimiterOf(line: string): string {
  const bare = withoutQuoted(line)
  const counts = DELIMITERS.map((each) => bare.split(each).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}
