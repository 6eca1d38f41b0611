import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportOwner } from '../../lib/transfer/export-owner.js'
import { adminOf } from '../admin/admin.js'
import { address, demo, get, post, put, table } from '../support/service.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })

/** A title of its own for each test, so that the same command makes another series. */
let title = ''
beforeEach(() => {
  title = `Canvass ${randomUUID()}`
})

const create = (...flags: string[]) =>
  admin('event', 'create', '--group', demo.group.id, '--title', title, '--origin-system', 'Turnout', ...flags, '--json')

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

  it('is one entry of a query, for all of its dates', async () => {
    const { json } = await create(...saturdays, '--count', '3')
    const other = await create(...saturdays, '--count', '2')
    const address = `https://events.example.org/series/${json.series}`
    const query = { title, include: [address, other.json.events[0]], exclude: [other.json.events[1]] }
    const made = await post('/api/v2/targeting/queries', query)
    expect([made.status, made.body.include]).toEqual([
      200,
      [address, other.json.events[0]].map((id) => expect.stringContaining(id)),
    ])
    const refused = await post('/api/v2/targeting/queries', {
      ...query,
      include: [address, `https://events.example.org/series/${randomUUID()}`],
    })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('include[1]')
  })

  it('is read-only by API', async () => {
    const { json } = await create(...saturdays, '--count', '2')
    const [first] = json.events as string[]
    const answer = await put(`/api/v2/events/${first}`, { 'service:series': null })
    expect(answer.headers['osdi-ignored']).toContain('service:series')
    expect(answer.body['service:series']).toEqual({ id: json.series, index: 1, count: 2 })
    const made = await post('/api/v2/events', {
      title: 'Single',
      origin_system: 'Test',
      'service:series': { id: json.series },
    })
    expect(made.body).not.toHaveProperty('service:series')
  })

  it('keeps its wall clock across summer time, on both hemispheres', async () => {
    const denver = await create(
      '--start-date',
      '2027-03-07T10:00',
      '--repeat',
      'weekly',
      '--count',
      '3',
      '--timezone',
      'America/Denver',
    )
    expect(await startsOf(denver.json.events)).toEqual([
      ['2027-03-07T10:00:00Z', '2027-03-07T17:00:00Z'],
      ['2027-03-14T10:00:00Z', '2027-03-14T16:00:00Z'],
      ['2027-03-21T10:00:00Z', '2027-03-21T16:00:00Z'],
    ])
    const sydney = await create(
      '--start-date',
      '2027-03-28T10:00',
      '--repeat',
      'weekly',
      '--count',
      '3',
      '--timezone',
      'Australia/Sydney',
    )
    expect(await startsOf(sydney.json.events)).toEqual([
      ['2027-03-28T10:00:00Z', '2027-03-27T23:00:00Z'],
      ['2027-04-04T10:00:00Z', '2027-04-04T00:00:00Z'],
      ['2027-04-11T10:00:00Z', '2027-04-11T00:00:00Z'],
    ])
  })

  it('of shifts has them follow one another in elapsed minutes, also while clocks are set', async () => {
    const { json } = await create(
      '--start-date',
      '2027-03-14T00:00',
      '--shifts',
      '3x120',
      '--timezone',
      'America/Denver',
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
    [['--start-date', '2027-05-01', '--repeat', 'daily', '--count', '2', '--shifts', '2x30'], 'either --repeat'],
    [['--start-date', '2027-05-01', '--count', '2'], 'need --repeat'],
    [['--repeat', 'daily', '--count', '2'], 'start_date'],
    [['--start-date', '2027-05-01', '--shifts', '30x60'], 'at most a day'],
    [['--start-date', '2027-05-01', '--shifts', '0x60'], 'whole numbers from 1'],
    [['--start-date', '2027-05-01', '--end-date', '2027-05-02', '--shifts', '2x60'], 'leave end_date out'],
    [['--start-date', '2027-05-02', '--end-date', '2027-05-01', '--repeat', 'daily', '--count', '2'], 'before'],
    [['--start-date', '2027-05-01', '--repeat', 'daily', '--count', '1', '--except', '2027-05-01'], 'no date'],
    [['--start-date', '2027-05-01', '--repeat', 'yearly', '--count', '2'], 'daily'],
    [['--start-date', '2027-05-01', '--repeat', 'daily', '--until', '2027-02-30'], 'must be a day'],
  ])('is refused with a sentence where its dates are wrong: %j', async (flags, sentence) => {
    const before = (await get('/api/v2/events')).body.total_records
    const { code, err } = await create(...flags)
    expect(code).not.toBe(0)
    expect(err).toContain(sentence)
    expect((await get('/api/v2/events')).body.total_records).toBe(before)
  })

  it('is exported with its events', async () => {
    const { json } = await create(...saturdays, '--count', '2')
    const found = []
    for await (const record of exportOwner(table, `group:${demo.group.id}`))
      if (record.type === 'series' && record.value['id'] === json.series) found.push(record.value)
    expect(found).toEqual([
      {
        id: json.series,
        owner: `group:${demo.group.id}`,
        count: 2,
        events: json.events,
        created_date: expect.any(String),
      },
    ])
  })
})
