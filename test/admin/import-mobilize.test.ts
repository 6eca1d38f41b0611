import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherInstallation, listen } from '../support/given/installation.js'

/* A service that answers as the public documentation of Mobilize says, with records of our own. */

const ORGANIZATION = 77
const at = (iso: string) => Date.parse(iso) / 1_000
const dates = { created_date: at('2025-01-02T03:04:05Z'), modified_date: at('2025-02-03T04:05:06Z') }
const sponsor = { id: ORGANIZATION, name: 'River', slug: 'river' }

const canvass = {
  id: 771,
  ...dates,
  title: 'Canvass',
  summary: 'Doors',
  description: '<p>Knock</p>',
  event_type: 'CANVASS',
  sponsor,
  timezone: 'America/New_York',
  visibility: 'PUBLIC',
  address_visibility: 'PRIVATE',
  browser_url: 'https://m.example/e/771/',
  timeslots: [
    { id: 1, start_date: at('2026-11-01T05:30:00Z'), end_date: at('2026-11-01T07:30:00Z') },
    { id: 2, start_date: at('2026-11-03T14:00:00Z'), end_date: at('2026-11-03T17:00:00Z'), max_attendees: 5 },
  ],
  location: {
    venue: 'Office',
    address_lines: ['204 E 13th St', ''],
    locality: 'New York',
    region: 'NY',
    postal_code: '10003',
    location: { latitude: 40.73, longitude: -73.98 },
  },
}
const call = {
  id: 772,
  ...dates,
  title: 'Call',
  description: '',
  event_type: 'PHONE_BANK',
  sponsor,
  timezone: 'America/Chicago',
  visibility: 'PRIVATE',
  is_virtual: true,
  location: null,
  timeslots: [{ id: 3, start_date: at('2026-11-02T18:00:00Z'), end_date: at('2026-11-02T19:00:00Z') }],
}
const promoted = { ...call, id: 900, title: 'Of others', sponsor: { id: 78, name: 'Others' } }

const people = Array.from({ length: 130 }, (_, i) => ({
  id: 5_000 + i,
  ...dates,
  given_name: `G${i}`,
  family_name: 'M',
  sms_opt_in_status: i === 1 ? 'OPT_OUT' : 'OPT_IN',
  email_addresses: [{ primary: true, address: `m${i}@example.org` }],
  phone_numbers: [{ primary: true, number: i < 2 ? '2025550100' : '' }],
  postal_addresses: [{ primary: true, postal_code: '10003' }],
}))
const rsvp = (id: number, person: number, timeslot: number, status: string, attended: boolean | null = null) => ({
  id,
  ...dates,
  status,
  attended,
  timeslot: { id: timeslot },
  person: people[person],
})
const attendances: Record<string, object[]> = {
  '771': [
    rsvp(1, 0, 1, 'REGISTERED'),
    rsvp(2, 0, 2, 'CANCELLED'),
    rsvp(3, 1, 2, 'CONFIRMED', true),
    rsvp(4, 2, 2, 'WAITLISTED'),
  ],
  '772': [rsvp(5, 3, 3, 'REGISTERED')],
}

let folder: string
let server: Server
let base: string
let keys: Set<string | undefined>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mobilize-'))
  const listening = await listen((request, response) => {
    const url = new URL(request.url as string, 'http://x')
    keys.add(request.headers.authorization)
    const path = url.pathname.replace(`/api/v2/organizations/${ORGANIZATION}/`, '')
    const isPublic = path === 'events'
    const isAllowed = isPublic || request.headers.authorization === 'Bearer k'
    const all =
      path === 'events' ? [canvass, call, promoted] : path === 'people' ? people : attendances[path.split('/')[1] ?? '']
    const since = Number(url.searchParams.get('updated_since') ?? 0)
    const found = (all as { modified_date: number }[] | undefined)?.filter((each) => each.modified_date >= since)
    const page = Number(url.searchParams.get('page') ?? 1)
    const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 25))
    const data = found?.slice((page - 1) * size, page * size)
    const next = found && page * size < found.length ? `${url.pathname}?page=${page + 1}` : null
    return response
      .writeHead(!isAllowed ? 403 : data ? 200 : 404, { 'content-type': 'application/json' })
      .end(
        JSON.stringify(isAllowed ? { count: found?.length, next, previous: null, data } : { error: 'No', data: null }),
      )
  })
  server = listening.server
  base = listening.base
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

async function importInto(target: Awaited<ReturnType<typeof anotherInstallation>>, name: string, ...more: string[]) {
  keys = new Set()
  const args = ['import', 'mobilize', '--organization', String(ORGANIZATION), '--from', base, '--rate', '1000']
  const where = ['--progress-file', join(folder, `${name}.json`), '--report', join(folder, `${name}.ndjson`)]
  const answer = await target.admin(...args, '--group', target.group, ...where, ...more, '--json')
  const report = await readFile(join(folder, `${name}.ndjson`), 'utf8').catch(() => '')
  return {
    ...answer,
    report: report
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  }
}

const byId = (list: any[], id: string) => list.find(({ identifiers }) => identifiers.includes(`mobilize:${id}`))

describe('import mobilize', () => {
  it('takes over each timeslot as an event, people and their RSVPs, and reports the rest, again and again', async () => {
    const target = await anotherInstallation()
    const first = await importInto(target, 'whole', '--key', 'k')
    expect([first.err, first.code]).toEqual(['', 1])
    expect(first.json.counts).toEqual({
      people: { there: 130, here: 130 },
      events: { there: 3, here: 3 },
      attendances: { there: 5, here: 4 },
    })
    expect(first.json.agree).toBe(true)
    expect([...keys]).toEqual(['Bearer k'])
    const events = (await target.read('events'))._embedded['osdi:events']
    expect(events).toHaveLength(3)
    // The clock of New York goes back that night: both are half past one.
    expect(byId(events, '771-1')).toMatchObject({
      title: 'Canvass',
      name: 'Doors',
      start_date: '2026-11-01T01:30:00Z',
      browser_url: expect.stringContaining('https://new.example.org/events/'),
      'service:address_shown': 'guests',
      created_date: '2025-01-02T03:04:05Z',
      modified_date: '2025-02-03T04:05:06Z',
      location: { venue: 'Office', postal_code: '10003', address_lines: ['204 E 13th St'] },
    })
    expect(byId(events, '772-3')).toMatchObject({
      start_date: '2026-11-02T12:00:00Z',
      timezone_identifier: 'America/Chicago',
      'service:attendance_mode': 'online',
      'service:hidden': true,
    })
    expect(byId(events, '771-2')).toMatchObject({ capacity: 5, 'service:series': { index: 2, count: 2 } })
    expect(byId(events, '771-1')['service:series'].id).toBe(byId(events, '771-2')['service:series'].id)
    expect(byId(events, '772-3')['service:series']).toBeUndefined()
    const shift = byId(events, '771-2').identifiers[0].split(':')[1]
    const rsvps = (await target.read(`events/${shift}/attendances`))._embedded['osdi:attendances']
    expect(byId(rsvps, '2')).toMatchObject({ status: 'declined' })
    expect(byId(rsvps, '3')).toMatchObject({ status: 'accepted', 'service:attended': true })
    expect(first.report).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'attendances', id: '4', what: 'refused', event: '771-2' }),
        expect.objectContaining({ kind: 'people', fields: ['phone_numbers'] }),
        expect.objectContaining({
          kind: 'events',
          id: '771-2',
          fields: expect.arrayContaining(['browser_url', 'event_type']),
        }),
      ]),
    )
    const again = await importInto(target, 'whole', '--key', 'k')
    expect(again.json.records.people).toMatchObject({ new: 0, changed: 0 })
    expect(again.json.counts).toEqual(first.json.counts)
    expect(again.report).toEqual(expect.arrayContaining(first.report))
  }, 120_000)

  it('takes over the events alone without a key', async () => {
    const target = await anotherInstallation()
    const { json, code } = await importInto(target, 'public')
    expect([code, json.counts.events, json.counts.attendances.there]).toEqual([0, { there: 3, here: 3 }, 0])
    expect([...keys]).toEqual([undefined])
  }, 120_000)

  it('says that a key is refused', async () => {
    const target = await anotherInstallation()
    const { code, err } = await importInto(target, 'wrong', '--key', 'wrong')
    expect([code, err]).toEqual([1, expect.stringContaining('with 403')])
    expect(err).not.toContain('wrong with')
  }, 60_000)
})
