import { createGzip } from 'node:zlib'
import { sheetOf, sheetRows } from '../../csv/row.js'
import type { Guest, GuestsFile } from './guests-file-state.js'
import type { Question } from '../../questions/question.js'
import { headingsWith, rowWith } from './guests.js'

/** Bytes of a part after which another one begins: an answer of Lambda holds 6 MB, in which they stand as base64. */
const PER_PART = 4_000_000

/** The number of guests after which the progress is saved. */
const PROGRESS = 5_000

/** The source of a file, and the places of its parts and its progress. */
interface FileWriting<Row> {
  headings: string
  row: (row: Row) => string
  rows: AsyncIterable<Row[]>
  keepPart: (bytes: Buffer) => Promise<string>
  onProgress: (written: number) => Promise<void>
  /** The country whose spreadsheets open the file. */
  country?: string | undefined
  perPart?: number | undefined
}

/**
 * Writes rows, compressed. A part of 4 MB holds some 100,000 guests; only larger files have several, each of which
 * begins with the headings.
 */
export async function writeFile<Row>({
  headings,
  row,
  rows,
  keepPart,
  onProgress,
  country,
  perPart = PER_PART,
}: FileWriting<Row>): Promise<Required<Pick<GuestsFile, 'written' | 'parts'>>> {
  const parts: string[] = []
  const begun = sheetOf(headings, country)
  let [part, written, said] = [beginPart(begun), 0, 0]
  await onProgress(0)
  for await (const some of rows) {
    if (part.size() > perPart) {
      parts.push(await keepPart(await part.end()))
      part = beginPart(begun)
    }
    await part.write(sheetRows(some.map(row).join(''), country))
    written += some.length
    if (written - said >= PROGRESS) await onProgress((said = written))
  }
  parts.push(await keepPart(await part.end()))
  return { written, parts }
}

/** Writes all guests of an event. @param questions of the event */
export const writeGuests = ({
  guests,
  questions = [],
  ...to
}: { guests: AsyncIterable<Guest[]>; questions?: Question[] } & Omit<
  FileWriting<Guest>,
  'headings' | 'row' | 'rows'
>) => writeFile({ ...to, headings: headingsWith(questions), row: rowWith(questions), rows: guests })

/** Begins a compressed file with the headings. */
function beginPart(begun: string) {
  const gzip = createGzip()
  const bytes: Buffer[] = []
  let size = 0
  gzip.on('data', (some: Buffer) => (size += bytes.push(some) && some.length))
  const ended = new Promise<Buffer>((resolve, reject) => {
    gzip.on('end', () => resolve(Buffer.concat(bytes))).on('error', reject)
  })
  gzip.write(begun)
  return {
    size: () => size,
    write: (text: string) =>
      new Promise<void>((resolve, reject) => {
        gzip.write(text, (error) => (error ? reject(error) : resolve()))
      }),
    end: () => (gzip.end(), ended),
  }
}
