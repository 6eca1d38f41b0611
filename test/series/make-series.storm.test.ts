import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSeries } from '../../lib/series/make-series.js'
import { type OsdiEvent, newEvent } from '../../lib/events/event.js'
import { eventStore } from '../../lib/app/event-store.js'
import { audit } from '../../lib/app/audit.js'
import { adminOf } from '../admin/admin.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { signedInAs } from '../support/clients/organizer.js'
import { TIMEOUT_MS, address, demo, get, limitFunctionsTo, service, table } from '../support/service.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })

/** A title of its own for each test, so that the same command makes another series. */
let title = ''
beforeEach(() => {
  title = `Canvass ${randomUUID()}`
})

const create = (...flags: string[]) =>
  admin('event', 'create', '--group', demo.group.id, '--title', title, '--origin-system', 'Turnout', ...flags, '--json')

describe('a series', () => {
  it('of 400 dates is made at once', async () => {
    const flags = ['--start-date', '2028-01-01T10:00', '--repeat', 'daily', '--count', '400']
    const { json } = await create(...flags)
    expect(json.count).toBe(400)
    expect(new Set(json.events).size).toBe(400)
  })
})

describe('a series of the interface', () => {
  afterEach(() => limitFunctionsTo(TIMEOUT_MS))

  it('of 400 dates is made in several requests, and no part of it is in sight before', async () => {
    const organizer = await signedInAs(demo.group.organizer)
    const fields = {
      title,
      day: '2033-01-01',
      start_time: '10:00',
      repeat: 'daily',
      count: '400',
      draft: randomUUID(),
      then: 'make',
    }
    const titled = async () =>
      (await get(`/api/v2/events?per_page=100&filter=${encodeURIComponent(`title eq '${title}'`)}`)).body._embedded[
        'osdi:events'
      ] as { 'service:series': { count: number } }[]
    let requests = 1
    for (;;) {
      limitFunctionsTo(4_000)
      const { status, html, headers } = await organizer.send(`/manage/${demo.group.id}/actions/new`, fields)
      limitFunctionsTo(TIMEOUT_MS)
      if (status === 303) {
        expect(headers['location']).toMatch(/\/dates$/)
        break
      }
      expect(status).toBe(200)
      expect(html).toContain('data-continue')
      expect(html).toMatch(/<progress max="400" value="\d+"/)
      expect(await titled()).toEqual([])
      requests++
    }
    expect(requests).toBeGreaterThan(1)
    const page = await titled()
    expect(page).toHaveLength(100)
    expect(page.every((event) => event['service:series'].count === 400)).toBe(true)
  })
})

describe('a series whose creation crashes', () => {
  const events = eventStore(table)
  const owner = `group:${demo.group.id}` as const

  const firstDate = (): Promise<OsdiEvent> =>
    newEvent(
      { title, origin_system: 'Turnout', start_date: { wallClock: '2031-05-01T10:00:00' } },
      {
        id: randomUUID(),
        principal: { owner },
        creator: demo.group.creator,
        explicit_creator: false,
        made_in_interface: { hidden: false },
        now: new Date(),
      },
      eventDependencies(service).geocode,
    )

  /** A store that crashes before it writes a date. */
  const crashingAt = (date: number) => {
    let written = 0
    const create = async (event: OsdiEvent) => {
      if (++written === date) throw new Error('killed')
      return events.create(event)
    }
    return { table, events: { ...events, create } }
  }

  const dates = { repeat: { frequency: 'weekly' as const, count: 5 } }

  const titlesIn = async (path: string, rel: string) =>
    ((await get(path)).body._embedded[rel] as { title: string }[]).filter((event) => event.title === title)

  const inSight = async () => ({
    events: (await titlesIn('/api/v2/events?per_page=100', 'osdi:events')).length,
    filtered: (await titlesIn(`/api/v2/events?filter=${encodeURIComponent(`title eq '${title}'`)}`, 'osdi:events'))
      .length,
    byStart: (await events.listActionsByStart(owner, { order: 'soonest first', from: '2031' })).events.filter(
      (event) => event.title === title,
    ).length,
    found: (
      (await get(`/groups/${demo.group.id}/events.geojson?from=2031-04-01`)).body?.features as
        { properties: { title: string } }[] | undefined
    )?.filter(({ properties }) => properties.title === title).length,
  })

  it.each([1, 3, 5])('at date %d leaves nothing in sight, and is completed when it is repeated', async (date) => {
    const id = randomUUID()
    const first = await firstDate()
    await expect(makeSeries(id, first, dates, crashingAt(date))).rejects.toThrow('killed')
    expect(await inSight()).toEqual({ events: 0, filtered: 0, byStart: 0, found: 0 })
    const made = await makeSeries(id, first, dates, { table, events })
    expect(await inSight()).toEqual({ events: 5, filtered: 5, byStart: 5, found: 5 })
    expect(await makeSeries(id, first, dates, { table, events })).toEqual(made)
    expect((await inSight()).events).toBe(5)
  })

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
