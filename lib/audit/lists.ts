import { setTimeout as sleep } from 'node:timers/promises'
import { kindOf } from '../table/items/items.js'
import { readRange } from '../collections/read-range.js'
import {
  BLOCK,
  type NumberedList,
  lengthIn,
  lengthOf,
  listNamed,
  listWithLengthAt,
  positionAt,
} from '../collections/numbered-list.js'
import { Ordinals, type OrdinalRange } from '../collections/ordinals.js'
import { isSegment, listOfSegment, positionsIn } from '../collections/segments.js'
import type { Item, Table } from '../table/table.js'

/** One numbered list as an audit has seen it. */
export interface SeenList {
  list: NumberedList
  /** As its length item said; 0 without one. */
  length: number
  ordinals: Ordinals
  /** Ordinals that more than one member has. */
  repeated: number[]
}

/** The numbered lists of a table, gathered from its items one by one. */
export class SeenLists {
  members = 0
  private readonly lists = new Map<string, SeenList>()

  get size() {
    return this.lists.size
  }

  /** @returns what is wrong with the item by itself */
  add(item: Item): string[] {
    const list = listWithLengthAt(item)
    if (list) this.named(list).length = lengthIn(item)
    if (isSegment(item)) return this.addSegment(item)
    return isMember(item) ? this.addMember(item) : []
  }

  /** Lists that are not dense as they were seen. */
  suspects(): SeenList[] {
    return [...this.lists.values()].filter((seen) => listFaults(seen, seen.length).length > 0)
  }

  private addMember({ pk, sk, block, ordinal }: Item): string[] {
    const name = typeof block === 'string' ? block.slice(0, Math.max(0, block.lastIndexOf('#'))) : ''
    if (!name || typeof ordinal !== 'number' || !Number.isSafeInteger(ordinal) || ordinal < 1)
      return [
        `The item ${pk} ${sk} has no position in a list: its block is ${String(block)}, its ordinal ${String(ordinal)}.`,
      ]
    const list = listNamed(name)
    const seen = this.named(list)
    this.members += 1
    if (!seen.ordinals.add(ordinal)) seen.repeated.push(ordinal)
    const position = positionAt(list, ordinal)
    if (position.block === block) return []
    return [`Member ${ordinal} of the list "${name}" is in ${String(block)}, not in ${position.block}.`]
  }

  /** A segment has as many members as it names, from its first ordinal on. */
  private addSegment(item: Item): string[] {
    const seen = this.named(listNamed(listOfSegment(item)))
    for (const { ordinal } of positionsIn(item)) {
      this.members += 1
      if (!seen.ordinals.add(ordinal)) seen.repeated.push(ordinal)
    }
    return []
  }

  private named(list: NumberedList): SeenList {
    const seen = this.lists.get(list.name) ?? { list, length: 0, ordinals: new Ordinals(), repeated: [] }
    this.lists.set(list.name, seen)
    return seen
  }
}

/**
 * Returns whether an item counts as a member of a list. An item with a block is in the index of members, whatever its
 * kind. An ordinal without a block makes a member only of a kind that has a list: messages of webhooks have ordinals of
 * their own.
 */
const isMember = (item: Item) =>
  item['block'] !== undefined || (item['ordinal'] !== undefined && kindOf(item)?.memberOf !== undefined)

/** Finds what is wrong with a list of this length: gaps, duplicates, members that it does not count. */
function listFaults({ list, ordinals, repeated }: SeenList, length: number): string[] {
  const name = `The list "${list.name}"`
  if (!Number.isSafeInteger(length) || length < 0) return [`${name} has the length ${String(length)}.`]
  return [
    ...ordinals.missing(length).map((range) => `${name} counts ${length} members and lacks ${describe(range)}.`),
    ...ordinals.beyond(length).map((range) => `${name} counts ${length} members and has ${describe(range)} besides.`),
    ...repeated.map((ordinal) => `${name} has more than one member ${ordinal}.`),
  ]
}

const describe = ([first, last]: OrdinalRange) => (first === last ? `member ${first}` : `members ${first} to ${last}`)

/** Long enough for the index to show what was written before. */
const SETTLING_MS = 300

/**
 * Looks again at lists that looked wrong in a scan. Their items were read one after the other, so a list that grew
 * meanwhile only looks wrong: its length is read again, and then what was missing.
 */
export async function* confirmedFaults(table: Table, suspects: SeenList[]): AsyncGenerator<string> {
  if (suspects.length > 0) await sleep(SETTLING_MS)
  for (const suspect of suspects) {
    const length = await lengthOf(table, suspect.list)
    for (const range of suspect.ordinals.missing(length)) await lookUp(table, suspect, range)
    yield* listFaults(suspect, length)
  }
}

async function lookUp(table: Table, { list, ordinals }: SeenList, [first, last]: OrdinalRange) {
  for (let oldest = first; oldest <= last; oldest += BLOCK) {
    const newest = Math.min(last, oldest + BLOCK - 1)
    const found = await readRange(table, list, oldest, newest, { consistent: true })
    // Nothing at all: the rest of the range is missing, too. A damaged length can make it very long.
    if (found.length === 0) return
    for (const { ordinal } of found) ordinals.add(ordinal as number)
  }
}
