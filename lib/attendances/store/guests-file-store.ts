import { randomUUID } from 'node:crypto'
import type { Attendance } from '../attendance.js'
import type { Guest, GuestsFile } from '../files/guests-file-state.js'
import type { Owner } from '../../runtime/owner.js'
import type { Person } from '../../people/person.js'
import { change } from '../../table/change.js'
import { all, either, has, is, isBelow, lacks } from '../../table/condition.js'
import { inParallel, inPieces } from '../../table/in-parallel.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { getMany, getOne } from '../../table/reads.js'
import { newestFirst } from '../../collections/search/traversal.js'
import { type Key, type Table, idInKey, keyOf, valueOf } from '../../table/table.js'
import { putIfAbsent, updateIgnoringConflict } from '../../table/transaction.js'

/** Bytes of a part that one item holds: an item has at most 400 KB (DynamoDB limit). */
const PER_ITEM = 350_000

/** A file is kept for a day. DynamoDB removes it within days after that. */
export const KEPT_SECONDS = 86_400

/** After this time, in milliseconds, a file that no process has completed may be requested again. */
const GIVEN_UP_MS = 20 * 60_000

/** The stream's announcement of a file that waits. */
export type WaitingFile = Key & { waits_for_people: Owner }

type Kept = GuestsFile & { expires: number }

/** Files of all guests of an event: the state of the newest one, and its parts in items of their own. */
export function guestsFileStore(table: Table) {
  const find = async (event: string): Promise<GuestsFile | undefined> => {
    const item = await getOne(table, keyOf.guestsFile(event))
    return item && (item['expires'] as number) * 1000 > Date.now() ? valueOf<Kept>(item) : undefined
  }

  return {
    find,
    ...partsOfFiles(table),

    /** Asks for a new file, unless one is under way. The stream tells the queue that writes it. */
    async request(owner: Owner, event: string, country: string | undefined, now: Date): Promise<void> {
      const total = await lengthOf(table, lists.attendancesOf(event))
      const givenUp = new Date(now.getTime() - GIVEN_UP_MS).toISOString()
      const set = {
        event,
        id: randomUUID(),
        requested_date: now.toISOString(),
        waits_for_people: owner,
        ...(country && { country }),
        total,
        written: 0,
        expires: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
      }
      await updateIgnoringConflict(
        table,
        change(
          keyOf.guestsFile(event),
          { set, remove: ['parts', 'completed_date', ...(country ? [] : ['country'])] },
          either(lacks('pk'), has('parts'), isBelow('requested_date', givenUp)),
        ),
      )
    },

    /** Returns the file that an announcement is about, unless it is complete or another one was asked for since. */
    async waiting({ pk }: WaitingFile): Promise<GuestsFile | undefined> {
      const file = await find(idInKey(pk))
      return file?.parts ? undefined : file
    },

    /** Reads all guests of an event, newest first, a thousand at a time. */
    async *guestsOf(owner: Owner, event: string): AsyncGenerator<Guest[]> {
      for await (const items of newestFirst(table, lists.attendancesOf(event))) {
        const attendances = items.map((item) => valueOf<Attendance>(item))
        const persons = await getMany(
          table,
          attendances.map(({ person }) => keyOf.person(person)),
        )
        yield attendances.map((attendance, i) => {
          const person = persons[i]
          return { attendance, person: person?.['owner'] === owner ? valueOf<Person>(person) : undefined }
        })
      }
    },

    /** Says how many guests are written. This takes the announcement away, so that progress announces nothing. */
    async progress({ event, id }: GuestsFile, written: number): Promise<void> {
      const changes = { set: { written }, remove: ['waits_for_people'] }
      await updateIgnoringConflict(table, change(keyOf.guestsFile(event), changes, isUnderWay(id)))
    },

    /** Completes a file. The first process that has written it wins. */
    async complete({ event, id }: GuestsFile, written: number, parts: string[], now: Date): Promise<void> {
      const set = { written, total: written, parts, completed_date: now.toISOString() }
      const changes = { set, remove: ['waits_for_people'] }
      await updateIgnoringConflict(table, change(keyOf.guestsFile(event), changes, isUnderWay(id)))
    },
  }
}

/** Whether no process has completed the file, and no other one was asked for. */
const isUnderWay = (id: string) => all(is('id', id), lacks('parts'))

/** The parts of files, each in items of its own. */
export const partsOfFiles = (table: Table) => ({
  /** Keeps a part of a file, in items that this process alone writes. @returns the name of the part */
  async keepPart({ requested_date }: { requested_date: string }, bytes: Buffer): Promise<string> {
    const name = randomUUID()
    const expires = Math.floor(Date.parse(requested_date) / 1000) + KEPT_SECONDS
    const pieces = Array.from({ length: Math.ceil(bytes.length / PER_ITEM) }, (_, i) =>
      bytes.subarray(i * PER_ITEM, (i + 1) * PER_ITEM),
    )
    await inParallel(pieces, 4, (piece, i) =>
      putIfAbsent(table, keyOf.guestsFilePart(name, i), { bytes: new Uint8Array(piece), expires }),
    )
    return `${name} ${pieces.length}`
  },

  /** Reads a part, from 1. @returns undefined where the file has no such part, or it is gone */
  async readPart({ parts = [] }: { parts?: string[] }, part: number): Promise<Buffer | undefined> {
    const [name = '', count = '0'] = parts[part - 1]?.split(' ') ?? []
    const keys = Array.from({ length: Number(count) }, (_, i) => keyOf.guestsFilePart(name, i))
    // A read returns at most 16 MB; a part is far smaller.
    const items = (await inParallel(inPieces(keys, 20), 2, (piece) => getMany(table, piece))).flat()
    if (items.length === 0 || items.includes(undefined)) return undefined
    return Buffer.concat(items.map((item) => item?.['bytes'] as Uint8Array))
  },
})
