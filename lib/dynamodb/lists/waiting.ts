import type { NumberedList } from './numbered-list.js'

/** What a member of a hot list has instead of a place: by it the stream and the sweeper find the member. */
export interface Waiting {
  /** Partition of the index over those who wait. */
  unnumbered: string
  since: string
  /** Name of the list. */
  waits_for: string
}

/**
 * Partitions for each kind of list. A member who waits is written to the index and taken from it again, so that five
 * thousand of them a second are some 600 write units in each, of the 1,000 that a partition takes. New people come
 * onto two lists at once, which is why each kind has partitions of its own.
 */
const PARTITIONS = 16
const KINDS = ['attendances', 'people', 'items']

const kindOf = ({ name }: NumberedList) => name.slice(0, name.indexOf(' of '))
const numbered = (kind: string) => Array.from({ length: PARTITIONS }, (_, i) => `${kind} ${i.toString(16)}`)

/** Every partition of the index, or those in which somebody may wait for a place in a list. */
export const waitingPartitions = (list?: NumberedList): string[] =>
  list ? numbered(kindOf(list)) : KINDS.flatMap(numbered)

/** How a member of a list waits from now on. */
export const waitingFor = (list: NumberedList): Waiting => ({
  unnumbered: `${kindOf(list)} ${Math.floor(Math.random() * PARTITIONS).toString(16)}`,
  since: new Date().toISOString(),
  waits_for: list.name,
})
