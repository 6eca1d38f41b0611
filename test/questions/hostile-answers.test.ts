import { beforeAll, describe, expect, it } from 'vitest'
import type { Question } from '../../lib/questions/question.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { assignPending, demo, get, givenInterfaceEvent, post, send } from '../support/service.js'
import { has } from '../support/rooms.js'

/* Answers and questions that attack their readers: HTML, formulas, sizes and wrong types, in every place. */

const HTML = `"'></textarea></title><script>alert(1)</script><img src=x onerror=alert(1)>`
const FORMULA = '=HYPERLINK("https://evil.example","x")'

const QUESTIONS: Question[] = [
  { id: 'text', title: `Text ${HTML}`, type: 'text' },
  { id: 'one', title: `=1+1 ${HTML}`, type: 'single_choice', choices: [HTML, FORMULA] },
  { id: 'many', title: 'Many', type: 'multiple_choice', choices: [FORMULA, HTML] },
  { id: 'secret', title: 'Secret', type: 'text', sensitive: true },
]
const ANSWERS = { text: HTML, one: FORMULA, many: [FORMULA, HTML], secret: `secret ${HTML}` }

let organizer: Browser
let member: Browser
let event: string
let link: string

beforeAll(async () => {
  organizer = await signedInAs(demo.group.organizer)
  member = await signedInAs(demo.group.member)
  event = (await givenInterfaceEvent({ questions: QUESTIONS })).id
  const { body } = await post(`/api/v2/events/${event}/attendances`, {
    person: { given_name: 'Ana', email_addresses: [{ address: 'ana@hostile.example.org' }] },
    'service:answers': ANSWERS,
  })
  link = new URL(body._links['service:self_service'].href).pathname
  await assignPending()
})

const expectText = (html: string) => {
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('<img src=x')
}

describe('hostile answers', () => {
  it.each(['', '/guests', ...(has('door') ? ['/door'] : []), '/edit', '/guests?answer=one:1'])(
    'are text on the page %s of the interface',
    async (path) => {
      const { status, html } = await organizer.open(`/manage/events/${event}${path}`)
      expect(status).toBe(200)
      expectText(html)
    },
  )

  it('are text on the form, on the page of the RSVP and in the widget, which has no answers', async () => {
    for (const path of [`/events/${event}`, link]) {
      const { status, text } = await get(path, { key: null })
      expect(status).toBe(200)
      expectText(text)
    }
    const { text, headers } = await get(`/embed/events/${event}`, { key: null })
    expect(headers['content-type']).toContain('json')
    expect(text).not.toContain('secret <')
  })

  it('are no formula and no further cell in files', async () => {
    const { html: file } = await organizer.open(`/manage/events/${event}/guests.csv`)
    expect(file).not.toMatch(/(^|,)"?=/m)
    expect(file).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`)
    const query = await post('/api/v2/targeting/queries', { title: 'All', include: [event] })
    const { text } = await get(new URL(query.body._links['service:people_csv'].href).pathname)
    expect(text).not.toMatch(/(^|,)"?=/m)
    expect(text).toContain('HYPERLINK')
    expect(text).not.toContain('secret')
  })

  it('are counted for members, who see no text and nothing sensitive', async () => {
    const { html } = await member.open(`/manage/events/${event}`)
    expectText(html)
    expect(html).toContain('HYPERLINK')
    expect(html).not.toContain('secret')
    expect((await member.open(`/manage/events/${event}/guests`)).status).toBe(403)
  })

  it.runIf(has('webhooks'))('are in webhooks as JSON, without sensitive ones', async () => {
    const { path } = await givenWebhook({ types: ['attendance.created'] })
    const other = (await givenInterfaceEvent({ questions: QUESTIONS })).id
    await post(`/api/v2/events/${other}/attendances`, {
      person: { email_addresses: [{ address: 'hook@hostile.example.org' }] },
      'service:answers': ANSWERS,
    })
    await eventually(async () => {
      const [message] = await pulled(path)
      const { secret: _secret, ...shared } = ANSWERS
      expect(message?.data['service:answers']).toEqual(shared)
    })
  })

  it.each<[string, unknown]>([
    ['a number', 7],
    ['a list', [[]]],
    ['an object', { $gt: '' }],
    ['2,001 characters', 'x'.repeat(2_001)],
    ['half of a character', '\ud800'],
  ])('are ignored, or kept as text: %s', async (_what, value) => {
    const sent = await post(`/api/v2/events/${event}/attendances`, {
      person: { email_addresses: [{ address: `types.${_what.length}@hostile.example.org` }] },
      'service:answers': { text: value, one: value, many: value },
    })
    expect(sent.status).toBe(200)
    const { text, ...others } = sent.body['service:answers'] ?? {}
    expect(others).toEqual({})
    expect(text === undefined || (typeof text === 'string' && text.isWellFormed())).toBe(true)
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'have no question with the name of what every object has: %s',
    async (id) => {
      const questions = [{ id, title: 'Named', type: 'text', required: true }]
      const event = { title: 'Named', origin_system: 'Test', 'service:questions': questions }
      const { status, body } = await post('/api/v2/events', event)
      expect([status, body.error]).toEqual([400, expect.stringContaining('service:questions[0].id')])
    },
  )

  it('of 10 MB are refused before anything reads them', async () => {
    const large = 'x'.repeat(10_000_000)
    const person = { email_addresses: [{ address: 'large@hostile.example.org' }] }
    const path = `/api/v2/events/${event}/attendances`
    expect((await post(path, { person, 'service:answers': { text: large } })).status).toBe(413)
    await rsvpSettings({ browser_rsvps: true, rsvps_per_network: 1_000, rsvps_per_event: 1_000 })
    expect((await submit(event, { email: 'large@hostile.example.org', answer_text: large })).status).toBe(413)
    const form = `action=answers&answer_text=${large}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send('POST', link, form, { key: null, headers })).status).toBe(413)
  })

  it('are text again on a form that was refused', async () => {
    const { status, text } = await submit(event, { email: 'no address', answer_text: HTML, answer_one: HTML })
    expect(status).toBe(400)
    expectText(text)
  })

  it('that fill every question to its limit fit into the form', async () => {
    const questions = Array.from({ length: 10 }, (_, i): Question => ({
      id: `q${i}`,
      title: `${i}`,
      type: 'text',
    }))
    const { id } = await givenInterfaceEvent({ questions })
    const longest = Object.fromEntries(questions.map(({ id: each }) => [`answer_${each}`, '漢'.repeat(2_000)]))
    expect((await submit(id, { email: 'long@hostile.example.org', ...longest })).status).toBe(200)
  })
})
