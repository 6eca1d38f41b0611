import { areUtf8, decoded, encodingOf } from './decode.js'
import { type CsvRow, readRows } from './read-rows.js'

/** A CSV file that has been read once. */
export interface CsvFile {
  headings: string[]
  /** Number of rows after the headings. */
  count: number
  /** Reads the rows again, without the headings. */
  rows: () => AsyncGenerator<CsvRow>
}

/** Bytes of a file, a part at a time. */
type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Reads a whole file once, a part at a time: its encoding, its headings, and how many rows it has.
 * @param parts opens the file from its beginning
 * @returns undefined for a file without a row
 */
export async function openCsv(parts: () => Parts): Promise<CsvFile | undefined> {
  const encoding = encodingOf(await headOf(parts()), await areUtf8(parts()))
  const all = () => readRows(decoded(parts(), encoding))
  let headings: string[] | undefined
  let count = -1
  for await (const { cells } of all()) {
    headings ??= cells
    count += 1
  }
  if (!headings || count === 0) return undefined
  const rows = async function* (): AsyncGenerator<CsvRow> {
    let isFirst = true
    for await (const row of all()) {
      if (!isFirst) yield row
      isFirst = false
    }
  }
  return { headings, count, rows }
}

async function headOf(parts: Parts): Promise<Uint8Array> {
  for await (const part of parts) return part
  return new Uint8Array()
}
