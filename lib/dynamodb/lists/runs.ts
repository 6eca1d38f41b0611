import { BLOCK, type NumberedList, placeAt } from './numbered-list.js'
import { queryAll } from '../reads.js'
import { type Item, type Table, keyOf } from '../table.js'
import { type TransactItem, putNew } from '../transaction.js'

/**
 * Members of a list that were numbered together: their persons in the order of their ordinals. A run lies within
 * one block, so that whoever reads a block finds all of its runs in one partition.
 */
export interface Run {
  /** Ordinal of the first member. */
  first: number
  members: string[]
  /** When they were numbered: their own dates may be much older. */
  numbered_at?: string | undefined
}

export const runsOfBlock = async (table: Table, block: string, { consistent = false } = {}): Promise<Run[]> =>
  (
    await queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keyOf.run(block, 0).pk },
      ConsistentRead: consistent,
    })
  ).map(runIn)

/** The runs that hold the members of a range, as they stand this moment. */
export async function runsBetween(
  table: Table,
  list: NumberedList,
  first: number,
  last: number,
): Promise<Run[]> {
  const runs = await Promise.all(
    blocksOf(list, first, last).map((block) =>
      queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: {
          ':pk': keyOf.run(block, first).pk,
          ':first': keyOf.run(block, first).sk,
          ':last': keyOf.run(block, last).sk,
        },
        ConsistentRead: true,
      }),
    ),
  )
  return runs.flat().map(runIn)
}

/** The runs of new members from an ordinal on, cut at the borders of blocks. */
export function cutIntoRuns(first: number, members: string[]): Run[] {
  const runs: Run[] = []
  for (let done = 0; done < members.length;) {
    const start = first + done
    const room = BLOCK - ((start - 1) % BLOCK)
    runs.push({ first: start, members: members.slice(done, done + room) })
    done += room
  }
  return runs
}

export const putRun = (table: Table, list: NumberedList, run: Run): TransactItem =>
  putNew(table, keyOf.run(placeAt(list, run.first).block, run.first), {
    ...run,
    numbered_at: new Date().toISOString(),
  })

export const runIn = ({ first, members, numbered_at }: Item): Run => ({
  first: first as number,
  members: members as string[],
  numbered_at: numbered_at as string | undefined,
})

export const isRun = ({ pk }: Item) => pk.startsWith(RUN)

const RUN = keyOf.run('', 0).pk

/** The name of the list that a run belongs to. */
export const listOfRun = ({ pk }: Item) => pk.slice(RUN.length, pk.lastIndexOf('#'))

/** Who stands where in a run. */
export function placesIn(item: Item): { person: string; ordinal: number }[] {
  const { first, members } = runIn(item)
  return members.map((person, i) => ({ person, ordinal: first + i }))
}

function blocksOf(list: NumberedList, first: number, last: number): string[] {
  const blocks = new Set<string>()
  for (let ordinal = first; ordinal < last; ordinal += BLOCK) blocks.add(placeAt(list, ordinal).block)
  return [...blocks.add(placeAt(list, last).block)]
}
