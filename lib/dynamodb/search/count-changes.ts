import type { TimeRange } from '../../domain/filter.js'
import { countChanged, isChanged } from './changes.js'
import { BLOCK, type NumberedList, lengthOf, positionAt } from '../lists/numbered-list.js'
import { readSegmentMembers } from '../lists/read-page.js'
import { countAll } from '../reads.js'
import type { Item, Table } from '../table.js'

/** How many blocks are counted at once. */
const AT_ONCE = 20

/** So many changes are read faster than they are counted. */
const FEW = 1_000

/** Whether there may be so many changes that they should be counted rather than read. */
export async function areMany(
  table: Table,
  list: NumberedList,
  from: number,
  range: TimeRange,
): Promise<boolean> {
  const [length, changed] = await Promise.all([lengthOf(table, list), countChanged(table, list, range)])
  return length - from >= FEW || changed > FEW
}

/**
 * How many members of a list were created or changed last within a range of time, and whether some were later. It
 * costs what reading them costs, and hands over numbers alone: DynamoDB counts.
 * @param from the ordinal before which nobody was created so late
 */
export async function countChanges(table: Table, list: NumberedList, from: number, range: TimeRange) {
  const later = { from: range.before, before: Infinity }
  const [created, changed, changedLater] = await Promise.all([
    countCreated(table, list, from, range),
    countChanged(table, list, range),
    countChanged(table, list, later),
  ])
  return { count: created.count + changed, hasLater: created.hasLater || changedLater > 0 }
}

async function countCreated(table: Table, list: NumberedList, from: number, range: TimeRange) {
  const length = await lengthOf(table, list)
  const firsts: number[] = []
  for (let first = from; first <= length; first += BLOCK - ((first - 1) % BLOCK)) firsts.push(first)
  let count = 0
  let hasLater = false
  for (let i = 0; i < firsts.length; i += AT_ONCE) {
    const blocks = firsts.slice(i, i + AT_ONCE).map((first) => countBlock(table, list, first, range))
    for (const block of await Promise.all(blocks)) {
      count += block.count
      hasLater ||= block.hasLater
    }
  }
  return { count, hasLater }
}

/** From one ordinal to the end of its block: those that carry their place, and those that were numbered in runs. */
async function countBlock(table: Table, list: NumberedList, first: number, { from, before }: TimeRange) {
  const { block } = positionAt(list, first)
  const [within, notBefore, runs] = await Promise.all([
    countSingles(table, block, first, from, before),
    countSingles(table, block, first, Math.max(from, before), Infinity),
    readSegmentMembers(table, list, block, first, first + BLOCK),
  ])
  const times = runs.filter((item: Item) => !isChanged(item)).map(timeOf)
  return {
    count: within + times.filter((time) => time >= from && time < before).length,
    hasLater: notBefore > 0 || times.some((time) => time >= before),
  }
}

const timeOf = ({ modified_date }: Item) => Date.parse(modified_date as string)

const countSingles = async (table: Table, block: string, first: number, from: number, before: number) =>
  from >= before
    ? 0
    : countAll(table, {
        IndexName: 'members',
        KeyConditionExpression: '#block = :block AND #ordinal >= :first',
        FilterExpression:
          'attribute_not_exists(changed_in) AND modified_date >= :from AND modified_date < :before',
        ExpressionAttributeNames: { '#block': 'block', '#ordinal': 'ordinal' },
        ExpressionAttributeValues: {
          ':block': block,
          ':first': first,
          ':from': new Date(from).toISOString(),
          ':before': before === Infinity ? '9' : new Date(before).toISOString(),
        },
      })
