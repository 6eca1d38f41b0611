import type { Selected } from '../select-people.js'
import { inParallel, inPieces } from '../../table/in-parallel.js'
import { getMany } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'
import { putIfAbsent } from '../../table/transaction.js'

/** The stored part of a selected person: ids alone, as the data in a person's record may change or go. */
export type Entry = Pick<Selected, 'person' | 'events'>

/** People in an item of a result: a page touches one or two of them, of some 11 KB. */
const CHUNK = 250

/** Number of items that are written at once. */
const AT_ONCE = 8

/**
 * Keeps people in their order, in items of their own.
 * @param id of the chunks together
 * @param expires when DynamoDB may remove them, in seconds
 */
export const keepChunks = (table: Table, id: string, people: Entry[], expires: number) =>
  inParallel(inPieces(people, CHUNK), AT_ONCE, (chunk, i) =>
    putIfAbsent(table, keyOf.resultChunk(id, i), { people: chunk.map(textOf), expires }),
  )

/** The people from one position to before another, counted from 0: three read units for each 250. */
export async function readChunks(table: Table, id: string, from: number, to: number): Promise<Entry[]> {
  const first = Math.floor(from / CHUNK)
  const last = Math.floor((to - 1) / CHUNK)
  const keys = Array.from({ length: last - first + 1 }, (_, i) => keyOf.resultChunk(id, first + i))
  const found = await getMany(table, keys, { consistent: true })
  const people = found.flatMap((chunk) => (chunk?.['people'] as string[] | undefined) ?? [])
  return people.slice(from - first * CHUNK, to - first * CHUNK).map(entryOf)
}

/** A person and the positions of the events: short, since there may be hundreds of thousands. */
const textOf = ({ person, events }: Entry) => `${person} ${events.join(' ')}`

function entryOf(text: string): Entry {
  const [person = '', ...events] = text.split(' ')
  return { person, events: events.map(Number) }
}
