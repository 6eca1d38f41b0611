import { beforeAll, expect, it } from 'vitest'
import { hostToken } from '../../lib/hosting/host-link.js'
import { idOfOptIn } from '../../lib/consent/opt-in.js'
import { optInToken } from '../../lib/consent/opt-in-token.js'
import { optInStore } from '../../lib/consent/store/opt-in-store.js'
import { unsubscribeToken } from '../../lib/attendances/links/link-token.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { ownerStore } from '../../lib/app/access.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { changeCampaign } from '../../lib/campaigns/record-campaign.js'
import { updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { addressToken, idOfAddress } from '../../lib/mail/confirmed-address.js'
import { confirmedAddresses } from '../../lib/mail/store/confirmed-addresses.js'
import { adminOf } from '../admin/admin.js'
import {
  PUBLIC_URL,
  address,
  demo,
  get,
  givenInterfaceEvent,
  post,
  put,
  service,
  table,
  visit,
} from '../support/service.js'
import { readKeys } from '../../lib/attendances/links/link-key-store.js'
import { app } from '../../lib/table/app.js'
import { partOf } from '../../lib/runtime/service.js'

const GUEST = 'guest@example.org'

/* The `name` of an event or a campaign is for organizers: no address that needs no key may show it. */

const MARK = 'for-organizers-only'

/** Addresses that show no data of an owner, and those of keys and of organizers. */
const CLOSED = /^\/(api|manage|docs|explorer|images|\.well-known|embed\/\{file\}|robots|sitemap\.xml)|^\/$/

/** Every address of the service that people and programs open without a key. */
const open = allEndpoints
  .flatMap(({ route, also = [] }) => [route, ...also])
  .filter((route) => route.startsWith('GET ') && !CLOSED.test(route.slice(4)))
  .map((route) => route.slice(4))

/** The values that stand in an address for the parameters of a route, by the beginning of the route. */
let known: Record<string, string>

beforeAll(async () => {
  const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, PUBLIC_URL })
  const campaign = demo.event_campaign.id
  await put(`/api/v2/event_campaigns/${campaign}`, { name: MARK, 'service:hosting': 'open' })
  const start = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 16)
  const event = await givenInterfaceEvent({
    title: 'Dinner',
    name: MARK,
    event_campaign_id: campaign,
    host_link: { generation: 1 },
    start_date: { wallClock: `${start}:00` },
    timezone_identifier: 'America/New_York',
    location: { locality: 'New York', region: 'NY', postal_code: '10003', country: 'US' },
  })
  const { json } = await admin(
    'event',
    'create',
    '--group',
    demo.group.id,
    '--title',
    'Class',
    '--origin-system',
    'Turnout',
    '--start-date',
    start,
    '--timezone',
    'America/Denver',
    '--repeat',
    'weekly',
    '--count',
    '3',
    '--json',
  )
  for (const id of json.events as string[]) await put(`/api/v2/events/${id}`, { name: MARK })
  const rsvp = await post(`${event.path}/attendances`, {
    person: { email_addresses: [{ address: GUEST }] },
  })
  const keys = await readKeys(table)
  const owner = `group:${demo.group.id}` as const
  await ownerStore(table).changeSettings(owner, { slug: 'a-group' })
  await optInStore(table).ask({
    event: { owner },
    person: rsvp.body['service:person_id'],
    address: GUEST,
    date: new Date().toISOString(),
    text: 'News',
    page: '/',
  })
  const asked = { owner, purpose: 'list' as const, event: event.id, cause: 'form' }
  const askedAddress = idOfAddress(owner, asked.purpose, GUEST)
  await confirmedAddresses(table).ask(askedAddress, asked, new Date())
  await updateInterfaceEvent(owner, event.id, { slug: 'an-event' }, eventDependencies(service))
  const principal = { ...(await ownerStore(table).principalOf(owner)), key_id: 'none' }
  await changeCampaign(partOf(service, app), principal, campaign, { slug: 'a-campaign' })
  const calendar = await admin('calendar', 'create', '--group', demo.group.id, '--json')
  known = {
    '/events/{id}': event.id,
    '/embed/events/{id}': event.id,
    '/series/{id}': json.series,
    '/groups/{id}': demo.group.id,
    '/mobilize/v1/organizations/{id}': demo.group.id,
    '/event_campaigns/{id}': campaign,
    '/embed/event_campaigns/{id}': campaign,
    '/calendars/{calendar}': new URL(calendar.json.address).pathname.split('/')[2] as string,
    '/rsvp/{token}': new URL(rsvp.body._links['service:self_service'].href).pathname.split('/')[2] as string,
    '/opt-in/{box}': optInToken(keys, idOfOptIn(owner, GUEST)),
    '/addresses/{address}': addressToken(keys, askedAddress),
    '/unsubscribe/{reader}': unsubscribeToken(keys, rsvp.body['service:person_id']),
    '/host/{host}': hostToken(keys, { event: event.id, generation: 1 }),
    '/e/{slug}': 'an-event',
    '/g/{slug}': 'a-group',
    '/c/{slug}': 'a-campaign',
  }
})

it.each(open)('%s shows the name of no event and of no campaign', async (route) => {
  const from = Object.keys(known).find((each) => route === each || route.startsWith(`${each}/`))
  expect(from, 'every public address is tried').toBeDefined()
  const path = route
    .replace(from as string, (from as string).replace(/\{\w+\}/, known[from as string] as string))
    .replace('{organization}', '77')
  const { status, text } = await visit(path)
  // A person's own data comes by email: without its code the page leads back.
  expect([path, status]).toEqual([path, route.endsWith('/data') ? 303 : 200])
  expect(text).not.toContain(MARK)
})

it('the mark is in the answers to a key, so it would be found', async () => {
  expect((await get('/api/v2/events')).text).toContain(MARK)
})
