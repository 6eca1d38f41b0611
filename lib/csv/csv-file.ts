import { type CsvRow, readRows } from './read-rows.js'

/** The first bytes of a file, from which its encoding is recognized. */
const HEAD_BYTES = 4_096

/**
 * Recognizes the encoding of a text file by its byte order mark, else by its first bytes: UTF-16 has a zero byte in
 * every second place of Latin text; what is not UTF-8 is what Excel on Windows writes.
 * @param isUtf8 whether the whole file is valid UTF-8
 */
function encodingOf(head: Uint8Array, isUtf8: boolean): string {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const bytes = head.subarray(0, HEAD_BYTES)
  const zeros = (rest: 0 | 1) => bytes.filter((byte, i) => i % 2 === rest && byte === 0).length
  const half = bytes.length / 2
  if (half > 1 && zeros(1) > half * 0.4) return 'utf-16le'
  if (half > 1 && zeros(0) > half * 0.4) return 'utf-16be'
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

/** Whether some bytes are valid UTF-8. */
async function areUtf8(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const part of parts) decoder.decode(part, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Decodes a file as it is read. A byte order mark is not part of its text. */
async function* decoded(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const part of parts) yield decoder.decode(part, { stream: true })
  yield decoder.decode()
}

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
