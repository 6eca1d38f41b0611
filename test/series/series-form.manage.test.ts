import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, mails } from '../support/mail/mail.js'
import { UNKNOWN_ID, demo, gateway, get } from '../support/service.js'
import { rsvpSettings } from '../support/clients/visitors.js'

const given = async (...flags: string[]) => {
  const { json, err } = await admin(
    'event',
    'create',
    '--group',
    demo.group.id,
    '--title',
    `Canvass ${randomUUID()}`,
    '--origin-system',
    'Turnout',
    '--timezone',
    'America/Denver',
    ...flags,
    '--json',
  )
  if (err) throw new Error(err)
  return json as { series: string; events: [string, ...string[]] }
}

const saturdays = (count: number, ...flags: string[]) =>
  given(
    '--start-date',
    '2037-05-02T10:00',
    '--end-date',
    '2037-05-02T12:00',
    '--repeat',
    'weekly',
    '--count',
    String(count),
    ...flags,
  )

const requestOf = (series: string, events: string[], inputs: Record<string, string>, headers = {}) => ({
  method: 'POST',
  path: `/series/${series}/attendances`,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams([
    ...events.map((id): [string, string] => ['event', id]),
    ...Object.entries(inputs),
  ]).toString(),
  remoteAddress: '198.51.100.7',
})

const submit = async (...form: Parameters<typeof requestOf>) => {
  const { status, body, headers } = await gateway.handle(requestOf(...form))
  return { status, text: body.toString(), headers }
}

const answerOf = async (...form: Parameters<typeof requestOf>) => {
  const { status, text } = await submit(...form)
  return { status, body: JSON.parse(text) }
}

const HTML = { accept: 'text/html,*/*;q=0.8' }

const acceptedOf = async (id: string) => (await get(`/api/v2/events/${id}`)).body.total_accepted

beforeAll(() => rsvpSettings({ rsvps_per_event: 10_000, rsvps_per_network: 10_000 }))
afterAll(() => rsvpSettings({ rsvps_per_event: null, rsvps_per_network: null }))

describe('the page of a series', () => {
  it('has a box for each date, with the seats that are left', async () => {
    const { series, events } = await saturdays(3, '--capacity', '2')
    const { status, text, headers } = await get(`/series/${series}`, { key: null })
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    for (const id of events) expect(text).toContain(`name="event" value="${id}"`)
    expect(text.match(/2 spots left/g)).toHaveLength(3)
    expect(text).toContain(`/series/${series}/attendances`)
  })

  it('names the day of shifts once, and of each its time', async () => {
    const { series } = await given('--start-date', '2037-05-02T09:00', '--shifts', '3x120')
    const { text } = await get(`/series/${series}`, { key: null })
    expect(text.match(/>Saturday, May 2, 2037</g)).toHaveLength(1)
    expect(text).toMatch(/<span>11:00\sAM\s–\s1:00\sPM<\/span>/)
  })

  it('leaves out hidden dates, and is missing without a date', async () => {
    const { series, events } = await saturdays(2)
    await admin('event', 'update', events[0], '--hidden')
    const { text } = await get(`/series/${series}`, { key: null })
    expect(text).not.toContain(events[0])
    expect(text).toContain(events[1])
    await admin('event', 'update', events[1] as string, '--hidden')
    expect((await get(`/series/${series}`, { key: null })).status).toBe(404)
    expect((await get(`/series/${UNKNOWN_ID}`, { key: null })).status).toBe(404)
    expect((await get('/series/x', { key: null })).status).toBe(404)
    expect((await get(`/series/${events[0]}`, { key: null })).status).toBe(404)
  })

  it('shows dates that are over no more', async () => {
    const { series } = await given('--start-date', '2020-01-01T10:00', '--repeat', 'daily', '--count', '2')
    expect((await get(`/series/${series}`, { key: null })).status).toBe(404)
  })

  it('shows a title as text', async () => {
    const { series } = await saturdays(1, '--title', 'A <script>alert(1)</script>')
    expect((await get(`/series/${series}`, { key: null })).text).not.toContain('<script>alert')
  })
})

describe('the form of a series', () => {
  it('records an RSVP for each date, says which were full, and mails one confirmation with all dates', async () => {
    const { series, events } = await saturdays(3, '--capacity', '1')
    await answerOf(series, [events[1] as string], { email: 'first@example.org' })
    await mails()
    const { status, body } = await answerOf(series, events.toReversed(), {
      given_name: 'Ana',
      email: 'ana@example.org',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      events: [
        { id: events[0], status: 'accepted' },
        { id: events[1], status: 'refused', error_code: 'event_full' },
        { id: events[2], status: 'accepted' },
      ],
    })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: 'ana@example.org', kind: 'confirmation' })
    expect(mail?.mail.headers.get('x-turnout-event')).toBe(`${events[0]},${events[2]}`)
    const uids = mail?.calendar?.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('uid'))
    expect(uids).toEqual([events[0], events[2]])
    expect(mail?.text).toContain('May 2, 2037')
    expect(mail?.text).toContain('May 16, 2037')
    expect(mail?.text.match(/\/rsvp\//g)).toHaveLength(2)
  })

  it('that is sent again changes and mails nothing', async () => {
    const { series, events } = await saturdays(2)
    const one = await answerOf(series, events, { email: 'again@example.org' })
    expect(await mails()).toHaveLength(1)
    expect(await answerOf(series, events, { email: 'again@example.org' })).toEqual(one)
    expect(await mails()).toEqual([])
    expect(await acceptedOf(events[0])).toBe(1)
  })

  it('puts people on the waiting list of a date that has one, each with its own email', async () => {
    const { series, events } = await saturdays(2, '--capacity', '1', '--waitlist', 'on')
    await answerOf(series, [events[0]], { email: 'place@example.org' })
    await mails()
    const { status, body } = await answerOf(series, events, { email: 'line@example.org' })
    expect([status, body.events.map((each: any) => each.status)]).toEqual([200, ['tentative', 'accepted']])
    expect((await mails()).map(({ kind }) => kind).sort()).toEqual(['confirmation', 'waitlisted'])
  })

  it('answers 409 with the same body when no date came', async () => {
    const { series, events } = await saturdays(2, '--capacity', '1')
    await answerOf(series, events, { email: 'all@example.org' })
    const { status, body } = await answerOf(series, events, { email: 'late@example.org' })
    expect(status).toBe(409)
    expect(body.events.map((each: any) => each.error_code)).toEqual(['event_full', 'event_full'])
    const page = await submit(series, events, { email: 'late@example.org' }, HTML)
    expect(page.status).toBe(409)
    expect(page.text).toContain('There’s no spot for you at any of these times.')
  })

  it('refuses canceled dates alone', async () => {
    const { series, events } = await saturdays(2)
    await admin('event', 'cancel', events[0])
    const { status, body } = await answerOf(series, events, { email: 'cancelled@example.org' })
    expect(status).toBe(200)
    expect(body.events).toEqual([
      { id: events[0], status: 'refused', error_code: 'event_cancelled' },
      { id: events[1], status: 'accepted' },
    ])
  })

  it.each([
    ['no date', () => []],
    ['an unknown event', (events: string[]) => [...events, UNKNOWN_ID]],
    ['an event that is none', (events: string[]) => [...events, '<script>']],
    ['one more than 50 times', (events: string[]) => Array.from({ length: 60 }, () => events[0] as string)],
    ['more than 50', (events: string[]) => [...events, ...Array.from({ length: 50 }, () => randomUUID())]],
  ])('with %s is refused with 400, and writes nothing', async (_, choose) => {
    const { series, events } = await saturdays(2)
    const { status } = await answerOf(series, choose(events), { email: 'none@example.org' })
    expect(status).toBe(400)
    expect(await acceptedOf(events[0])).toBe(0)
    expect((await submit(series, choose(events), { email: 'none@example.org' }, HTML)).text).toContain(
      'Choose at least one, and at most 50',
    )
  })

  it('of another series or with a hidden date is refused with 400', async () => {
    const [one, other] = [await saturdays(2), await saturdays(2)]
    await admin('event', 'update', one.events[1] as string, '--hidden')
    for (const events of [[other.events[0]], [one.events[0], one.events[1] as string]])
      expect((await answerOf(one.series, events, { email: 'wrong@example.org' })).status).toBe(400)
    expect(await acceptedOf(one.events[0])).toBe(0)
  })

  it('with a wrong email keeps what was ticked', async () => {
    const { series, events } = await saturdays(2)
    const { status, text } = await submit(series, [events[0]], { email: 'ana@localhost' }, HTML)
    expect(status).toBe(400)
    expect(text).toMatch(new RegExp(`value="${events[0]}" checked`))
    expect(text).not.toMatch(new RegExp(`value="${events[1]}" checked`))
    expect(text).toContain('Enter an email address')
  })

  it('says on a page what became of each date', async () => {
    const { series, events } = await saturdays(2)
    const { status, text } = await submit(series, events, { email: 'page@example.org' }, HTML)
    expect(status).toBe(200)
    expect(text.match(/You have a spot/g)).toHaveLength(2)
  })

  it('counts as one RSVP a date', async () => {
    const { series, events } = await saturdays(3)
    await rsvpSettings({ rsvps_per_network: 2 })
    const { status, body } = await answerOf(series, events, { email: 'rate@example.org' })
    await rsvpSettings({ rsvps_per_network: 10_000 })
    expect(status).toBe(429)
    expect(body.challenge).toBeDefined()
    expect(await acceptedOf(events[0])).toBe(0)
  })
})
