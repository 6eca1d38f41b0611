import { createGzip } from 'node:zlib'
import type { Guest, GuestsFile } from '../domain/attendances/guests-file.js'
import type { Question } from '../domain/questions/question.js'
import { headingsWith, rowWith } from './guests.js'

/** Bytes of a part after which another one begins: an answer of Lambda holds 6 MB, in which they stand as base64. */
const PER_PART = 4_000_000

/** Guests after which the progress is kept. */
const PROGRESS = 5_000

/** The source of a file of guests, and the places of its parts and its progress. */
interface GuestsFileWriting {
  guests: AsyncIterable<Guest[]>
  /** The questions of the event. */
  questions?: Question[]
  keepPart: (bytes: Buffer) => Promise<string>
  onProgress: (written: number) => Promise<void>
  perPart?: number
}

/**
 * Writes all guests, compressed. A part of 4 MB holds some 100,000 guests; only larger files have several, each of
 * which begins with the headings.
 */
export async function writeGuests({
  guests,
  questions = [],
  keepPart,
  onProgress,
  perPart = PER_PART,
}: GuestsFileWriting): Promise<Required<Pick<GuestsFile, 'written' | 'parts'>>> {
  const parts: string[] = []
  const [headings, row] = [headingsWith(questions), rowWith(questions)]
  let [part, written, said] = [beginPart(headings), 0, 0]
  await onProgress(0)
  for await (const some of guests) {
    if (part.size() > perPart) {
      parts.push(await keepPart(await part.end()))
      part = beginPart(headings)
    }
    await part.write(some.map(row).join(''))
    written += some.length
    if (written - said >= PROGRESS) await onProgress((said = written))
  }
  parts.push(await keepPart(await part.end()))
  return { written, parts }
}

/** Begins a compressed file with the headings. */
function beginPart(headings: string) {
  const gzip = createGzip()
  const bytes: Buffer[] = []
  let size = 0
  gzip.on('data', (some: Buffer) => (size += bytes.push(some) && some.length))
  const ended = new Promise<Buffer>((resolve, reject) => {
    gzip.on('end', () => resolve(Buffer.concat(bytes))).on('error', reject)
  })
  gzip.write(headings)
  return {
    size: () => size,
    write: (text: string) =>
      new Promise<void>((resolve, reject) => {
        gzip.write(text, (error) => (error ? reject(error) : resolve()))
      }),
    end: () => (gzip.end(), ended),
  }
}
