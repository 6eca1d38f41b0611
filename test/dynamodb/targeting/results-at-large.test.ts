import { beforeAll, describe, expect, it } from 'vitest'
import { type Table, openTable } from '../../../lib/dynamodb/table.js'
import { type Export, plantAttendances, plainly, selected } from '../../support/selections.js'
import { engineKinds } from '../../support/engines.js'
import { isLong } from '../../support/size.js'
import { freshTable } from '../../support/tables.js'

/*
 * A selection over 50 events and 50,000 attendances against a plain computation: `npm run test:long`. What it
 * costs is in docs/performance.md.
 */

describe.runIf(isLong)('a selection over 50,000 attendances', () => {
  let table: Table
  let events: string[]
  let everything: Export

  beforeAll(async () => {
    // DynamoDB Local where it runs: the other engine slows down with the size of a table.
    const { endpoint, tableName } = await freshTable(engineKinds().at(-1))
    table = openTable({ tableName, dynamodbEndpoint: endpoint })
    const { ids, planted } = await plantAttendances(table, { events: 50, people: 10_000, each: 1_000 })
    events = ids
    everything = planted
    expect(everything.attendances).toHaveLength(50_000)
  }, 1_800_000)

  it.each([
    ['any of 50 events', () => ({ include: events })],
    ['any of 50 events, for an email', () => ({ include: events }), 'email'],
    ['every one of two events', () => ({ include: events.slice(0, 2), match: 'every' as const })],
    ['any of 45 events, and none of five', () => ({ include: events.slice(5), exclude: events.slice(0, 5) })],
    [
      'any of 50 events, on one day',
      () => ({ include: events, rsvp_from: '2026-10-03', rsvp_before: '2026-10-04' }),
    ],
  ] as const)(
    'people of %s are exactly those of a plain computation',
    async (name, asked, audience: 'everybody' | 'email' = 'everybody') => {
      const before = { ...table.spent }
      const began = Date.now()
      const { query, result, ids } = await selected(table, asked(), audience)
      const { read, write, requests } = table.spent
      console.log(
        `${name}: ${result.total_people} people, ${Date.now() - began} ms with all pages, ` +
          `${read - before.read} read and ${write - before.write} write units, ${requests - before.requests} requests`,
      )
      const expected = plainly(everything, query, audience)
      expect(ids).toHaveLength(expected.size)
      expect(new Set(ids)).toEqual(expected)
      expect(expected.size).toBeGreaterThan(0)
    },
    600_000,
  )
})
