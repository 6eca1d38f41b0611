import { beforeAll, describe, expect, it } from 'vitest'
import endpoints from '../../lib/http/endpoints/endpoints.json' with { type: 'json' }
import { adminOf } from '../admin/admin.js'
import { PUBLIC_URL, address, demo, get, givenInterfaceEvent, post, put, violations } from '../support/service.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, PUBLIC_URL })
const KEYLESS = { key: null }
const FORM = { ...KEYLESS, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const TITLE = 'Only for friends'
const INTERNAL = 'Name for the team'
const clockIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)
const inDays = (days: number) => ({ start_date: { wallClock: clockIn(days) } })
const DENVER = { location: { venue: 'Union Hall', locality: 'Denver', region: 'CO', postal_code: '80202' } }
const CAMPAIGN = demo.event_campaign.id

/** Lists of a group or a campaign, and what stands beside them. */
const LISTS = ['', '/events.json', '/events.geojson', '/events.ics', '/calendar.ics']

let secret = ''
let series: { series: string; events: [string, string, string] }
let known: Awaited<ReturnType<typeof givenInterfaceEvent>>
let secretAddress = ''

beforeAll(async () => {
  const both = { ...inDays(9), ...DENVER, event_campaign_id: CAMPAIGN }
  known = await givenInterfaceEvent({ title: 'For everybody', name: INTERNAL, ...both })
  expect((await put(`/api/v2/event_campaigns/${CAMPAIGN}`, { name: INTERNAL })).body.name).toBe(INTERNAL)
  secret = (await givenInterfaceEvent({ title: TITLE, visibility: 'private', ...both })).id
  const { json } = await admin(
    'event',
    'create',
    '--group',
    demo.group.id,
    '--title',
    'Weekly',
    '--origin-system',
    'Turnout',
    '--start-date',
    clockIn(12),
    '--repeat',
    'weekly',
    '--count',
    '3',
    '--json',
  )
  series = json
  await admin('event', 'update', series.events[1], '--visibility', 'private', '--title', TITLE, '--json')
  const made = await admin('calendar', 'create', '--group', demo.group.id, '--title', 'All', '--json')
  secretAddress = new URL(made.json.address as string).pathname
})

/** For each endpoint that anybody can read: the addresses that must not tell of a private event, or why it cannot. */
const PUBLIC: Record<string, (() => string[]) | string> = {
  'docs/get-home': () => ['/'],
  'docs/list-relations': () => ['/docs'],
  'docs/get-relation': 'is of the documentation',
  'docs/get-explorer': 'is of the documentation',
  'docs/get-explorer-file': 'is of the documentation',
  'calendars/get-calendar': () => [secretAddress],
  'pages/get-event-frame': () => [`/events/${known.id}/frame`],
  'pages/get-next-events': () => [`/events/${known.id}/next`, `/events/${known.id}/next?postal_code=80202`],
  'pages/get-event-calendar': () => [`/events/${known.id}/calendar.ics`],
  'pages/get-qr-code': 'is a picture of an address that is known',
  'pages/get-image': 'is a picture',
  'pages/get-event': () => [`/events/${known.id}`],
  'pages/get-rsvp': () => [rsvpLink],
  'pages/get-guest-calendar': () => [`${rsvpLink}/calendar.ics`],
  'pages/get-own-data': () => [`${rsvpLink}/data`],
  'pages/get-opt-in': 'is of the mailing list, for one person',
  'pages/get-address': 'is of lists of guests, for one address',
  'pages/get-unsubscribe': 'is of the mails of one person',
  'pages/get-series': () => [`/series/${series.series}`],
  'pages/list-group-events': () => [`/groups/${demo.group.id}`, `/groups/${demo.group.id}?location=denver&within=10`],
  'pages/find-group-events': () => lists('groups', demo.group.id),
  'pages/map-group-events': () => lists('groups', demo.group.id),
  'pages/get-group-calendar': () => lists('groups', demo.group.id),
  'mobilize/list-events': () => [`/groups/${demo.group.id}/mobilize/v1/organizations/1/events`],
  'docs/get-api-catalog': 'is of the documentation',
  'docs/get-security-contact': 'names whom to tell of a weakness',
  'crawlers/get-robots': () => ['/robots.txt'],
  'crawlers/get-sitemap-index': () => ['/sitemap.xml'],
  'crawlers/get-group-sitemap': () => [`/groups/${demo.group.id}/sitemap.xml`],
  'pages/list-campaign-events': () => [`/event_campaigns/${CAMPAIGN}`],
  'pages/find-campaign-events': () => lists('event_campaigns', CAMPAIGN),
  'pages/map-campaign-events': () => lists('event_campaigns', CAMPAIGN),
  'pages/get-campaign-calendar': () => lists('event_campaigns', CAMPAIGN),
  'hosting/get-form': () => [`/event_campaigns/${CAMPAIGN}/host`],
  'hosting/get-page': 'is of a host, who has the link of one event',
  'embed/get-asset': 'is a script',
  'embed/get-event': () => [`/embed/events/${known.id}`],
  'embed/get-event-campaign': () => [`/embed/event_campaigns/${CAMPAIGN}`],
}
const lists = (kind: string, id: string) => LISTS.map((list) => `/${kind}/${id}${list}`)

let rsvpLink = ''
beforeAll(async () => {
  const person = { email_addresses: [{ address: 'walker@private.example' }] }
  const { body } = await post(`${known.path}/attendances`, { person })
  rsvpLink = new URL(body._links['service:self_service'].href).pathname
})

const openToAll = Object.entries(endpoints)
  .filter(([, { route }]) => route.startsWith('GET ') && !/^GET \/(api|manage)/.test(route))
  .map(([name]) => name)

describe('a private event, and the internal name of a public one and of its campaign,', () => {
  it.each(openToAll)('are not in %s', async (name) => {
    const walked = PUBLIC[name]
    if (walked === undefined) throw new Error(`${name} is new: say where it might tell of private events`)
    if (typeof walked === 'string') return
    for (const path of walked()) {
      const { status, text } = await get(path, KEYLESS)
      const found = [secret, series.events[1], TITLE, INTERNAL].filter((each) => text.includes(each))
      expect([path, status < 400 || status === 404, found]).toEqual([path, true, []])
    }
  })
})

describe('a private event', () => {
  it('is complete at its own addresses, which no search takes', async () => {
    const paths = ['', '/frame', '/calendar.ics', '/qr.svg', '/next'].map((each) => `/events/${secret}${each}`)
    for (const path of [...paths, `/embed/events/${secret}`]) {
      const { status, headers } = await get(path, KEYLESS)
      expect([path, status, headers['x-robots-tag']]).toEqual([path, 200, 'noindex'])
    }
    const { text } = await get(`/events/${secret}`, KEYLESS)
    expect(text).toContain('<meta name="robots" content="noindex"/>')
    expect(text).not.toContain('application/ld+json')
    expect((await submit(secret, { email: 'friend@private.example' })).status).toBe(200)
  })

  it('is one that searches take while it is public', async () => {
    const { text, headers } = await get(`/events/${known.id}`, KEYLESS)
    expect(headers).not.toHaveProperty('x-robots-tag')
    expect(text).toContain('application/ld+json')
    expect(text).not.toContain('noindex')
  })

  it('is shown to its owner by key, in both versions, and in the calendar by key', async () => {
    for (const version of ['v1', 'v2']) {
      expect((await get(`/api/${version}/events/${secret}`)).body.visibility).toBe('private')
      expect((await get(`/api/${version}/events/${known.id}`)).body.visibility).toBe('public')
    }
    expect((await get('/api/v2/calendar.ics')).text).toContain(secret)
  })

  it('is no date that the form of a series or the link of another RSVP takes', async () => {
    await rsvpSettings({ browser_rsvps: true })
    const body = new URLSearchParams({ email: 'series@private.example', event: series.events[1] })
    const refused = await post(`/series/${series.series}/attendances`, body.toString(), FORM)
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('unknown_date')])
    const attend = new URLSearchParams({ action: 'attend', event: secret }).toString()
    expect((await post(rsvpLink, attend, FORM)).status).toBe(404)
  })

  it('is in the lists again when it is turned back', async () => {
    const { json } = await admin('event', 'update', secret, '--visibility', 'public', '--json')
    expect(json.visibility).toBe('public')
    await expect
      .poll(async () => (await get(`/groups/${demo.group.id}/events.json`, KEYLESS)).text, {
        timeout: 10_000,
      })
      .toContain(secret)
    expect(await violations()).toEqual([])
  })
})

describe('visibility', () => {
  it('is public of events that the API makes, and no key changes it', async () => {
    const sent = { title: 'Phone bank', origin_system: 'Test', visibility: 'private' }
    const { body, headers } = await post('/api/v2/events', sent)
    expect([body.visibility, headers['osdi-ignored']]).toEqual(['public', 'visibility'])
  })

  it('is public or private, and nothing else', async () => {
    const { code, err } = await admin('event', 'update', known.id, '--visibility', 'secret', '--json')
    expect([code, err]).toEqual([1, expect.stringContaining('must be public or private')])
  })
})
