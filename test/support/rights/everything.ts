import { linkToken, unsubscribeToken } from '../../../lib/attendances/links/link-token.js'
import { images } from '../../../lib/app/images.js'
import { ownerStore } from '../../../lib/app/access.js'
import { eventDependencies } from '../../../lib/app/record-events.js'
import { changeCampaign } from '../../../lib/campaigns/record-campaign.js'
import { idOfOptIn } from '../../../lib/consent/opt-in.js'
import { optInToken } from '../../../lib/consent/opt-in-token.js'
import { optInStore } from '../../../lib/consent/store/opt-in-store.js'
import { updateInterfaceEvent } from '../../../lib/events/interface-event.js'
import { hostToken } from '../../../lib/hosting/host-link.js'
import { addressToken, idOfAddress } from '../../../lib/mail/confirmed-address.js'
import { confirmedAddresses } from '../../../lib/mail/store/confirmed-addresses.js'
import { ownDataCode } from '../../../lib/pages/own-data-code.js'
import { partOf } from '../../../lib/runtime/service.js'
import { linkFor, signedInAs } from '../clients/organizer.js'
import { png } from '../given/pictures.js'
import { givenTeamLink, openedOn } from '../given/team-links.js'
import { eventually, givenWebhook } from '../given/webhooks.js'
import { type Received, admin, mails } from '../mail/mail.js'
import {
  PUBLIC_URL,
  type Reply,
  UNKNOWN_ID,
  assignPending,
  demo,
  get,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  service,
  table,
  useEnvironment,
} from '../service.js'
import { loadKeys } from '../../../lib/attendances/links/link-key-store.js'
import { app } from '../../../lib/table/app.js'

/* One of everything that an owner has, and each of the links and secrets that lead to it. */

/** It stands in whatever the group has. */
export const MARK = 'Qzmark'

/** It stands in whatever there is about the guest alone. */
export const GUEST_MARK = 'qzguest'
const GUEST = `${GUEST_MARK}@guest.example`

export interface Known {
  /** The texts that stand in paths, by the names of capabilities. */
  secrets: Record<string, string>
  /** The ids of the person who has the links, of the event and of the RSVP. */
  ids: { person: string; event: string; attendance: string }
  helper: { cookie: string; formToken: string }
  /** The mails that all of this has caused. */
  mails: Received[]
  /** Fills in a path, with what an asker holds where a capability stands. */
  pathOf: (pattern: string, asker: string) => string
  /** A good body, so that a request is not refused for its body alone. */
  bodyOf: (route: string) => Record<string, unknown>
}

const IMAGE = '00000000-0000-4000-8000-000000000000.png'

const lastOf = (address: string) => new URL(address).pathname.split('/').at(-1) as string

/** The id of the first member of a collection. */
const firstOf = ({ body }: Reply, rel: string) =>
  lastOf((body._embedded?.[rel]?.[0]._links.self.href ?? body._links[rel][0].href) as string)

export async function givenEverything(): Promise<Known> {
  useEnvironment({ SECURITY_CONTACT: 'mailto:security@example.org', REQUEST_LOG: 'on' })
  const group = demo.group.id
  const owner = `group:${group}` as const
  const campaign = demo.event_campaign.id
  await put(`/api/v2/event_campaigns/${campaign}`, { name: MARK, 'service:hosting': 'open' })
  await ownerStore(table).changeSettings(owner, { slug: 'a-group', browser_rsvps: true })
  const webhook = await givenWebhook()
  const start = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 16)
  const dated = {
    start_date: { wallClock: `${start}:00` },
    timezone_identifier: 'America/New_York',
    location: { locality: 'New York', region: 'NY', postal_code: '10003', country: 'US' },
  }
  const event = await givenInterfaceEvent({
    title: `${MARK} dinner`,
    event_campaign_id: campaign,
    host_link: { generation: 1 },
    ...dated,
  })
  const draft = await givenInterfaceEvent({ title: `${MARK} draft`, status: 'tentative', ...dated })
  const series = await admin(
    'event',
    'create',
    '--group',
    group,
    '--title',
    `${MARK} class`,
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
  const tag = idOf(await post('/api/v2/tags', { name: MARK, origin_system: 'Test' }))
  const rsvp = await post(`${event.path}/attendances`, {
    person: { given_name: GUEST_MARK, family_name: `${GUEST_MARK}son`, email_addresses: [{ address: GUEST }] },
    add_tags: [MARK],
  })
  const attendance = idOf(rsvp)
  const person = (rsvp.body['service:person_id'] as string).replace('service:', '')
  await assignPending()
  const taggings = await get(`/api/v2/tags/${tag}/taggings`)
  const query = await post('/api/v2/targeting/queries', { title: MARK, include: [`service:${event.id}`] })
  const results = await post(`/api/v2/targeting/queries/${idOf(query)}/results`, undefined)
  const items = await get(`/api/v2/lists/${group}/items`)
  let delivery = ''
  await eventually(async () => {
    delivery = (await get(`${webhook.path}/messages`)).body.messages[0].id
  })
  await partOf(service, images).put(IMAGE, png())
  const keys = await loadKeys(table)
  await optInStore(table).ask({
    event: { owner },
    person,
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
  const calendar = await admin('calendar', 'create', '--group', group, '--json')
  const creator = await signedInAs(demo.group.creator)
  const idIn = async (page: string, before: string) =>
    new RegExp(`${before}/([\\w-]+)`).exec((await creator.open(page)).html)?.[1] ?? UNKNOWN_ID
  await creator.send(`/manage/${group}/keys`, { name: MARK })
  await creator.send(`/manage/${group}/blocked`, { contact: `blocked@${MARK.toLowerCase()}.example` })
  const team = await givenTeamLink(event.id, 'door,guests,message,edit')
  const device = await openedOn((await givenTeamLink(event.id, 'door,guests,message,edit')).path)
  const deviceToken = /name="form_token" value="([^"]+)"/.exec(
    (await device.open(`/manage/events/${event.id}/guests`)).html,
  )
  const linked = { event: event.id, id: attendance }
  const guest = linkToken(keys, linked)
  const secrets: Record<string, string> = {
    'Link to sign in': lastOf(`https://x${await linkFor(demo.group.creator)}`),
    'Link of a team': team.path.split('/')[2] as string,
    'Link of a host': hostToken(keys, { event: event.id, generation: 1 }),
    'Link of a guest': guest,
    'Code of own data': ownDataCode(keys, linked, new Date()),
    'Link to leave a list': unsubscribeToken(keys, person),
    'Link of a box': optInToken(keys, idOfOptIn(owner, GUEST)),
    'Link of a typed address': addressToken(keys, askedAddress),
    'Secret of a feed': lastOf(calendar.json.address as string),
  }
  const values: Record<string, string> = {
    '/events/{id}': event.id,
    '/series/{id}': series.json.series,
    '/groups/{id}': group,
    '/organizations/{id}': group,
    '/event_campaigns/{id}': campaign,
    '/webhooks/{id}': idOf({ body: webhook } as never),
    '/lists/{id}': group,
    '/people/{id}': person,
    '/queries/{id}': idOf(query),
    '/tags/{id}': tag,
    '/passkeys/{id}': UNKNOWN_ID,
    '{event_id}': event.id,
    '{attendance_id}': attendance,
    '{delivery}': delivery,
    '{item_id}': firstOf(items, 'osdi:items'),
    '{result_id}': idOf(results),
    '{tagging_id}': firstOf(taggings, 'osdi:taggings'),
    '{relation}': 'donations',
    '{rel}': 'events',
    '{asset}': 'openapi-explorer.js',
    '{file}': 'widget.js',
    '{image}': IMAGE,
    '{organization}': '77',
    '/e/{slug}': 'an-event',
    '/g/{slug}': 'a-group',
    '/c/{slug}': 'a-campaign',
    '{owner}': group,
    '{group}': group,
    '{event}': event.id,
    '{person}': person,
    '{tag}': tag,
    '{list}': group,
    '{query}': idOf(query),
    '{campaign}': campaign,
    '{webhook}': idOf({ body: webhook } as never),
    '{attendance}': attendance,
    '{link}': team.id,
    '{calendar}': await idIn(`/manage/${group}/calendars`, 'calendars'),
    '{key}': await idIn(`/manage/${group}/keys`, 'keys'),
    '{hash}': await idIn(`/manage/${group}/blocked`, 'blocked'),
    '{part}': '0',
    '{kind}': 'confirmation',
    '{message}': UNKNOWN_ID,
    '{action}': 'stop',
  }
  const bodies: [of: RegExp, body: Record<string, unknown>][] = [
    [/bulk$/, { rows: [{ person: { email_addresses: [{ address: 'one@example.org' }] } }] }],
    [/event_campaigns.*events$/, { title: 'One', origin_system: 'Test', start_date: '2040-05-04' }],
    [
      /v1.*attendance$/,
      { originating_system: 'Test', _links: { 'osdi:person': { href: `${PUBLIC_URL}/api/v1/people/${person}` } } },
    ],
    [/\/redeliver$/, { since: new Date().toISOString() }],
    [/merge$/, { other: demo.group.member }],
    [/(un)?tag$/, { tag: MARK }],
    [/requests$/, { decision: 'approve' }],
    [/role$/, { role: 'organizer' }],
    [/review$/, { event: event.id }],
  ]
  const ofDraft = /\/(discard|publish)$/
  return {
    secrets,
    ids: { person, event: event.id, attendance },
    mails: await mails(),
    helper: { cookie: device.cookie, formToken: deviceToken?.[1] ?? '' },
    pathOf: (pattern, asker) => {
      const held = asker in secrets ? secrets[asker] : 'none'
      let path = pattern
      if (path.startsWith('/rsvp/{token}/data')) return `/rsvp/${guest}/data?code=${held}`
      path = path.replace(
        /^(\/rsvp|\/team|\/host|\/unsubscribe|\/addresses|\/opt-in|\/calendars|\/manage\/sign-in)\/\{(token|host|reader|address|box|calendar|secret)\}/,
        `$1/${held}`,
      )
      if (ofDraft.test(path)) path = path.replace('{event}', draft.id)
      if (path.includes('/dates')) path = path.replace('{event}', series.json.events[0] as string)
      if (path.includes('/members/')) path = path.replace('{person}', demo.group.member)
      if (path.endsWith('/embed/preview')) path += '?snippet=embed_full_no_styles'
      for (const [part, value] of Object.entries(values).sort(([one], [other]) => other.length - one.length))
        path = path.replaceAll(part, part.replace(/\{\w+\}/, value))
      if (path.includes('{')) throw new Error(`Nothing is known that stands in ${path}`)
      return path
    },
    bodyOf: (route) => bodies.find(([of]) => of.test(route))?.[1] ?? {},
  }
}
