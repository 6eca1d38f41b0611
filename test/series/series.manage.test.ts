import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventDependencies } from '../../lib/app/record-events.js'
import { updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { loadEvent } from '../../lib/events/store/load-event.js'
import { demo, get, givenInterfaceEvent, post, service, table } from '../support/service.js'
import { rsvpSettings } from '../support/clients/visitors.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'

const { group } = demo
const NEW = `/manage/${group.id}/actions/new`

let organizer: Browser
let title: string
beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
})
beforeEach(() => {
  title = `Canvass ${randomUUID()}`
})

const asApi = async (id: string) => (await get(`/api/v2/events/${id}`)).body
const titled = async () =>
  (await get(`/api/v2/events?per_page=100&filter=${encodeURIComponent(`title eq '${title}'`)}`)).body._embedded[
    'osdi:events'
  ] as any[]

const saturdays = () => ({
  title,
  day: '2031-05-03',
  start_time: '10:00',
  end_time: '12:00',
  draft: randomUUID(),
  repeat: 'weekly',
  count: '12',
  timezone_identifier: 'America/Denver',
  monthly_by: 'day',
})

/** Makes a series in the interface. @returns the id of its first date */
const made = async (fields: Record<string, string>) => {
  const { headers } = await organizer.send(NEW, { ...fields, then: 'make' })
  return /events\/([^/]+)\/dates$/.exec(headers['location'] ?? '')?.[1] as string
}

/** Returns what the script of the form says beside its fields. */
async function saidOf(fields: Record<string, string>): Promise<string> {
  const { html } = await organizer.open(`/manage/${group.id}/sentence?${new URLSearchParams(fields).toString()}`)
  return (JSON.parse(html) as { sentence: string }).sentence
}

describe('the form of a new event', () => {
  it('shows the dates of a series before any of them is made', async () => {
    const { html, status } = await organizer.send(NEW, saturdays())
    expect(status).toBe(200)
    expect(html).toContain('12 events')
    expect(html).toMatch(/Sat, May 3, 2031, 10\sAM\s–\s12\sPM/)
    expect(html).toMatch(/Sat, Jul 19, 2031, 10\sAM\s–\s12\sPM/)
    expect(html).toContain('Create 12 events')
    expect(await titled()).toEqual([])
  })

  it('makes the series once, however often it is sent', async () => {
    const fields = saturdays()
    const first = await made(fields)
    expect(await made(fields)).toBe(first)
    const events = await titled()
    expect(events.map((event) => event.start_date.slice(0, 10)).sort()).toHaveLength(12)
    expect(events.every((event) => event.status === 'tentative')).toBe(true)
    expect(events.every((event) => event.end_date.endsWith('T12:00:00Z'))).toBe(true)
  })

  it.each([
    [{}, 'Every Saturday until Sat, Jul 19, 2031'],
    [{ count: '', until: '2031-06-06' }, 'Every Saturday until Sat, May 31, 2031'],
    [{ weekday_sa: 'on', weekday_su: 'on' }, 'Every Saturday and Sunday until Sun, Jun 8, 2031'],
    [{ every: '2', count: '2' }, 'Every 2 weeks on Saturday until Sat, May 17, 2031'],
    [{ repeat: 'daily', count: '3' }, 'Every day until Mon, May 5, 2031'],
    [{ repeat: 'monthly', count: '2' }, 'Every month on the 3rd until Tue, Jun 3, 2031'],
    [{ repeat: 'monthly', day: '2031-05-11', count: '2' }, 'Every month on the 11th until Wed, Jun 11, 2031'],
    [{ repeat: 'monthly', monthly_by: 'weekday', count: '2' }, 'Every month on the first Saturday until Sat, Jun 7'],
    [{ repeat: 'shifts', end_time: '', shift_number: '3', shift_minutes: '90' }, '3 shifts of 90 minutes'],
  ])('says %j in one sentence', async (fields, sentence) => {
    expect((await organizer.send(NEW, { ...saturdays(), ...fields })).html).toContain(sentence)
    expect(await saidOf({ ...saturdays(), ...fields })).toContain(sentence)
  })

  it('says it while the form is filled in, with the number of dates, and nothing as long as it gives none', async () => {
    expect(await saidOf(saturdays())).toBe('Every Saturday until Sat, Jul 19, 2031: 12 events')
    for (const fields of [{ count: '' }, { count: 'x' }, { day: '' }, { repeat: 'once' }, { count: '401' }])
      expect(await saidOf({ ...saturdays(), ...fields })).toBe('')
    const path = (await organizer.open(NEW)).html.match(/data-sentence="([^"]*)"/)?.[1]
    expect((await (await signedInAs(group.member)).open(path as string)).status).toBe(403)
  })

  it.each([
    ['US', 'su', ['2031-05-04', '2031-05-06', '2031-05-18']],
    ['NO', 'mo', ['2031-05-04', '2031-05-13', '2031-05-18']],
    ['EG', 'sa', ['2031-05-04', '2031-05-06', '2031-05-18']],
  ])('has boxes and weeks as %s counts them', async (country, first, days) => {
    const fields = { ...saturdays(), day: '2031-05-04', every: '2', count: '3', 'location.country': country }
    const ticked = { ...fields, weekday_su: 'on', weekday_tu: 'on' }
    const { html } = await organizer.send(NEW, { ...ticked, then: 'edit' })
    expect(/name="weekday_(..)"/.exec(html)?.[1]).toBe(first)
    await made(ticked)
    expect((await titled()).map((event) => event.start_date.slice(0, 10)).sort()).toEqual(days)
  })

  it('skips the dates that are ticked, which stay to be taken back', async () => {
    const fields = { ...saturdays(), count: '4', 'skip_2031-05-17': 'on' }
    const { html } = await organizer.send(NEW, fields)
    expect(html.match(/name="skip_2031/g)).toHaveLength(4)
    expect(html).toMatch(/name="skip_2031-05-17"[^>]* checked/)
    expect((await organizer.send(NEW, { ...fields, then: 'edit' })).html).toContain('name="skip_2031-05-17"')
    await made(fields)
    const days = (await titled()).map((event) => event.start_date.slice(0, 10)).sort()
    expect(days).toEqual(['2031-05-03', '2031-05-10', '2031-05-24'])
  })

  it('makes shifts that follow one another', async () => {
    const shifts = { ...saturdays(), repeat: 'shifts', end_time: '', shift_number: '6', shift_minutes: '120' }
    await made(shifts)
    const starts = (await titled()).map((event) => event.start_date.slice(11, 16)).sort()
    expect(starts).toEqual(['10:00', '12:00', '14:00', '16:00', '18:00', '20:00'])
  })

  it.each([
    ['both an end and a number', { until: '2031-08-01' }, 'count'],
    ['more than 400 dates', { repeat: 'daily', count: '401' }, 'count'],
    ['neither an end nor a number', { count: '' }, 'until'],
    ['a last day before the first', { count: '', until: '2030-01-01' }, 'until'],
    ['a weekday that the first date is not on', { weekday_mo: 'on' }, 'weekdays'],
    ['no day', { day: '', start_time: '' }, 'day'],
    [
      'shifts of more than a day',
      { repeat: 'shifts', end_time: '', shift_number: '30', shift_minutes: '60' },
      'shift_number',
    ],
    ['a number that is none', { count: '1e2' }, 'count'],
  ])('names the field for %s, and makes nothing', async (_, fields, name) => {
    const { html, status } = await organizer.send(NEW, { ...saturdays(), ...fields, then: 'make' })
    expect(status).toBe(400)
    expect(html).toContain(`id="${name}-fault"`)
    expect(await titled()).toEqual([])
  })

  it('comes back with its fields', async () => {
    const { html } = await organizer.send(NEW, { ...saturdays(), weekday_sa: 'on', then: 'edit' })
    expect(html).toMatch(/<option value="weekly" selected/)
    expect(html).toMatch(/name="weekday_sa" value="on" checked/)
    expect(html).toMatch(/name="count"[^>]*value="12"|value="12"[^>]*name="count"/)
  })
})

describe('the dates of a series', () => {
  it('are published together, and each alone', async () => {
    const first = await made(saturdays())
    const { html } = await organizer.open(`/manage/events/${first}/dates`)
    expect(html).toContain('12 of these events are drafts')
    await organizer.send(`/manage/events/${first}/publish`, { series: 'this' })
    const state = async () => (await titled()).filter((event) => event.status === 'confirmed').length
    expect(await state()).toBe(1)
    await organizer.send(`/manage/events/${first}/publish`, { series: 'all' })
    expect(await state()).toBe(12)
  })

  it('are counted together, and their guests are listed in one table and one file', async () => {
    const first = await made({ ...saturdays(), capacity: '5' })
    await organizer.send(`/manage/events/${first}/publish`, { series: 'all' })
    const { id: series } = (await asApi(first))['service:series']
    const all = (await get(`/api/v2/events?filter=${encodeURIComponent(`service:series eq '${series}'`)}`)).body
    const ids = (all._embedded['osdi:events'] as any[]).map((each) => each.identifiers[0].split(':')[1])
    for (const id of ids.slice(0, 2))
      await post(`/api/v2/events/${id}/attendances`, {
        person: { given_name: 'Ada', email_addresses: [{ address: `ada-${randomUUID()}@example.org` }] },
      })
    const { html } = await organizer.open(`/manage/events/${first}/dates`)
    expect(html).toMatch(/<dt>Coming<\/dt><dd>2<\/dd>/)
    expect(html.match(/<th scope="row">/g)).toHaveLength(12)
    const list = await organizer.open(`/manage/events/${first}/dates/guests`)
    expect(list.html.match(/Ada/g)).toHaveLength(2)
    const csv = await organizer.open(`/manage/events/${first}/dates/guests.csv`)
    expect(csv.headers['content-type']).toContain('text/csv')
    const lines = csv.html.trim().split('\r\n')
    expect(lines[0]).toMatch(/^"event_id","event_start_date","given_name","family_name","email"/)
    expect(lines).toHaveLength(3)
  })

  it('have no page for a single event, nor for a role that may not see', async () => {
    const { id } = await givenInterfaceEvent({ title })
    expect((await organizer.open(`/manage/events/${id}/dates`)).status).toBe(404)
    expect((await organizer.open(`/manage/events/${id}`)).html).not.toContain(`/manage/events/${id}/dates`)
  })
})

describe('an edit of several dates', () => {
  const revisionOf = async (id: string) =>
    /name="revision" value="(\d+)"/.exec((await organizer.open(`/manage/events/${id}/edit`)).html)?.[1] ?? ''

  const formOf = async (id: string, more: Record<string, string>) => ({
    title,
    day: '2031-05-17',
    start_time: '10:00',
    end_time: '12:00',
    timezone_identifier: 'America/Denver',
    revision: await revisionOf(id),
    ...more,
  })

  const givenSeries = async () => {
    const first = await made(saturdays())
    await organizer.send(`/manage/events/${first}/publish`, { series: 'all' })
    return (await titled()).sort((one, other) => one.start_date.localeCompare(other.start_date))
  }
  const idIn = (event: any) => event.identifiers[0].split(':')[1] as string
  const startsNow = async (events: any[]) =>
    (await Promise.all(events.map((event) => asApi(idIn(event))))).map(({ start_date, end_date }) => [
      start_date.slice(5, 16),
      end_date.slice(11, 16),
    ])

  it('moves this date and those after it by an hour, and keeps what each has', async () => {
    const events = await givenSeries()
    const [, , third, fourth] = events.map(idIn) as [string, string, string, string]
    await organizer.send(`/manage/events/${fourth}/edit`, {
      ...(await formOf(fourth, { day: '2031-05-24', capacity: '7' })),
    })
    const fields = await formOf(third, { start_time: '11:00', end_time: '13:00', series: 'following' })
    const { headers, status } = await organizer.send(`/manage/events/${third}/edit`, fields)
    expect([status, headers['location']]).toEqual([303, `/manage/events/${third}/dates`])
    const now = await startsNow(events)
    expect(now.slice(0, 4)).toEqual([
      ['05-03T10:00', '12:00'],
      ['05-10T10:00', '12:00'],
      ['05-17T11:00', '13:00'],
      ['05-24T11:00', '13:00'],
    ])
    expect(now.slice(4).every(([start, end]) => start?.endsWith('T11:00') && end === '13:00')).toBe(true)
    expect((await asApi(fourth)).capacity).toBe(7)
    expect((await asApi(third)).capacity).toBeUndefined()
  })

  it('is refused where the form is older than another change, and changes nothing', async () => {
    const events = await givenSeries()
    const [, , third] = events.map(idIn) as [string, string, string]
    const fields = await formOf(third, { start_time: '11:00', end_time: '13:00', series: 'all' })
    await organizer.send(`/manage/events/${third}/edit`, await formOf(third, { capacity: '9' }))
    const { status } = await organizer.send(`/manage/events/${third}/edit`, fields)
    expect(status).toBe(409)
    expect((await startsNow(events)).every(([start]) => start?.endsWith('T10:00'))).toBe(true)
    const again = { ...fields, capacity: '9', revision: await revisionOf(third) }
    expect((await organizer.send(`/manage/events/${third}/edit`, again)).status).toBe(303)
    expect((await startsNow(events)).every(([start]) => start?.endsWith('T11:00'))).toBe(true)
  })

  it('is refused as a whole where it ends before it starts', async () => {
    const events = await givenSeries()
    const [first] = events.map(idIn) as [string]
    const fields = await formOf(first, { day: '2031-05-03', end_time: '09:00', series: 'all' })
    expect((await organizer.send(`/manage/events/${first}/edit`, fields)).status).toBe(400)
    expect((await startsNow(events)).every(([start]) => start?.endsWith('T10:00'))).toBe(true)
  })

  it('cancels the dates that it names', async () => {
    const events = await givenSeries()
    const [, , third] = events.map(idIn) as [string, string, string]
    expect((await organizer.open(`/manage/events/${third}/cancel`)).html).toContain('one email')
    await organizer.send(`/manage/events/${third}/cancel`, { series: 'following' })
    const states = (await Promise.all(events.map((event) => asApi(idIn(event))))).map(({ status }) => status)
    expect(states).toEqual([...Array(2).fill('confirmed'), ...Array(10).fill('cancelled')])
  })
})

describe('copying a week', () => {
  const COPY = `/manage/${group.id}/actions/copy-week`
  const given = async (day: string, time: string) => {
    const { headers } = await organizer.send(NEW, {
      title,
      day,
      start_time: time,
      timezone_identifier: 'America/Denver',
      capacity: '4',
    })
    const id = headers['location']?.split('/').at(-1) as string
    await organizer.send(`/manage/events/${id}/publish`)
    return id
  }

  it('shows the copies first, and makes each once, at the same weekday and wall clock, without RSVPs', async () => {
    const ids = [await given('2032-03-08', '18:00'), await given('2032-03-14', '09:30')]
    const canceled = await given('2032-03-10', '12:00')
    await organizer.send(`/manage/events/${canceled}/cancel`)
    await post(`/api/v2/events/${ids[0]}/attendances`, {
      person: { email_addresses: [{ address: 'week@example.org' }] },
    })
    const days = { from: '2032-03-08', to: '2032-03-15' }
    expect((await organizer.send(COPY, days)).html).toContain('Copy 2 events')
    expect(await titled()).toHaveLength(3)
    for (let times = 0; times < 2; times++)
      expect((await organizer.send(COPY, { ...days, then: 'make' })).status).toBe(303)
    const copies = (await titled()).filter(({ start_date }) => start_date > '2032-03-15')
    expect(copies.map(({ start_date }) => start_date).sort()).toEqual(['2032-03-15T18:00:00Z', '2032-03-21T09:30:00Z'])
    expect(copies.every((copy) => copy.total_accepted === 0 && copy.capacity === 4)).toBe(true)
    const pages = await Promise.all(copies.map((copy) => get(`/events/${copy['identifiers'][0].split(':')[1]}`)))
    expect(new Set(pages.map(({ status, headers }) => `${status} ${headers['location']}`)).size).toBe(2)
    expect(pages.every(({ status }) => status === 308)).toBe(true)
    expect(copies.every((copy) => copy.status === 'confirmed')).toBe(true)
  })

  it('moves the hours in which RSVPs are taken, and keeps what the place is like', async () => {
    const id = await given('2033-03-07', '18:00')
    const own = { rsvps_open: '2033-03-01T08:00:00', rsvps_close: '2033-03-07T12:00:00', kind: 'rally' } as const
    await updateInterfaceEvent(`group:${group.id}`, id, own, eventDependencies(service))
    await organizer.send(COPY, { from: '2033-03-07', to: '2033-03-14', then: 'make' })
    const [copy] = (await titled()).filter(({ start_date }) => start_date.startsWith('2033-03-14'))
    expect(copy).toMatchObject({
      'service:rsvps_open': '2033-03-08T08:00:00Z',
      'service:rsvps_close': '2033-03-14T12:00:00Z',
      'service:kind': 'rally',
    })
    // The clock of the venue stays over the change to summer time, and the instants follow it.
    const stored = await loadEvent(table, copy.identifiers[0].split(':')[1])
    expect([stored?.rsvps_open_utc, stored?.rsvps_close_utc]).toEqual([
      '2033-03-08T15:00:00.000Z',
      '2033-03-14T18:00:00.000Z',
    ])
  })

  it.each([
    ['US', 0],
    ['NO', 1],
    ['DE', 1],
    ['EG', 6],
    [null, 0],
  ])('begins with this week and the next, as a group of %s counts them', async (country, weekday) => {
    await rsvpSettings({ country })
    const { html } = await organizer.open(COPY)
    await rsvpSettings({ country: null })
    const [from = NaN, to = NaN] = [...html.matchAll(/type="date"[^>]*value="([^"]+)"/g)].map(([, day = '']) =>
      Date.parse(day),
    )
    expect([from, to].map((day) => new Date(day).getUTCDay())).toEqual([weekday, weekday])
    expect(to - from).toBe(7 * 86_400_000)
    expect(Math.abs(Date.now() - from)).toBeLessThan(8 * 86_400_000)
  })

  it.each([
    [{ from: '2033-01-03', to: '2033-01-11' }, 'to'],
    [{ from: '2033-01-03', to: '2033-01-03' }, 'to'],
    [{ from: '2033-01-03', to: 'monday' }, 'to'],
    [{ from: '2033-01-03', to: '2033-01-10' }, 'from'],
  ])('names the field of %j', async (days, name) => {
    const { status, html } = await organizer.send(COPY, days)
    expect(status).toBe(400)
    expect(html).toContain(`id="${name}-fault"`)
  })

  it('leaves a series alone', async () => {
    const first = await made({ ...saturdays(), day: '2034-05-06' })
    await organizer.send(COPY, { from: '2034-05-06', to: '2035-05-05', then: 'make' })
    const [copy] = (await titled()).filter(({ start_date }) => start_date > '2035')
    expect(copy).not.toHaveProperty('service:series')
    expect((await asApi(first))['service:series'].count).toBe(12)
  })
})

describe('the list of events', () => {
  const list = async (query: string) => (await organizer.open(`/manage/${group.id}/actions${query}`)).html
  const search = () => `find=${title.split('-').at(-1)}`
  const rsvp = (event: string, address: string) =>
    post(`/api/v2/events/${event}/attendances`, { person: { email_addresses: [{ address }] } })

  it('has a series as one row that opens to its dates, with their number and how many come to them', async () => {
    const first = await made(saturdays())
    await organizer.send(`/manage/events/${first}/publish`, { series: 'all' })
    const alone = await givenInterfaceEvent({ title, start_date: { wallClock: '2031-06-01T10:00:00' } })
    await rsvp(first, `${randomUUID()}@example.org`)
    await rsvp(first, `${randomUUID()}@example.org`)
    const html = await list(`?${search()}`)
    expect(html.match(/<details>/g)).toHaveLength(1)
    expect(html).toMatch(/12 events · next: Sat, May 3, 2031, 10\sAM\s–\s12\sPM/)
    expect(html).toContain('<strong>2</strong> <span class="quiet">coming in total</span>')
    expect(html).toContain('of 2<')
    expect(html.indexOf(alone.id)).toBeGreaterThan(html.lastIndexOf('</details>'))
    const [, opened = ''] = /<details>.*?<\/summary>(.*?)<\/details>/s.exec(html) ?? []
    expect(opened.match(/Sat, \w+ \d+, 2031/g)).toHaveLength(12)
    expect(opened).toContain(`/manage/events/${first}/dates`)
  })

  it('counts all dates of a series that is longer than its row shows', async () => {
    await made({ ...saturdays(), count: '14' })
    const html = await list(`?view=drafts&${search()}`)
    expect(html).toContain('14 events · next: Sat, May 3, 2031')
    expect(html).toContain('coming to the first 12')
    // The chips count what the list shows: rows, not dates.
    const [, drafts] = /Drafts <b>([\d,]+)<\/b>/.exec(html) ?? []
    expect(html).toContain(`of ${drafts}<`)
  })

  it('has the one date that a search finds as an event', async () => {
    const first = await made(saturdays())
    await organizer.send(`/manage/events/${first}/publish`, { series: 'this' })
    const html = await list(`?${search()}`)
    expect(html).not.toContain('<details>')
    expect(html).toContain(`>${title}</a>`)
  })
})
