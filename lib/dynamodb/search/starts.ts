import type { Clause } from '../../domain/filter.js'
import type { Owner } from '../../domain/principal.js'
import { queryAll } from '../reads.js'
import type { Item, Table } from '../table.js'

/** Clocks differ from UTC by at most 14 hours; what filters compare with an offset is found within this. */
const OFFSET_MS = 15 * 60 * 60 * 1000

/**
 * Entries of the index over start dates that may satisfy some clauses: keys, ordinal and both forms of the start.
 * It holds the wall clock, so that of an instant it knows only about when it is.
 */
export const startsBetween = (table: Table, owner: Owner, clauses: Clause<never>[]): Promise<Item[]> => {
  const bounds = (operators: string[], direction: 1 | -1) =>
    clauses
      .filter(({ operator }) => operators.includes(operator))
      .map(({ literal: { time = 0, hasOffset } }) => time + (hasOffset ? direction * OFFSET_MS : 0))
  return queryAll(table, {
    IndexName: 'starts',
    KeyConditionExpression: '#owner = :owner AND start_date BETWEEN :earliest AND :latest',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: {
      ':owner': owner,
      ...rangeOf(
        Math.max(EARLIEST, ...bounds(['eq', 'gt', 'ge'], -1)),
        Math.min(LATEST, ...bounds(['eq', 'lt', 'le'], 1)),
      ),
    },
  })
}

const EARLIEST = Date.parse('0000-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59Z')

/** A range without anything in it ends before it begins, which DynamoDB refuses: then both ends are its end. */
const rangeOf = (earliest: number, latest: number) => ({
  ':earliest': clock(Math.min(earliest, latest)),
  ':latest': clock(latest),
})

const clock = (time: number) => new Date(Math.max(EARLIEST, time)).toISOString().slice(0, 19)
