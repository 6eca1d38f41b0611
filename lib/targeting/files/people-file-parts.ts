import type { Found } from '../query-result.js'
import type { Answers } from '../../questions/answers.js'
import type { Question } from '../../questions/question.js'
import { type ShownEvent, peopleHeadings, personRow } from './people-file.js'

/** Lambda answers with at most 6 MB, in which the text stands as JSON. */
const MOST_BYTES = 5_000_000

/** People who are read at once. */
const BATCH = 1_000

/** The source of a file of people. */
export interface PeopleSource {
  /** The people of a result from a position on, so many of them. */
  read: (from: number, count: number) => Promise<Found[]>
  total: number
  eventOf: (id: string) => ShownEvent | undefined
  /** The questions whose answers have a column, and what reads them. */
  questions?: Question[]
  answersOf?: (found: Found[]) => Promise<Answers[]>
}

/** The people of a result from a position on, read as they are asked for. */
export async function* peopleOf(
  { read, total, questions = [], answersOf }: Omit<PeopleSource, 'eventOf'>,
  after: number,
): AsyncGenerator<Found> {
  for (let from = after; from < total; from += BATCH) {
    const people = await read(from, Math.min(BATCH, total - from))
    const answers = questions.length > 0 && answersOf ? await answersOf(people) : []
    yield* people.map((found, i) => ({ ...found, ...(answers[i] && { answers: answers[i] }) }))
  }
}

/**
 * As much of a file of people as one answer holds. The first part has the headings, so that all parts together
 * are one file.
 * @returns the text, and where the next part begins, if there is one
 */
export async function peoplePart(source: PeopleSource, after: number): Promise<{ csv: string; next?: number }> {
  const lines = after === 0 ? [peopleHeadings(source.questions)] : []
  let bytes = 0
  for await (const found of peopleOf(source, after)) {
    const line = personRow(found, source)
    bytes += Buffer.byteLength(JSON.stringify(line))
    if (bytes > MOST_BYTES && found.position > after) return { csv: lines.join(''), next: found.position }
    lines.push(line)
  }
  return { csv: lines.join('') }
}
