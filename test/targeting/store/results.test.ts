import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { COMPUTING_MS, newResult, resultToShow } from '../../../lib/targeting/query-result.js'
import { runQuery } from '../../../lib/targeting/run-query.js'
import { changedQuery, newQuery } from '../../../lib/targeting/targeting-query.js'
import { queryStore } from '../../../lib/targeting/store/query-store.js'
import { type WaitingResult, computeWaiting } from '../../../lib/targeting/store/compute-waiting.js'
import { resultStore } from '../../../lib/targeting/store/result-store.js'
import { getOne } from '../../../lib/table/reads.js'
import { type Item, type Table, keyIn, keyOf, openTable } from '../../../lib/table/table.js'
import { deleteItem, putIfAbsent } from '../../../lib/table/transaction.js'
import {
  OWNER,
  attend,
  exported,
  givenAttendances,
  givenEvent,
  plainly,
  selected,
  announcementOf,
} from '../../support/given/selections.js'
import { appOver } from '../../support/app.js'
import { freshTable } from '../../support/engine/tables.js'

const EVENTS = 50

let table: Table
let events: string[]

beforeAll(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
  events = await givenAttendances(table, { events: EVENTS, people: 120, each: 20, calm: 3 })
})

describe('the people of a result', () => {
  it('are the ones of the process that computed the result first', async () => {
    const { result, ids } = await selected(table, { include: events.slice(0, 3) }, 'everybody')
    await attend(table, events[0] as string, randomUUID())
    const again = await resultStore(table).compute(OWNER, { ...result, status: 'computing' })
    expect(again).toEqual(result)
    const people = await resultStore(table).people(OWNER, result, {
      audience: 'everybody',
      from: 0,
      count: 500,
    })
    expect(people.map(({ person }) => person.id)).toEqual(ids)
  })

  it('are found afterwards where there are too many RSVPs for a request, once however often it is asked', async () => {
    const query = newQuery(
      { title: 'Large', include: events.slice(0, 5) },
      { id: randomUUID(), owner: OWNER, now: new Date() },
    )
    await queryStore(table).create(query)
    const results = resultStore(table)
    const { result } = await runQuery({ ...appOver(table), sources: {}, mostAtOnce: 10 }, query)
    expect(result).toMatchObject({ status: 'computing', total_people: 0 })
    await expect(resultToShow(query, result.id, results)).rejects.toMatchObject({ code: 'conflict' })
    expect((await queryStore(table).find(OWNER, query.id)).result).toBeUndefined()

    const waiting = (await announcementOf(table, result)) as WaitingResult
    await computeWaiting(table, waiting)
    const complete = await results.find(query.id, result.id)
    expect(complete).toMatchObject({ status: 'complete' })
    expect(complete.total_people).toBe(plainly(await exported(table), query, 'everybody').size)
    expect((await queryStore(table).find(OWNER, query.id)).result?.id).toBe(result.id)

    // Completing it announces nothing, and a repeated announcement changes nothing.
    expect(await announcementOf(table, result)).toBeUndefined()
    await attend(table, events[0] as string, randomUUID())
    await computeWaiting(table, waiting)
    expect(await results.find(query.id, result.id)).toEqual(complete)
  })

  it('are found afterwards where an attendance is counted and not shown yet', async () => {
    const { id } = await givenEvent(table, 'Just attended')
    const person = randomUUID()
    await attend(table, id, person)
    const key = keyOf.attendance(person, id)
    const attendance = (await getOne(table, key)) as Item
    await deleteItem(table, key)
    const query = newQuery({ title: 'Soon', include: [id] }, { id: randomUUID(), owner: OWNER, now: new Date() })
    await queryStore(table).create(query)
    const results = resultStore(table)
    const { result } = await runQuery({ ...appOver(table), sources: {}, mostAtOnce: 10 }, query)
    expect(result.status).toBe('computing')
    const waiting = (await announcementOf(table, result)) as WaitingResult
    await expect(computeWaiting(table, waiting)).rejects.toMatchObject({ code: 'busy' })

    await putIfAbsent(table, keyIn(key), attendance)
    await computeWaiting(table, waiting)
    expect((await results.find(query.id, result.id)).status).toBe('complete')
    expect((await runQuery({ ...appOver(table), sources: {}, mostAtOnce: 10 }, query)).result.status).toBe('complete')
  })

  it('become the newest of their query though the process that completed them crashed before that', async () => {
    const { query, result } = await selected(table, { include: events.slice(0, 2) }, 'everybody')
    const queries = queryStore(table)
    await queries.create(query)
    expect((await queries.find(OWNER, query.id)).result).toBeUndefined()
    const { pk, sk } = keyOf.result(query.id, result.id)
    const waiting = { pk, sk, waits_for_people: OWNER }
    await computeWaiting(table, waiting)
    const found = await queries.find(OWNER, query.id)
    expect(found.result).toMatchObject({ id: result.id, total_people: result.total_people })

    // A repeated announcement does not change the query: a change would refuse a client that has read it since.
    await computeWaiting(table, waiting)
    expect(await queries.find(OWNER, query.id)).toEqual(found)
  })

  it('have failed after the last attempt to compute them, and until then may still become complete', async () => {
    const query = newQuery(
      { title: 'Given up', include: events.slice(0, 1) },
      { id: randomUUID(), owner: OWNER, now: new Date() },
    )
    await queryStore(table).create(query)
    const results = resultStore(table)
    const begunBefore = async (ms: number) => {
      const result = newResult(query, randomUUID(), new Date(Date.now() - ms))
      await results.begin(query, result, true)
      return result
    }
    const waiting = await begunBefore(COMPUTING_MS - 60_000)
    const late = await begunBefore(COMPUTING_MS + 1_000)
    const statuses = async () =>
      (await results.list(query.id, { page: 1, per_page: 10 })).members.map(({ status }) => status)
    expect(await statuses()).toEqual(['computing', 'failed'])
    await expect(resultToShow(query, late.id, results)).rejects.toMatchObject({ code: 'conflict' })

    for (const each of [late, waiting])
      await computeWaiting(table, (await announcementOf(table, each)) as WaitingResult)
    expect(await statuses()).toEqual(['complete', 'failed'])
  })

  it('of a query that asks something else by now are not its newest', async () => {
    const query = newQuery(
      { title: 'Changing', include: events.slice(0, 2), rsvp_before: '2100-01-01T00:00:00.000Z' },
      { id: randomUUID(), owner: OWNER, now: new Date() },
    )
    const queries = queryStore(table)
    await queries.create(query)
    const results = resultStore(table)
    const result = newResult(query, randomUUID(), new Date())
    await results.begin(query, result, false)
    const change = { rsvp_before: null }
    await queries.change(OWNER, query.id, async (current) => changedQuery(current, change, new Date()), 'refuse')
    const complete = await results.compute(OWNER, result)
    expect(complete.status).toBe('complete')
    expect((await queries.find(OWNER, query.id)).result).toBeUndefined()
  })

  it('are empty for another owner, whatever the result says', async () => {
    const { result } = await selected(table, { include: events.slice(0, 3) }, 'everybody')
    const part = { audience: 'everybody' as const, from: 0, count: 500 }
    const strangers = await resultStore(table).people(`group:${randomUUID()}`, result, part)
    expect(strangers).toEqual([])
  })
})
