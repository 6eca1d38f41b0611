import { idOfOptIn } from '../lib/consent/opt-in.js'
import { optInToken } from '../lib/consent/opt-in-token.js'
import { optInStore } from '../lib/consent/store/opt-in-store.js'
import { addressToken, idOfAddress } from '../lib/mail/confirmed-address.js'
import { confirmedAddresses } from '../lib/mail/store/confirmed-addresses.js'
import { loadPerson } from '../lib/people/store/find-people.js'
import { partOf } from '../lib/runtime/service.js'
import { eventDependencies } from '../lib/app/record-events.js'
import { campaigns as storedCampaigns } from '../lib/app/campaigns.js'
import { type EventCampaign, changedCampaign } from '../lib/campaigns/event-campaign.js'
import { images } from '../lib/app/images.js'
import { app as appOf } from '../lib/table/app.js'
import { recordEvent } from '../lib/events/record-event.js'
import type { Owner } from '../lib/runtime/owner.js'
import { calendarStore } from '../lib/calendars/store/calendar-store.js'
import { hostToken } from '../lib/hosting/host-link.js'
import { linkToken, unsubscribeToken } from '../lib/attendances/links/link-token.js'
import { sendTest } from '../lib/webhooks/redeliver.js'
import { takeTurn, recordRound } from '../lib/webhooks/store/delivery-store.js'
import { ownerStore } from '../lib/app/access.js'
import { randomUUID } from 'node:crypto'
import { newSecret } from '../lib/access/store/secret-store.js'
import { seriesStore } from '../lib/series/store/series-store.js'
import { createLink } from '../lib/sign-in/store/sign-in-store.js'
import { fileOf } from '../lib/calendars/icalendar/address.js'
import { type Endpoint, takesAnyMethod } from '../lib/http/endpoints/endpoints.js'
import { signInPath } from '../lib/manage/paths.js'
import { toEvent } from '../local/http/payload.js'
import type { Service } from './service.js'
import { readKeys } from '../lib/attendances/links/link-key-store.js'

/** Resources and parameters for requests. */
export interface Furniture {
  /** Ids by the name of the collection in a path. */
  ids: Record<string, string>
  /** Other parameters of paths. */
  parameters: Record<string, string>
  /** The parameters of what an endpoint removes, by its name. */
  toRemove: Record<string, Record<string, string>>
}

/** Creates one resource for each path. */
export async function furnish(service: Service): Promise<Furniture> {
  const { demo } = service
  const event = await interfaceEvent(service)
  const attendance = await post(service, `/api/v2/events/${event}/attendances`)
  const tag = await post(service, '/api/v2/tags')
  const tagging = await post(service, `/api/v2/tags/${tag}/taggings`)
  const query = await post(service, '/api/v2/targeting/queries', {
    title: 'Bench',
    include: [`service:${event}`],
  })
  const result = await post(service, `/api/v2/targeting/queries/${query}/results`)
  const webhook = await post(service, '/api/v2/webhooks', { types: ['*'] })
  const { id: group, member } = demo.group
  await deliverTest(service, `group:${group}`, webhook)
  const token = linkToken(await readKeys(service.table), { id: attendance, event })
  const secret = newSecret()
  const campaigns = partOf(service.service, storedCampaigns)
  const open = (campaign: EventCampaign) => changedCampaign(campaign, { hosting: 'open' }, new Date())
  await campaigns.change(`group:${group}`, demo.event_campaign.id, async (each) => open(each), 'refuse')
  const image = `${randomUUID()}.png`
  if (service.service.environment.images.folder) await partOf(service.service, images).put(image, new Uint8Array())
  const owner: Owner = `group:${group}`
  await ownerStore(service.table).changeSettings(owner, { browser_rsvps: true })
  const address = (await loadPerson(service.table, member))?.email_addresses[0]?.address ?? ''
  const ticked = { event: { owner }, person: member, address, date: new Date().toISOString(), text: 'News', page: '/' }
  await optInStore(service.table).ask(ticked)
  const asked = idOfAddress(owner, 'list', address)
  const agreeing = { owner, purpose: 'list' as const, event, cause: 'form' }
  await confirmedAddresses(service.table).ask(asked, agreeing, new Date())
  await calendarStore(service.table).create(secret, { owner, title: 'Bench' }, new Date())
  const series = randomUUID()
  const made = seriesStore(service.table)
  await made.begin({ id: series, owner, count: 1, events: [event], created_date: new Date().toISOString() })
  await made.finish(series)
  return {
    ids: {
      groups: group,
      organizations: group,
      queries: query,
      webhooks: webhook,
      events: event,
      event_campaigns: demo.event_campaign.id,
      people: member,
      tags: tag,
      lists: group,
      series,
    },
    parameters: {
      event_id: event,
      attendance_id: attendance,
      token,
      host: hostToken(await readKeys(service.table), { event, generation: 1 }),
      box: optInToken(await readKeys(service.table), idOfOptIn(owner, address)),
      address: addressToken(await readKeys(service.table), asked),
      reader: unsubscribeToken(await readKeys(service.table), service.demo.group.member),
      item_id: member,
      tagging_id: tagging,
      result_id: result,
      delivery: '1',
      relation: 'signatures',
      file: 'widget.js',
      image,
      rel: 'events',
      asset: 'openapi-explorer.js',
      calendar: fileOf(secret),
      link: signInPath((await createLink(service.table, 'bench@example.org', new Date())).secret),
    },
    toRemove: await madeToRemove(service),
  }
}

/** Creates what each endpoint that removes something may remove once. */
async function madeToRemove(service: Service): Promise<Furniture['toRemove']> {
  const [webhook, tag] = await Promise.all([
    post(service, '/api/v2/webhooks', { types: ['*'] }),
    post(service, '/api/v2/tags', { name: `to remove ${randomUUID()}` }),
  ])
  const tagging_id = await post(service, `/api/v2/tags/${tag}/taggings`)
  return { 'v2/delete-webhook': { id: webhook }, 'v2/delete-tagging': { id: tag, tagging_id } }
}

/** A message of a webhook, and the attempt to deliver it. */
async function deliverTest({ service, table }: Service, owner: Owner, webhook: string): Promise<void> {
  await sendTest(appOf(service), owner, webhook)
  const state = await takeTurn(table, webhook, owner, 'bench', 1)
  const date = new Date().toISOString()
  const attempt = { id: '1', message: 'bench', type: 'webhook.test', attempt: 1, date, duration_ms: 1 }
  const round = { sent: 1, deliveries: [{ ...attempt, ordinals: [1] }], done: [], retries: [] }
  if (state) await recordRound(table, webhook, 'bench', state, round)
}

/** An event of the organizer's own interface, the only kind that has a page, with a map; its campaign knows it too. */
async function interfaceEvent({ demo, table, service }: Service): Promise<string> {
  const principal = await ownerStore(table).principalOf(`group:${demo.group.id}`)
  const draft = {
    title: 'Rally',
    origin_system: 'Bench',
    start_date: { wallClock: '2040-05-04T18:00:00' },
    location: { venue: 'Union Hall', address_lines: ['100 Main Street'], locality: 'Denver', region: 'CO' },
  }
  const made_in_interface = { hidden: false, host_link: { generation: 1 } }
  const { id } = await recordEvent(
    { ...principal, key_id: 'none' },
    { draft, made_in_interface, event_campaign_id: demo.event_campaign.id },
    [],
    eventDependencies(service),
  )
  return id
}

const FORM = 'application/x-www-form-urlencoded'

/** Inputs for every form: each ignores those of the others. */
const FORM_BODY = 'email=kim%40example.org&action=decline'

/** Inputs for the forms of hosts. */
const FORM_BODIES: Partial<Record<string, string>> = {
  'hosting/send-form':
    'email=kim%40example.org&given_name=Kim&title=Rally&start=2040-05-04T10%3A00&where=Union+Hall%2C+Denver%2C+CO',
  'hosting/update-page': 'action=publish',
}

/** A series takes the id of each date that is ticked. */
const formBody = ({ name }: Endpoint, event: string | undefined) =>
  name === 'pages/record-series-attendances' ? `${FORM_BODY}&event=${event}` : (FORM_BODIES[name] ?? FORM_BODY)

/** Returns a body that is valid for every endpoint: each ignores fields of the others. */
const bodyFor = ({ demo }: Service) => ({
  title: 'Rally',
  origin_system: 'Bench',
  name: 'bench',
  summary: 'Rally',
  originating_system: 'Bench',
  location: { postal_code: '20009' },
  types: ['*'],
  since: '2026-01-01',
  _links: { 'osdi:person': { href: `https://events.example.org/api/v2/people/${demo.group.member}` } },
})

const headers = ({ demo }: Service): [string, string][] => [
  ['OSDI-API-Token', demo.group.key],
  ['api-key', demo.group.key],
  ['content-type', 'application/json'],
]

async function post(service: Service, path: string, sent: object = bodyFor(service)): Promise<string> {
  const { gateway } = service
  const body = JSON.stringify(sent)
  const answer = await gateway.handle({ method: 'POST', path, headers: headers(service), body })
  const { _links } = JSON.parse(answer.body.toString()) as { _links: { self: { href: string } } }
  return _links.self.href.split('/').at(-1) as string
}

/** Method and path of a request for an endpoint. The interface is asked for the page of a link to sign in. */
function requestOf(endpoint: Endpoint, { link }: Furniture['parameters']): string {
  if (takesAnyMethod(endpoint)) return `GET ${link}`
  return endpoint.route === '$default' ? 'GET /api/v2/events/' : endpoint.route
}

/** Whether an endpoint removes a resource, so that the same request is refused the second time. */
const removes = ({ route }: Endpoint) => route.startsWith('DELETE ')

/**
 * Endpoints that refuse the same request in the end: an owner's webhooks are limited, and so are what is sent again and
 * the forms of a network.
 */
const LIMITED = [
  'v2/create-webhook',
  'v2/redeliver-messages',
  'hosting/send-form',
  'pages/record-attendance',
  'pages/record-series-attendances',
]

/** Whether an endpoint takes the same request hundreds of times. */
export const repeats = (endpoint: Endpoint) => !removes(endpoint) && !LIMITED.includes(endpoint.name)

/** The payload of a request that is sent once: what its endpoint would remove is made for it. */
export async function freshPayload(endpoint: Endpoint, service: Service, furniture: Furniture): Promise<object> {
  if (!removes(endpoint)) return payload(endpoint, service, furniture)
  return payload(endpoint, service, { ...furniture, toRemove: await madeToRemove(service) })
}

/**
 * The payload of a real request for an endpoint; for the one behind all others, an address with a slash.
 * @param sent another body than one that is good for every endpoint
 */
export function payload(
  endpoint: Endpoint,
  service: Service,
  { ids, parameters, toRemove }: Furniture,
  sent?: object,
): object {
  const route = requestOf(endpoint, parameters)
  const [method, template] = route.split(' ') as [string, string]
  const collection = template.split('/').find((segment) => segment in ids) ?? ''
  const id = ids[collection] ?? ''
  const pathParameters: Record<string, string> = { ...parameters, id, ...toRemove[endpoint.name] }
  const isForm = method === 'POST' && !template.startsWith('/api/')
  const sends = method === 'POST' || method === 'PUT'
  const person = { given_name: 'Kim', email_addresses: [{ address: 'kim@example.org' }] }
  const queried = { include: [`service:${ids['events']}`] }
  const body =
    sent ??
    (endpoint.name === 'v2/create-person'
      ? { person }
      : { ...bodyFor(service), ...queried, ...person, rows: [{ person }] })
  return toEvent(
    {
      method,
      url: template.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters[name] ?? ''),
      headers: isForm ? [['content-type', FORM]] : headers(service),
      body: Buffer.from(isForm ? formBody(endpoint, ids['events']) : sends ? JSON.stringify(body) : ''),
      remoteAddress: '127.0.0.1',
    },
    {
      match: { name: endpoint.name, routeKey: endpoint.route, pathParameters },
      requestId: 'bench',
      time: new Date(),
    },
  )
}
