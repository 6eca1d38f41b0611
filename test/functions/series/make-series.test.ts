import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeSeries } from '../../../lib/domain/series/make-series.js'
import type { OsdiEvent } from '../../../lib/domain/events/event.js'
import { newEvent } from '../../../lib/domain/events/event.js'
import { eventStore } from '../../../lib/dynamodb/stores/events/event-store.js'
import { seriesStore } from '../../../lib/dynamodb/stores/series/series-store.js'
import { exportOwner } from '../../../lib/dynamodb/transfer/export-owner.js'
import { audit } from '../../../lib/dynamodb/audit/audit.js'
import { adminOf } from '../../admin/admin.js'
import { eventDependencies } from '../../../lib/service/events.js'
import { address, demo, get, post, put, service, table } from '../../support/service.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })

/** A title of its own for each test, so that the same command makes another series. */
let title = ''
beforeEach(() => {
  title = `Canvass ${randomUUID()}`
})

const create = (...flags: string[]) =>
  admin(
    ...['event', 'create', '--group', demo.group.id, '--title', title, '--origin-system', 'Turnout'],
    ...[...flags, '--json'],
  )

const read = async (id: string) => (await get(`/api/v2/events/${id}`)).body

const startsOf = async (ids: string[]) =>
  (await Promise.all(ids.map(read))).map((event) => [event.start_date, event['service:start_date_utc']])

const saturdays = ['--start-date', '2027-05-01T10:00', '--end-date', '2027-05-01T12:00', '--repeat', 'weekly']

describe('a series', () => {
  it('of 12 Saturdays is 12 ordinary events', async () => {
    const { json } = await create(...saturdays, '--count', '12', '--timezone', 'America/Denver')
    expect(json).toEqual({ series: expect.any(String), count: 12, events: expect.any(Array) })
    const events = await Promise.all((json.events as string[]).map(read))
    expect(events.map((event) => event.start_date)).toEqual(
      Array.from({ length: 12 }, (_, i) =>
        new Date(Date.UTC(2027, 4, 1 + 7 * i, 10)).toISOString().replace('.000', ''),
      ),
    )
    expect(events.map((event) => event['service:series'])).toEqual(
      events.map((_, i) => ({ id: json.series, index: i + 1, count: 12 })),
    )
    expect(events[11].end_date).toBe('2027-07-17T12:00:00Z')
  })

  it('is found by a filter in both versions, newest first', async () => {
    const { json } = await create(...saturdays, '--count', '3')
    const path = `events?filter=${encodeURIComponent(`service:series eq '${json.series}'`)}`
    const [two, one] = await Promise.all([get(`/api/v2/${path}`), get(`/api/v1/${path}`)])
    const idsIn = (events: any[]) => events.map((event) => event.identifiers[0].split(':')[1])
    expect(idsIn(two.body._embedded['osdi:events'])).toEqual(json.events.toReversed())
    expect(idsIn(one.body._embedded['osdi:events'])).toEqual(json.events.toReversed())
  })

  it('is read-only by API', async () => {
    const { json } = await create(...saturdays, '--count', '2')
    const [first] = json.events as string[]
    const answer = await put(`/api/v2/events/${first}`, { 'service:series': null })
    expect(answer.headers['osdi-ignored']).toContain('service:series')
    expect(answer.body['service:series']).toEqual({ id: json.series, index: 1, count: 2 })
    const made = await post('/api/v2/events', {
      ...{ title: 'Single', origin_system: 'Test', 'service:series': { id: json.series } },
    })
    expect(made.body).not.toHaveProperty('service:series')
  })

  it('keeps its wall clock across summer time, on both hemispheres', async () => {
    const denver = await create(
      ...['--start-date', '2027-03-07T10:00', '--repeat', 'weekly', '--count', '3'],
      ...['--timezone', 'America/Denver'],
    )
    expect(await startsOf(denver.json.events)).toEqual([
      ['2027-03-07T10:00:00Z', '2027-03-07T17:00:00Z'],
      ['2027-03-14T10:00:00Z', '2027-03-14T16:00:00Z'],
      ['2027-03-21T10:00:00Z', '2027-03-21T16:00:00Z'],
    ])
    const sydney = await create(
      ...['--start-date', '2027-03-28T10:00', '--repeat', 'weekly', '--count', '3'],
      ...['--timezone', 'Australia/Sydney'],
    )
    expect(await startsOf(sydney.json.events)).toEqual([
      ['2027-03-28T10:00:00Z', '2027-03-27T23:00:00Z'],
      ['2027-04-04T10:00:00Z', '2027-04-04T00:00:00Z'],
      ['2027-04-11T10:00:00Z', '2027-04-11T00:00:00Z'],
    ])
  })

  it('of shifts has them follow one another in elapsed minutes, also while clocks are set', async () => {
    const { json } = await create(
      ...['--start-date', '2027-03-14T00:00', '--shifts', '3x120', '--timezone', 'America/Denver'],
    )
    const events = await Promise.all((json.events as string[]).map(read))
    expect(events.map((event) => [event.start_date, event.end_date])).toEqual([
      ['2027-03-14T00:00:00Z', '2027-03-14T03:00:00Z'],
      ['2027-03-14T03:00:00Z', '2027-03-14T05:00:00Z'],
      ['2027-03-14T05:00:00Z', '2027-03-14T07:00:00Z'],
    ])
  })

  it.each([
    [['--start-date', '2027-05-01', '--repeat', 'daily', '--count', '401'], '400'],
    [['--start-date', '2027-05-01', '--repeat', 'daily'], 'exactly one of until and count'],
    [['--start-date', '2027-05-01', '--repeat', 'daily', '--until', '2027-04-01'], 'before start_date'],
    [
      ['--start-date', '2027-05-01', '--repeat', 'daily', '--count', '2', '--shifts', '2x30'],
      'either --repeat',
    ],
    [['--start-date', '2027-05-01', '--count', '2'], 'need --repeat'],
    [['--repeat', 'daily', '--count', '2'], 'start_date'],
    [['--start-date', '2027-05-01', '--shifts', '30x60'], 'at most a day'],
    [['--start-date', '2027-05-01', '--shifts', '0x60'], 'whole numbers from 1'],
    [['--start-date', '2027-05-01', '--end-date', '2027-05-02', '--shifts', '2x60'], 'leave end_date out'],
    [
      ['--start-date', '2027-05-02', '--end-date', '2027-05-01', '--repeat', 'daily', '--count', '2'],
      'before',
    ],
    [
      ['--start-date', '2027-05-01', '--repeat', 'daily', '--count', '1', '--except', '2027-05-01'],
      'no date',
    ],
    [['--start-date', '2027-05-01', '--repeat', 'yearly', '--count', '2'], 'daily'],
    [['--start-date', '2027-05-01', '--repeat', 'daily', '--until', '2027-02-30'], 'must be a day'],
  ])('is refused with a sentence where its dates are wrong: %j', async (flags, sentence) => {
    const before = (await get('/api/v2/events')).body.total_records
    const { code, err } = await create(...flags)
    expect(code).not.toBe(0)
    expect(err).toContain(sentence)
    expect((await get('/api/v2/events')).body.total_records).toBe(before)
  })

  it('of 400 dates is made at once', async () => {
    const flags = ['--start-date', '2028-01-01T10:00', '--repeat', 'daily', '--count', '400']
    const { json } = await create(...flags)
    expect(json.count).toBe(400)
    expect(new Set(json.events).size).toBe(400)
  })

  it('is exported with its events', async () => {
    const { json } = await create(...saturdays, '--count', '2')
    const found = []
    for await (const record of exportOwner(table, `group:${demo.group.id}`))
      if (record.type === 'series' && record.value['id'] === json.series) found.push(record.value)
    expect(found).toEqual([
      {
        ...{ id: json.series, owner: `group:${demo.group.id}`, count: 2, events: json.events },
        created_date: expect.any(String),
      },
    ])
  })
})

describe('a making that crashes', () => {
  const events = eventStore(table)
  const owner = `group:${demo.group.id}` as const

  const firstDate = (): Promise<OsdiEvent> =>
    newEvent(
      { title, origin_system: 'Turnout', start_date: { wallClock: '2031-05-01T10:00:00' } },
      {
        ...{ id: randomUUID(), principal: { owner }, creator: demo.group.creator, explicit_creator: false },
        ...{ made_in_interface: { hidden: false }, now: new Date() },
      },
      eventDependencies(service).geocode,
    )

  /** A store that crashes before it writes a date. */
  const crashingAt = (date: number) => {
    const store = seriesStore(table, events)
    let written = 0
    const write = (event: OsdiEvent) => {
      if (++written === date) throw new Error('killed')
      return store.write(event)
    }
    return { ...store, write }
  }

  const dates = { repeat: { frequency: 'weekly' as const, count: 5 } }

  const titlesIn = async (path: string, rel: string) =>
    ((await get(path)).body._embedded[rel] as { title: string }[]).filter((event) => event.title === title)

  const inSight = async () => ({
    events: (await titlesIn('/api/v2/events?per_page=100', 'osdi:events')).length,
    filtered: (
      await titlesIn(`/api/v2/events?filter=${encodeURIComponent(`title eq '${title}'`)}`, 'osdi:events')
    ).length,
    byStart: (await events.listActionsByStart(owner, { order: 'soonest first', from: '2031' })).events.filter(
      (event) => event.title === title,
    ).length,
    found: (
      (await get(`/groups/${demo.group.id}/events.geojson?from=2031-04-01`)).body?.features as
        { properties: { title: string } }[] | undefined
    )?.filter(({ properties }) => properties.title === title).length,
  })

  it.each([1, 3, 5])(
    'at date %d leaves nothing in sight, and is completed when it is repeated',
    async (date) => {
      const id = randomUUID()
      const first = await firstDate()
      await expect(makeSeries(id, first, dates, crashingAt(date))).rejects.toThrow('killed')
      expect(await inSight()).toEqual({ events: 0, filtered: 0, byStart: 0, found: 0 })
      const made = await makeSeries(id, first, dates, seriesStore(table, events))
      expect(await inSight()).toEqual({ events: 5, filtered: 5, byStart: 5, found: 5 })
      expect(await makeSeries(id, first, dates, seriesStore(table, events))).toEqual(made)
      expect((await inSight()).events).toBe(5)
    },
  )

  it('is completed by the same command, which makes another series after that', async () => {
    const flags = ['--start-date', '2031-05-01T10:00', '--repeat', 'weekly', '--count', '2']
    const [one, two] = [await create(...flags), await create(...flags)]
    expect(one.json.series).not.toBe(two.json.series)
    expect((await inSight()).events).toBe(4)
  })

  it('leaves a table that the audit accepts', async () => {
    const violations: string[] = []
    await audit(table, (violation) => violations.push(violation))
    expect(violations).toEqual([])
  })
})
