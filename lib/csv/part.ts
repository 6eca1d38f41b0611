import type { Found } from '../domain/query-result.js'
import { type ShownEvent, peopleHeadings, personRow } from './people.js'

/** Lambda answers with at most 6 MB, in which the text stands as JSON. */
const MOST_BYTES = 5_000_000

/** People who are read at once. */
const BATCH = 1_000

/** What a file of people is made of. */
export interface PeopleSource {
  /** The people of a result from a position on, so many of them. */
  read: (from: number, count: number) => Promise<Found[]>
  total: number
  eventOf: (id: string) => ShownEvent | undefined
}

/** The lines of a file of people from a position on, without the headings, and where each of them stands. */
export async function* peopleLines({ read, total, eventOf }: PeopleSource, after: number) {
  for (let from = after; from < total; from += BATCH)
    for (const found of await read(from, Math.min(BATCH, total - from)))
      yield { line: personRow(found, eventOf), position: found.position }
}

/**
 * As much of a file of people as one answer holds. The first part has the headings, so that all parts together
 * are one file.
 * @returns the text, and where the next part begins, if there is one
 */
export async function peoplePart(
  source: PeopleSource,
  after: number,
): Promise<{ csv: string; next?: number }> {
  const lines = after === 0 ? [peopleHeadings] : []
  let bytes = 0
  for await (const { line, position } of peopleLines(source, after)) {
    bytes += Buffer.byteLength(JSON.stringify(line))
    if (bytes > MOST_BYTES && position > after) return { csv: lines.join(''), next: position }
    lines.push(line)
  }
  return { csv: lines.join('') }
}
