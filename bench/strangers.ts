import { ownerStore } from '../lib/app/access.js'
import { eventDependencies } from '../lib/app/record-events.js'
import { linkToken } from '../lib/attendances/links/link-token.js'
import { recordEvent } from '../lib/events/record-event.js'
import { allEndpoints } from '../lib/http/endpoints/endpoints.js'
import type { Row } from './print-table.js'
import type { Service } from './service.js'
import { loadKeys } from '../lib/attendances/links/link-key-store.js'

/*
 * The most costly request of each address that needs no key: what a stranger can have the service do with one request
 * of a few kilobytes, and with the largest body.
 */

/** Processor time of one request, in milliseconds. */
const BUDGET_MS = 50

/** The upcoming events of the group. */
const EVENTS = 400

/** A form may have 200,000 bytes, in all its fields. */
const LONG = 3_000
const LARGEST = 60_000
const repeated = (text: string, length = LONG) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** Texts that parsers have choked on. */
const HOSTILE = ['a', '>', '1. ', '*a_', '<a', '[', '](', '&#', '`', '<b><i>', '\u202e', 'é@.', '# \n', '- \n  ']

/** A text as the table shows it: some of them turn the line around. */
const named = (text: string) =>
  JSON.stringify(text).replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', 'sec-fetch-dest': 'document' }

/** A form that is read to its end. */
const TYPED = {
  title: 'Supper',
  start: '2031-01-16T17:30',
  end: '2031-01-16T20:00',
  mode: 'in_person',
  where: '18 Maple Court, Chatham, IL 62629',
  country: 'US',
  given_name: 'Priya',
  family_name: 'Raghunathan',
  email: 'priya@host.example',
  guests: '2',
}

/** The fields of all forms for strangers. */
const FIELDS = [
  'title',
  'description',
  'where',
  'given_name',
  'family_name',
  'email',
  'phone',
  'note',
  'ref',
  'message',
  'subject',
  'event',
  'altcha',
  'action',
  'credential',
  'form_token',
  'guests',
]

/** The parameters that addresses read. */
const QUERY = ['near', 'q', 'postal', 'from', 'until', 'page', 'per_page', 'filter', 'lang', 'ref', 'timeslot_start']

interface Asked {
  what: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** Measures every public address with every text, and keeps the most costly request of each. */
export async function measureStrangers(service: Service, smoke = false): Promise<Row[]> {
  const known = await furnished(service, smoke ? 5 : EVENTS)
  const texts = smoke ? HOSTILE.slice(0, 2) : HOSTILE
  const rows: Row[] = []
  for (const route of publicRoutes()) {
    const measured: Row[] = []
    for (const asked of requestsOf(route, known, texts)) measured.push(await spend(service, route, asked))
    const [most] = measured.sort((one, other) => Number(other['ms of CPU']) - Number(one['ms of CPU']))
    if (most) rows.push(most)
  }
  return rows
}

function publicRoutes(): string[] {
  const open = allEndpoints.flatMap(({ route, also = [] }) => [route, ...also])
  const keyless = open.filter((route) => /^(GET|POST) \/(?!api\/)/.test(route))
  return [
    ...keyless,
    'POST /api/v2/events/{id}/attendances',
    'GET /manage/sign-in',
    'POST /manage/sign-in',
    'POST /team/{token}',
  ]
}

function* requestsOf(route: string, known: Map<string, string>, texts: string[]): Generator<Asked> {
  const [method = '', pattern = ''] = route.split(' ')
  const of = [...known].find(([part]) => pattern.startsWith(part))
  const path = (of ? pattern.replace(...of) : pattern).replaceAll(/\{\w+\}/g, 'x'.repeat(86))
  yield { what: 'as it is', method, path, headers: { accept: 'text/html' }, ...(method === 'POST' && { body: '' }) }
  const lists = { 'accept-language': repeated('de;q=0.1,', 8_000), 'if-none-match': repeated('"a",', 8_000) }
  yield { what: 'long headers', method, path, headers: { ...FORM, ...lists }, ...(method === 'POST' && { body: '' }) }
  for (const text of texts)
    if (method === 'GET') {
      const query = QUERY.map((name) => `${name}=${encodeURIComponent(repeated(text, 300))}`).join('&')
      yield { what: `query of ${named(text)}`, method, path: `${path}?${query}`, headers: { accept: 'text/html' } }
    } else {
      const form = (fields: object) => new URLSearchParams({ ...TYPED, ...fields }).toString()
      const all = Object.fromEntries(FIELDS.map((name) => [name, repeated(text)]))
      const own = { ...FORM, origin: 'https://events.example.org' }
      yield { what: `form of ${named(text)}`, method, path, headers: own, body: form(all) }
      yield {
        what: `long text of ${named(text)}`,
        method,
        path,
        headers: own,
        body: form({ description: repeated(text, LARGEST) }),
      }
      yield { what: `text of ${named(text)}`, method, path, headers: own, body: form({ description: repeated(text) }) }
      yield {
        what: `JSON of ${named(text)}`,
        method,
        path,
        headers: { 'content-type': 'application/json' },
        body: jsonOf(text),
      }
    }
}

const jsonOf = (text: string) =>
  JSON.stringify({
    person: {
      given_name: repeated(text),
      email_addresses: [{ address: repeated(text) }],
      postal_addresses: [{ address_lines: [repeated(text)] }],
    },
    custom_fields: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`f${i}`, text])),
  })

const TIMES = 3

async function spend({ gateway, table }: Service, route: string, asked: Asked): Promise<Row> {
  const { what, method, path, headers, body } = asked
  let least = Infinity
  let [read, write, status] = [0, 0, 0]
  for (let i = 0; i < TIMES; i++) {
    const before = { ...table.consumedCapacity }
    const started = process.cpuUsage()
    const answer = await gateway.handle({
      method,
      path,
      headers: { host: 'events.example.org', ...headers },
      ...(body !== undefined && { body }),
    })
    const { user, system } = process.cpuUsage(started)
    least = Math.min(least, (user + system) / 1_000)
    ;[read, write, status] = [
      table.consumedCapacity.read - before.read,
      table.consumedCapacity.write - before.write,
      answer.status,
    ]
  }
  return {
    address: route,
    request: what,
    'bytes in': path.length + JSON.stringify(headers).length + (body?.length ?? 0),
    status,
    'ms of CPU': Math.round(least * 10) / 10,
    'read units': read,
    'write units': write,
    budget: BUDGET_MS,
    'over budget': least > BUDGET_MS,
  }
}

/** Events with long descriptions, in a campaign that supporters host. @returns ids by beginnings of routes */
async function furnished({ gateway, demo, table, service }: Service, events: number): Promise<Map<string, string>> {
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'OSDI-API-Token': demo.group.key, 'content-type': 'application/json' }
    const answer = await gateway.handle({ method, path, headers, body: JSON.stringify(body) })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body.toString()}`)
    return (JSON.parse(answer.body.toString()) as { _links: { self: { href: string } } })._links.self.href
      .split('/')
      .at(-1) as string
  }
  const campaign = demo.event_campaign.id
  await ownerStore(table).changeSettings(`group:${demo.group.id}`, { browser_rsvps: true })
  await send('PUT', `/api/v2/event_campaigns/${campaign}`, { 'service:hosting': 'open' })
  let event = ''
  const description = `<p>${repeated('Words <b>and</b> <a href="https://example.org">links</a>. ', 4_000)}</p>`
  const principal = await ownerStore(table).principalOf(`group:${demo.group.id}`)
  for (let i = 0; i < events; i++) {
    const start = new Date(Date.now() + (1 + (i % 60)) * 86_400_000).toISOString().slice(0, 19)
    const recorded = await recordEvent(
      { ...principal, key_id: 'none' },
      {
        draft: {
          title: `Event ${i}`,
          origin_system: 'Bench',
          description,
          start_date: { wallClock: start },
          location: { locality: 'New York', region: 'NY', postal_code: '10003', country: 'US' },
        },
        event_campaign_id: campaign,
        designated: undefined,
        made_in_interface: { hidden: false },
      },
      [],
      eventDependencies(service),
    )
    event = recorded.id
  }
  const attendance = await send('POST', `/api/v2/events/${event}/attendances`, {
    person: { email_addresses: [{ address: 'guest@example.org' }] },
  })
  const keys = await loadKeys(table)
  return new Map(
    [
      ['/events/{id}', event],
      ['/api/v2/events/{id}', event],
      ['/embed/events/{id}', event],
      ['/groups/{id}', demo.group.id],
      ['/mobilize/v1/organizations/{id}', demo.group.id],
      ['/event_campaigns/{id}', campaign],
      ['/embed/event_campaigns/{id}', campaign],
      ['/rsvp/{token}', linkToken(keys, { event, id: attendance })],
      ['/embed/{file}', 'widget.js'],
    ].map(([part = '', id = '']) => [part, part.replace(/\{\w+\}/, id)] as const),
  )
}
