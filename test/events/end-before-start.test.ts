import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adminOf } from '../admin/admin.js'
import { PUBLIC_URL, address, anEvent, demo, get, idOf, post, put } from '../support/service.js'
import { has } from '../support/rooms.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, PUBLIC_URL })
const START = '2030-05-01T18:00'
const create = (end: string, ...more: string[]) =>
  admin(
    'event',
    'create',
    '--group',
    demo.group.id,
    '--title',
    'Rally',
    '--origin-system',
    'Test',
    '--json',
    '--start-date',
    START,
    '--end-date',
    end,
    ...more,
  )
const REFUSED = 'end_date must not be before start_date.\n'

describe.runIf(has('series'))('an event of the interface', () => {
  it('cannot end before it starts', async () => {
    expect(await create('2030-05-01T17:59')).toMatchObject({ code: 1, out: '', err: REFUSED })
  })

  it('may end when it starts', async () => {
    expect((await create(START)).code).toBe(0)
  })

  it('cannot be changed so that it ends before it starts', async () => {
    const { json } = await create('2030-05-01T20:00')
    const update = (...flags: string[]) => admin('event', 'update', json.id, ...flags)
    expect(await update('--start-date', '2030-05-01T20:01')).toMatchObject({ code: 1, err: REFUSED })
    expect(await update('--end-date', '2030-05-01T17:00')).toMatchObject({ code: 1, err: REFUSED })
    expect((await update('--title', 'Another')).code).toBe(0)
    expect((await update('--start-date', '2030-05-01T20:00')).code).toBe(0)
  })

  it('is compared by instants, where its time zone sets the clock back in between', async () => {
    const late = ['--start-date', '2030-11-03T01:30', '--timezone', 'America/New_York']
    expect((await create('2030-11-03T01:45', ...late)).code).toBe(0)
  })
})

describe.runIf(has('imports'))('a file of events', () => {
  it('has rows refused that end before they start', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'events-')), 'events.csv')
    writeFileSync(
      file,
      'title,start date,end date\nGood,2030-05-01 18:00,2030-05-01 18:00\nBad,2030-05-01 18:00,2030-05-01 17:00\n',
    )
    const { json, code } = await admin('import', 'csv', 'events', '--in', file, '--group', demo.group.id, '--json')
    expect([code, json.refusals.map(({ problem }: any) => problem)]).toEqual([
      1,
      [expect.stringContaining('must not be before start_date')],
    ])
  })
})

describe('an event of the API', () => {
  it('keeps what its client has, on POST and PUT', async () => {
    const times = { start_date: '2030-05-01T18:00:00Z', end_date: '2030-05-01T17:00:00Z' }
    const created = await post('/api/v2/events', anEvent(times))
    expect([created.status, created.body.end_date]).toEqual([200, times.end_date])
    const path = `/api/v2/events/${idOf(created)}`
    expect((await put(path, { end_date: '2030-05-01T16:00:00Z' })).status).toBe(200)
    expect((await get(path)).body.end_date).toBe('2030-05-01T16:00:00Z')
  })
})
