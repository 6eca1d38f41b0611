import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { peopleOf } from '../../../lib/targeting/files/people-file.js'
import { totalFor } from '../../../lib/targeting/query-result.js'
import { markContended } from '../../../lib/collections/contention.js'
import { lists } from '../../../lib/collections/numbered-list.js'
import { sweep } from '../../../lib/app/sequencer.js'
import { resultStore } from '../../../lib/targeting/store/result-store.js'
import { type Table, openTable } from '../../../lib/table/table.js'
import {
  type Export,
  FIRST_DAY,
  OWNER,
  attend,
  exported,
  givenAttendances,
  givenEvent,
  plainly,
  selected,
} from '../../support/given/selections.js'
import { sized } from '../../support/size.js'
import { freshTable } from '../../support/engine/tables.js'

const EVENTS = 50

let table: Table
let events: string[]
let everything: Export

beforeAll(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
  events = await givenAttendances(table, { events: EVENTS, people: 120, each: 20, calm: 3 })
  everything = await exported(table)
})

const instant = fc.integer({ min: 0, max: 10 * 86_400_000 }).map((offset) => new Date(FIRST_DAY + offset).toISOString())

/** Questions about some of the events, the empty ones among them. */
const question = fc
  .record({
    order: fc.shuffledSubarray([...Array(EVENTS).keys()], { minLength: 1 }),
    included: fc.integer({ min: 1, max: EVENTS }),
    excluded: fc.integer({ min: 0, max: 3 }),
    match: fc.constantFrom('any' as const, 'any' as const, 'every' as const),
    dates: fc.option(fc.uniqueArray(instant, { minLength: 2, maxLength: 2 }), { nil: undefined }),
    audience: fc.constantFrom('everybody' as const, 'email' as const),
  })
  .map(({ order, included, excluded, match, dates, audience }) => {
    const ids = order.map((i) => events[i] as string)
    // Many people attend all of three events; none attends all of thirty.
    const include = ids.slice(0, match === 'every' ? 1 + (included % 3) : included)
    const [rsvp_from, rsvp_before] = [...(dates ?? [])].sort()
    return {
      audience,
      asked: {
        include,
        match,
        exclude: ids.slice(include.length, include.length + excluded),
        ...(rsvp_from && rsvp_before && { rsvp_from, rsvp_before }),
      },
    }
  })

describe('the people of a result', () => {
  it('are those of a plain computation over everything in the table, each once', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(question, async ({ asked, audience }) => {
        const { query, result, ids } = await selected(table, asked, audience)
        const expected = plainly(everything, query, audience)
        expect(ids).toHaveLength(expected.size)
        expect(new Set(ids)).toEqual(expected)
        expect(result.total_people).toBe(plainly(everything, query, 'everybody').size)
        expect(result.total_subscribed).toBe(plainly(everything, query, 'email').size)
        found += ids.length
      }),
      { numRuns: sized(12, 200) },
    )
    expect(found).toBeGreaterThan(0)
  })

  it('agree by page and by file while RSVPs pour in, and the next result has them', async () => {
    const { id } = await givenEvent(table, 'Pouring')
    const everybody = [...everything.people.values()].filter(({ owner }) => owner === OWNER)
    const crowd = everybody.map((person) => person.id)
    const come = async () => {
      const [calm, hot] = [crowd.pop(), crowd.pop()] as [string, string]
      await attend(table, id, calm)
      markContended(table, lists.attendancesOf(id))
      await attend(table, id, hot)
    }
    for (let i = 0; i < 20; i++) await come()
    await sweep(table, new Date(Date.now() + 60_000))

    const [{ result, ids }] = await Promise.all([
      selected(table, { include: [id, events[0] as string] }, 'everybody', come),
      ...Array.from({ length: 8 }, come),
    ])
    expect(ids).toHaveLength(result.total_people)
    expect(ids.length).toBeGreaterThanOrEqual(40)

    const source = {
      read: (from: number, count: number) =>
        resultStore(table).people(OWNER, result, { audience: 'everybody', from, count }),
      total: totalFor(result, 'everybody'),
    }
    const rows: string[] = []
    for await (const { person } of peopleOf(source, 0)) {
      if (rows.length === 10) await come()
      rows.push(person.id)
    }
    expect(rows).toEqual(ids)

    await sweep(table, new Date(Date.now() + 60_000))
    const next = await selected(table, { include: [id] }, 'everybody')
    expect(next.ids).toHaveLength(everybody.length - crowd.length)
    expect(new Set(next.ids).size).toBe(next.ids.length)
  })
})
