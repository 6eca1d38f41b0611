import { beforeAll, describe, expect, it } from 'vitest'
import { type Table, openTable } from '../../../lib/table/table.js'
import { randomUUID } from 'node:crypto'
import { runQuery } from '../../../lib/targeting/run-query.js'
import { newQuery } from '../../../lib/targeting/targeting-query.js'
import { type WaitingResult, computeWaiting } from '../../../lib/targeting/store/compute-waiting.js'
import { queryStore } from '../../../lib/targeting/store/query-store.js'
import { resultStore } from '../../../lib/targeting/store/result-store.js'
import {
  type Export,
  OWNER,
  plantAttendances,
  plainly,
  selected,
  announcementOf,
} from '../../support/given/selections.js'
import { appOver } from '../../support/app.js'
import { engineKinds } from '../../support/engine/engines.js'
import { isLong } from '../../support/size.js'
import { freshTable } from '../../support/engine/tables.js'

/*
 * Selections over 50,000 attendances, and over more than a request waits for, against a plain computation:
 * `vitest run --mode long`. What they cost is in docs/performance.md.
 */

/** DynamoDB Local where it runs: the other engine slows down with the size of a table. */
async function largeTable(): Promise<Table> {
  const { endpoint, tableName } = await freshTable(engineKinds().at(-1))
  return openTable({ tableName, dynamodbEndpoint: endpoint })
}

describe.runIf(isLong)('a selection over 50,000 attendances', () => {
  let table: Table
  let events: string[]
  let everything: Export

  beforeAll(async () => {
    table = await largeTable()
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
    ['any of 50 events, on one day', () => ({ include: events, rsvp_from: '2026-10-03', rsvp_before: '2026-10-04' })],
  ] as const)(
    'has exactly the people of a plain computation: %s',
    async (name, asked, audience: 'everybody' | 'email' = 'everybody') => {
      const before = { ...table.consumedCapacity }
      const { query, result, ids } = await selected(table, asked(), audience)
      const { read, write, requests } = table.consumedCapacity
      console.log(
        `${name}: ${result.total_people} people with all pages, ${read - before.read} read and ` +
          `${write - before.write} write units, ${requests - before.requests} requests`,
      )
      const expected = plainly(everything, query, audience)
      expect(ids).toHaveLength(expected.size)
      expect(new Set(ids)).toEqual(expected)
      expect(expected.size).toBeGreaterThan(0)
    },
    600_000,
  )
})

describe.runIf(isLong)('a selection over more than 100,000 attendances', () => {
  it('is computed after the request, from the stream, and is exactly that of a plain computation', async () => {
    const table = await largeTable()
    const { ids, planted } = await plantAttendances(table, { events: 100, people: 20_000, each: 1_050 })
    const query = newQuery({ title: 'Everybody', include: ids }, { id: randomUUID(), owner: OWNER, now: new Date() })
    await queryStore(table).create(query)
    const results = resultStore(table)
    const { result } = await runQuery({ ...appOver(table), sources: {} }, query)
    expect(result.status).toBe('computing')

    const before = { ...table.consumedCapacity }
    await computeWaiting(table, (await announcementOf(table, result)) as WaitingResult)
    const { read, write, requests } = table.consumedCapacity
    const complete = await results.find(query.id, result.id)
    console.log(
      `${complete.total_people} people, ${read - before.read} read and ${write - before.write} write units, ` +
        `${requests - before.requests} requests`,
    )
    const expected = plainly(planted, query, 'everybody')
    expect(complete).toMatchObject({ status: 'complete', total_people: expected.size })
    const people = await results.people(OWNER, complete, { audience: 'everybody', from: 0, count: 100_000 })
    expect(new Set(people.map(({ person }) => person.id))).toEqual(expected)
    expect(people).toHaveLength(expected.size)
  }, 3_600_000)
})
