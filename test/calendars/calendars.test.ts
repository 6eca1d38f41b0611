import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { adminOf } from '../admin/admin.js'
import { has } from '../support/rooms.js'
import { readCalendar, readEntry } from '../support/clients/calendar.js'
import { UNKNOWN_ID, PUBLIC_URL, address, anEvent, demo, get, givenEvent, post, put, send } from '../support/service.js'

const admin = adminOf({
  TABLE_NAME: address.tableName,
  DYNAMODB_ENDPOINT: address.endpoint,
  PUBLIC_URL,
})
const OTHER = { key: demo.other_group.key }
const KEYLESS = { key: null }

/** Makes a calendar as its owner does. @returns its path */
async function givenCalendar(...of: string[]): Promise<{ path: string; id: string }> {
  const { json } = await admin('calendar', 'create', ...of, '--json')
  return { path: new URL(json.address as string).pathname, id: json.id }
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The wall clock so many days from now, where clocks show UTC. */
const inDays = (days: number) => ({
  start_date: new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16),
  timezone_identifier: 'UTC',
})
const titlesAt = async (path: string, sending: { key?: string | null } = KEYLESS) =>
  readCalendar((await get(path, sending)).text).events.map(({ summary }) => summary)

const campaignEvents = `/api/v2/event_campaigns/${demo.event_campaign.id}/events`
const hide = async (title: string) => {
  const { start_date } = inDays(2)
  const options = ['--title', title, '--origin-system', 'x', '--start-date', start_date, '--timezone', 'UTC']
  await admin('event', 'create', '--group', demo.group.id, ...options, '--hidden')
}

describe('a calendar to subscribe to', () => {
  let all: { path: string; id: string }

  beforeAll(async () => {
    await givenEvent({ title: 'over for long', ...inDays(-40) })
    await givenEvent({ title: 'later', ...inDays(20) })
    await givenEvent({ title: 'over', ...inDays(-20) })
    await givenEvent({ title: 'some day' })
    await givenEvent({ title: 'next', ...inDays(1) })
    await post(campaignEvents, anEvent({ title: 'in the campaign', ...inDays(10) }))
    await hide('hidden')
    await givenEvent({ title: "another owner's", ...inDays(1) }, OTHER)
    all = await givenCalendar('--group', demo.group.id)
  })

  it('has the events of a group around today, soonest first, without a key and without what is hidden', async () => {
    expect(all.path).toMatch(/^\/calendars\/[\w-]{43}\.ics$/)
    const { status, headers, text } = await get(all.path, KEYLESS)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=60',
      'content-disposition': 'inline; filename="events.ics"',
      'x-content-type-options': 'nosniff',
    })
    const calendar = readCalendar(text)
    expect(calendar.name).toBe(demo.group.title)
    expect(calendar.events.map(({ summary }) => summary)).toEqual(['over', 'next', 'in the campaign', 'later'])
  })

  it('has the events of one campaign, or a single event, and the title that its owner gives it', async () => {
    const campaign = await givenCalendar('--campaign', demo.event_campaign.id, '--title', 'Marches')
    expect(readCalendar((await get(campaign.path, KEYLESS)).text)).toMatchObject({
      name: 'Marches',
      events: [{ summary: 'in the campaign' }],
    })
    const { id } = await givenEvent({ title: 'far off', ...inDays(900) })
    const event = await givenCalendar('--event', id)
    expect(readEntry((await get(event.path, KEYLESS)).text)).toMatchObject({ uid: id, summary: 'far off' })
  })

  it('has the events of an individual account', async () => {
    const sending = { key: demo.individual.key }
    const { id } = await givenEvent({ title: 'mine', ...inDays(3) }, sending)
    const account = (await admin('account', 'list', '--json')).json[0].id as string
    const { path } = await givenCalendar('--account', account)
    expect(await titlesAt(path)).toEqual(['mine'])
    expect(readEntry((await get(path, KEYLESS)).text).uid).toBe(id)
  })

  it('shows a change under the same id, with a higher sequence', async () => {
    const { path, id } = await givenEvent({ title: 'before', ...inDays(5) })
    const calendar = await givenCalendar('--event', id)
    const before = readEntry((await get(calendar.path, KEYLESS)).text)
    await put(path, { title: 'after' })
    const after = readEntry((await get(calendar.path, KEYLESS)).text)
    expect(after).toMatchObject({ uid: before.uid, summary: 'after' })
    expect(after.sequence).toBeGreaterThan(before.sequence)
    // RSVPs are no change of an event.
    await post(`${path}/attendances`, { person: { email_addresses: [{ address: 'a@example.org' }] } })
    expect(readEntry((await get(calendar.path, KEYLESS)).text).sequence).toBe(after.sequence)
  })

  it.runIf(has('series'))('never shows a hidden event, not even one of its own', async () => {
    const options = ['--group', demo.group.id, '--title', 'x', '--origin-system', 'x', '--hidden', '--json']
    const { id } = (await admin('event', 'create', ...options, '--start-date', '2040-01-01')).json
    const { path } = await givenCalendar('--event', id)
    expect(await titlesAt(path)).toEqual([])
  })

  it('is nowhere once it is revoked, exactly as one that never was', async () => {
    const { path, id } = await givenCalendar('--group', demo.group.id)
    expect((await get(path, KEYLESS)).status).toBe(200)
    await admin('calendar', 'revoke', id)
    const same = (text: string) => text.replace(/"reference_code":"[^"]*"/, '')
    const unknown = await get(`/calendars/${'x'.repeat(43)}.ics`, KEYLESS)
    expect(unknown).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } })
    for (const gone of [path, path.replace('.ics', ''), '/calendars/x.ics', `/calendars/${id}.ics`]) {
      const answer = await get(gone, KEYLESS)
      expect([answer.status, same(answer.text)]).toEqual([404, same(unknown.text)])
    }
  })

  it('is kept by the hash of its address alone', async () => {
    const { path, id } = await givenCalendar('--group', demo.group.id)
    const secret = path.slice('/calendars/'.length, -'.ics'.length)
    const listed = await admin('calendar', 'list', '--group', demo.group.id, '--json')
    expect(listed.json.map((each: { id: string }) => each.id)).toContain(id)
    expect(listed.out).not.toContain(secret)
    expect(listed.out).not.toContain('hash')
    const events = await get('/api/v2/events')
    expect(events.text).not.toContain('/calendars/')
  })

  it('answers HEAD as GET, and refuses to be written to', async () => {
    const got = await get(all.path, KEYLESS)
    const head = await send('HEAD', all.path, undefined, KEYLESS)
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['etag', 'content-length', 'content-type', 'last-modified'])
      expect([name, head.headers[name]]).toEqual([name, got.headers[name]])
    const put = await send('PUT', all.path, {}, KEYLESS)
    expect([put.status, put.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('a program that looks again', () => {
  afterEach(() => void vi.useRealTimers())

  const again = (path: string, headers: Record<string, string>) => get(path, { ...KEYLESS, headers })

  it('gets 304 until something changes', async () => {
    const { path } = await givenEvent({ title: 'seen', ...inDays(4) })
    const calendar = await givenCalendar('--group', demo.group.id)
    const first = await get(calendar.path, KEYLESS)
    const etag = first.headers['etag'] as string
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const same = await again(calendar.path, { 'if-none-match': header })
      expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', etag])
      expect(same.headers).toMatchObject({ 'cache-control': 'private, max-age=60' })
    }
    expect((await again(calendar.path, { 'if-none-match': '"other"' })).status).toBe(200)
    await put(path, { title: 'changed' })
    const changed = await again(calendar.path, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers['etag']).not.toBe(etag)
  })

  it('gets 304 for what was not modified since, unless it knows a tag', async () => {
    const calendar = await givenCalendar('--group', demo.group.id)
    const { headers } = await get(calendar.path, KEYLESS)
    const modified = headers['last-modified'] as string
    const since = (time: string) => ({ 'if-modified-since': time })
    expect((await again(calendar.path, since(modified))).status).toBe(304)
    const before = new Date(Date.parse(modified) - 1_000).toUTCString()
    expect((await again(calendar.path, since(before))).status).toBe(200)
    expect((await again(calendar.path, since('yesterday'))).status).toBe(200)
    const both = { ...since(modified), 'if-none-match': '"other"' }
    expect((await again(calendar.path, both)).status).toBe(200)
  })

  it('gets the same bytes all day, and the next day those of that day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2035-03-10T00:00:00Z') })
    const event = { start_date: '2035-02-09T12:00', timezone_identifier: 'UTC' }
    await givenEvent({ title: 'of February', ...event }, OTHER)
    await givenEvent({ ...event, title: 'of May', start_date: '2035-05-04' }, OTHER)
    const calendar = await givenCalendar('--group', demo.other_group.id)
    const morning = await get(calendar.path, KEYLESS)
    const titles = ({ text }: typeof morning) => readCalendar(text).events.map(({ summary }) => summary)
    expect(titles(morning)).toEqual(['of February', 'of May'])
    vi.setSystemTime(new Date('2035-03-10T23:59:59Z'))
    expect((await get(calendar.path, KEYLESS)).headers['etag']).toBe(morning.headers['etag'])
    // A month after its start the event leaves the calendar, which is a change without a write.
    vi.setSystemTime(new Date('2035-03-12T00:00:00Z'))
    const since = { 'if-modified-since': morning.headers['last-modified'] as string }
    const later = await again(calendar.path, since)
    expect([later.status, titles(later)]).toEqual([200, ['of May']])
  })
})

describe('a calendar for callers with a key', () => {
  it.each(['/api/v1', '/api/v2'])('has everything that the key may read, hidden events too, under %s', async (api) => {
    const titles = await titlesAt(`${api}/calendar.ics`, {})
    expect(titles).toContain('next')
    if (has('series')) expect(titles).toContain('hidden')
    expect(titles).not.toContain("another owner's")
    expect(await titlesAt(`${api}/event_campaigns/${demo.event_campaign.id}/calendar.ics`, {})).toEqual([
      'in the campaign',
    ])
  })

  it.each(['/api/v1', '/api/v2'])('is not readable by other owners, under %s', async (api) => {
    const { id } = await givenEvent(inDays(1))
    const paths = [`events/${id}`, `event_campaigns/${demo.event_campaign.id}`, `events/${UNKNOWN_ID}`]
    for (const path of paths) {
      expect((await get(`${api}/${path}/calendar.ics`, OTHER)).status).toBe(404)
      expect((await get(`${api}/${path}/calendar.ics`, KEYLESS)).status).toBe(403)
    }
    expect(await titlesAt(`${api}/calendar.ics`, OTHER)).not.toContain('next')
    expect((await get(`${api}/calendar.ics`, KEYLESS)).status).toBe(403)
  })

  it('knows an entry by its tag, too', async () => {
    const { path } = await givenEvent(inDays(1))
    const { headers } = await get(`${path}/calendar.ics`)
    const asked = { headers: { 'if-none-match': headers['etag'] as string } }
    expect((await get(`${path}/calendar.ics`, asked)).status).toBe(304)
  })

  it.each(['/api/v1', '/api/v2'])('is linked from what it shows, under %s', async (api) => {
    const { id } = await givenEvent(inDays(1))
    const { id: undated } = await givenEvent()
    const linkIn = async (path: string) => (await get(api + path)).body._links['service:calendar']?.href
    const campaign = `/event_campaigns/${demo.event_campaign.id}`
    expect(await linkIn(`/events/${id}`)).toBe(`${PUBLIC_URL}${api}/events/${id}/calendar.ics`)
    expect(await linkIn('/events')).toBe(`${PUBLIC_URL}${api}/calendar.ics`)
    expect(await linkIn('')).toBe(`${PUBLIC_URL}${api}/calendar.ics`)
    for (const path of [campaign, `${campaign}/events`])
      expect(await linkIn(path)).toBe(`${PUBLIC_URL}${api}${campaign}/calendar.ics`)
    // An event without a date is not in a calendar.
    expect(await linkIn(`/events/${undated}`)).toBeUndefined()
    expect((await get(`${api}/events/${undated}/calendar.ics`)).status).toBe(404)
  })

  it.runIf(has('catalog'))(
    'is not linked from what anybody may read, which leads to the calendar file of the page',
    async () => {
      const { id } = await givenEvent(inDays(1))
      const { text, body } = await get(`/embed/events/${id}`, KEYLESS)
      expect(text).not.toMatch(/\/api\/v\d\/[^"]*calendar|\/calendars\//)
      expect(body.add_to_calendar.icalendar).toBe(`${PUBLIC_URL}/events/${id}/calendar.ics`)
    },
  )
})
