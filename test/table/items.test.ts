import { erasePerson } from '../../lib/merging/erase-person.js'
import { randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { audit } from '../../lib/app/audit.js'
import { items } from '../../lib/table/items/items.js'
import { markContended } from '../../lib/collections/contention.js'
import { putEntry } from '../../lib/collections/sequencer/journal.js'
import { indexNames } from '../../lib/repair/index-names.js'
import { leaseOn } from '../../lib/collections/sequencer/lease.js'
import { turnsOn } from '../../lib/collections/sequencer/turns.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { readStatistics } from '../../lib/attendances/store/rsvp-statistics.js'
import { campaignReportStore } from '../../lib/hosting/store/campaign-report-store.js'
import { whatWorked } from '../../lib/reports/store/what-worked.js'
import { guestsFileStore } from '../../lib/attendances/store/guests-file-store.js'
import { sweep } from '../../lib/app/sequencer.js'
import type { OsdiEvent } from '../../lib/events/event.js'
import { confirmationsOfEvent } from '../../lib/attendances/store/confirmations.js'
import { loadEvent } from '../../lib/events/store/load-event.js'
import { nextCall } from '../../lib/calls/store/call-store.js'
import { dueSettlement } from '../../lib/seats/store/seat-state.js'
import { calendarStore } from '../../lib/calendars/store/calendar-store.js'
import { takeTurn, recordRound } from '../../lib/webhooks/store/delivery-store.js'
import { makeSeries } from '../../lib/series/make-series.js'
import { eventStore } from '../../lib/app/event-store.js'
import { seriesEdits } from '../../lib/series/store/series-edits.js'
import { block } from '../../lib/blocked/store/blocked-store.js'
import { optInStore } from '../../lib/consent/store/opt-in-store.js'
import { keyStore } from '../../lib/access/store/key-store.js'
import { confirmedAddresses } from '../../lib/mail/store/confirmed-addresses.js'
import { mailPace } from '../../lib/mail/store/mail-pace.js'
import { mailingStore } from '../../lib/mail/store/mailing-store.js'
import { mailStore, suppress } from '../../lib/mail/store/mail-store.js'
import { setWordings } from '../../lib/mail/store/mail-wordings.js'
import { appendToLog } from '../../lib/access/store/log-store.js'
import { ownerStore } from '../../lib/app/access.js'
import { addPasskey } from '../../lib/sign-in/store/passkey-store.js'
import { createTeamLink } from '../../lib/stewards/store/team-link-store.js'
import { saveProvider, vouchFor } from '../../lib/sign-in/store/identity-provider-store.js'
import { beginByProvider, beginSession, createLink } from '../../lib/sign-in/store/sign-in-store.js'
import { prefixFault } from '../../lib/table/native-prefix.js'
import { keyOf } from '../../lib/table/table.js'
import { transact } from '../../lib/table/transaction.js'
import {
  PUBLIC_URL,
  anEvent,
  demo,
  gateway,
  get,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  service,
  table,
} from '../support/service.js'
import { computeWaiting } from '../../lib/app/computing.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { newHostRequest } from '../../lib/hosting/host-request.js'
import { askToHost, trustHost } from '../../lib/hosting/store/hosting-store.js'
import { departingIn } from '../../lib/app/merging.js'
import { registryFaults, walkTable } from '../support/engine/stored-items.js'
import { has } from '../support/rooms.js'

const owner = `group:${demo.group.id}` as const

const helper = (email: string, more: object = {}) => ({
  person: {
    given_name: 'Ana',
    email_addresses: [{ address: email }],
    phone_numbers: [{ number: '5550100' }],
  },
  ...more,
})

/** Sends the form of a page as a program would: a filled-in hidden input asks for a proof of work. */
async function proveWork(event: string): Promise<void> {
  const form = async (inputs: Record<string, string>) => {
    const { body } = await gateway.handle({
      method: 'POST',
      path: `/events/${event}/attendances`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email: 'form@example.org', website_2: 'x', ...inputs }).toString(),
      remoteAddress: '198.51.100.1',
    })
    return JSON.parse(body.toString())
  }
  const { challenge } = await form({})
  const solution = await solveChallenge({ challenge, deriveKey })
  await form({ altcha: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') })
}

/** Does what the service does, so that every kind of item is written. */
beforeAll(async () => {
  const now = new Date()
  await prefixFault(table, 'service')
  const _links = { 'osdi:creator': { href: `${PUBLIC_URL}/api/v2/people/${demo.group.organizer}` } }
  await post('/api/v2/tags', { name: 'vip' })
  const event = await givenEvent({ identifiers: ['test:one'], start_date: '2030-01-01T10:00:00Z', _links })
  await put(event.path, { title: 'Changed' })
  await post(`${event.path}/attendances`, helper('ana@example.org', { add_tags: ['vip'] }))
  await readStatistics(table, owner, event.id)
  await whatWorked(table, { ...event, owner })
  await guestsFileStore(table).request(owner, event.id, 'NO', now)
  await computeWaiting(service, { ...keyOf.guestsFile(event.id), waits_for_people: owner })
  await campaignReportStore(table).request(owner, demo.event_campaign.id, 'NO', now)
  const crowded = await givenEvent()
  markContended(table, lists.attendancesOf(crowded.id))
  const { body: pending } = await post(`${crowded.path}/attendances`, helper('ben@example.org'))
  // The sweeper comes after some time, so that the members of its segments are late.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
  await sweep(table, new Date(Date.now() + 1_000))
  vi.useRealTimers()
  const contact = { email_address: 'asked@example.org', public: false }
  const told = await givenInterfaceEvent({ start_date: { wallClock: '2030-01-01T10:00:00' }, contact })
  await eventDependencies(service).events.change(
    owner,
    told.id,
    async (before) => ({ ...before, status: 'cancelled', revision: before.revision + 1 }),
    'leave out',
  )
  const { id: group } = demo.group
  const issuer = 'https://provider.example'
  const provider = { group, issuer, client_id: 'turnout', secret: 'encrypted', domains: ['example.org'] }
  await saveProvider(table, { ...provider, only: false, for_creator: true }, now)
  await vouchFor(table, { domain: 'example.org', group, issuer }, now)
  const started = { id: randomUUID(), expires: Math.floor(now.getTime() / 1000) + 600 }
  const proven = { ...started, address: 'ada@example.org', provider: { group, issuer } }
  await beginByProvider(table, proven, now)
  const mails = mailStore(table)
  await mails.ask(randomUUID(), { kind: 'sign-in', address: 'ada@example.org', language: 'en' })
  await mails.finish(randomUUID(), { kind: 'sign-in', outcome: 'sent' }, now)
  await setWordings(table, owner, 'reminder', { is_sent: false })
  await setWordings(table, told.id, 'changed', { subject: 'News' })
  await suppress(table, 'gone@example.org', 'bouncing', now)
  await mailPace(table, 1)()
  await mailingStore(table).create({
    id: randomUUID(),
    owner,
    kind: 'message',
    position: 0,
    sent: 0,
    subject: 'Hello',
    html: '<p>Hello</p>',
    query: randomUUID(),
    result: randomUUID(),
    total: 0,
    status: 'sending',
    due_date: now.toISOString(),
    created_date: now.toISOString(),
  })
  const dated = await givenInterfaceEvent({ start_date: { wallClock: '2031-01-01T10:00:00' } })
  const named = async (before: OsdiEvent) => ({ ...before, slug: 'rally', revision: before.revision + 1 })
  await eventStore(table).change(owner, dated.id, named, 'leave out')
  await makeSeries(
    randomUUID(),
    await eventStore(table).find(owner, dated.id),
    { shifts: { number: 2, minutes: 60 } },
    { table, events: eventStore(table) },
  )
  const edit = { id: randomUUID(), owner, kind: 'changed' as const, dates: [], times: {} }
  await seriesEdits(table).beginEdit({ ...edit, created_date: now.toISOString() })
  const limited = await givenInterfaceEvent({ capacity: 5, event_campaign_id: demo.event_campaign.id })
  await post(`${limited.path}/attendances`, helper('ana@example.org'))
  const small = await givenInterfaceEvent({ capacity: 1, waitlist: true })
  for (const email of ['first@example.org', 'waits@example.org'])
    await post(`${small.path}/attendances`, { person: { email_addresses: [{ address: email }] } })
  const before = (await loadEvent(table, small.id)) as OsdiEvent
  await transact(table, [
    dueSettlement(table, small.id),
    ...confirmationsOfEvent.withChange(table, before, { ...before, start_date_utc: '2031-01-01T10:00:00Z' }),
  ])
  const called = await nextCall(table, event.id, 'someone', now)
  expect(called).toBeDefined()
  const asked = { title: 'Who came', include: [`service:${event.id}`] }
  const query = await post('/api/v2/targeting/queries', asked)
  await get(`/api/v2/targeting/queries/${idOf(query)}/people`)
  await post('/api/v2/events', anEvent(), { headers: { 'Idempotency-Key': '"one"' } })
  const key = randomUUID()
  const limit = { requests: 3, seconds: 3600 }
  await keyStore(table).create(key, { owner, default_creator: demo.group.creator, limit }, now)
  await get('/api/v2/events', { key })
  await calendarStore(table).create('secret', { owner, hidden: false } as never, now)
  await ownerStore(table).changeSettings(owner, { browser_rsvps: true })
  await gateway.handle({
    method: 'POST',
    path: `${event.path}/attendances`,
    headers: { 'content-type': 'application/json', origin: 'https://page.example' },
    body: JSON.stringify(helper('browser@example.org')),
    remoteAddress: '198.51.100.1',
  })
  if (has('pages')) await proveWork(event.id)
  await beginSession(table, (await createLink(table, 'maya.okafor@example.org', now)).secret, now)
  await createLink(table, 'maya.okafor@example.org', now)
  await addPasskey(
    table,
    'maya.okafor@example.org',
    {
      id: 'a1',
      credential_id: 'x',
      public_key: 'x',
      counter: 0,
      transports: [],
      name: 'Phone',
      created_on: '2026-11-23',
    },
    { now, mailIn: undefined, challenge: { id: 'x', expires: 2e9 } },
  )
  const person = demo.group.creator
  await appendToLog(table, {
    id: randomUUID(),
    owner,
    person,
    action: 'settings_changed',
    created_date: now.toISOString(),
  })
  const list = lists.attendancesOf(crowded.id)
  markContended(table, list)
  await put(pending._links.self.href.slice(PUBLIC_URL.length), { status: 'declined' })
  await leaseOn(table, list).acquire()
  await turnsOn(table, list, 'a process').next(['a person'])
  const entry = { first: 2, last: 2, since: now.toISOString(), claimed_by: 'a sequencer' }
  await transact(table, [putEntry(table, list, entry)])
  const typed = { inputs: {}, address: 'host@example.org', language: 'en', owner }
  const campaign = demo.event_campaign.id
  await askToHost(table, newHostRequest({ ...typed, campaign }, { id: randomUUID(), now }), now)
  await givenInterfaceEvent({
    status: 'tentative',
    review: { state: 'waiting', date: now.toISOString() },
    host_link: { generation: 1 },
    event_campaign_id: campaign,
  })
  await trustHost(table, campaign, person, now)
  await block(table, owner, { kind: 'email', value: 'blocked@example.org' }, { date: now.toISOString() })
  await optInStore(table).ask({
    date: now.toISOString(),
    text: 'Write to me',
    page: 'https://river.example',
    event: crowded,
    person,
    address: 'ticked@example.org',
  })
  const cause = randomUUID()
  await confirmedAddresses(table).ask(randomUUID(), { owner, purpose: 'list', event: crowded.id, cause }, now)
  const fields = { custom_fields: { shirt: 'M' } }
  await post('/api/v2/people', { person: { email_addresses: [{ address: 'field@example.org' }], ...fields } })
  const left = await post('/api/v2/people', {
    person: { email_addresses: [{ address: 'gone@example.org' }] },
  })
  await erasePerson(departingIn(table), owner, idOf(left))
  await ownerStore(table).changeSettings(owner, { forget_after: 400 })
  await post('/api/v2/tags', { name: 'guest' })
  await post(`${event.path}/attendances`, helper('ana@example.org', { add_tags: ['guest'] }))
  const webhook = idOf(await post('/api/v2/webhooks', { types: ['*'] }))
  await post(`/api/v2/webhooks/${webhook}/test`, {})
  await post(`${event.path}/attendances`, helper('ana@example.org', { remove_tags: ['guest'] }))
  const state = await takeTurn(table, webhook, owner, 'this test', 1_000)
  const date = now.toISOString()
  const retry = { request: 'msg_1', ordinals: [1], attempt: 2, first_date: date, due: date }
  const attempt = { id: '1', message: 'msg_1', type: 'webhook.test', attempt: 1, date, duration_ms: 1 }
  await recordRound(table, webhook, 'this test', state!, {
    sent: 1,
    done: [],
    retries: [retry],
    deliveries: [{ ...attempt, ordinals: [1] }],
  })
  const help = {
    id: randomUUID(),
    event: told.id,
    rights: ['door' as const],
    created_date: date,
    devices: {},
    version: 1,
  }
  await createTeamLink(table, help, false)
  await indexNames(table)
})

describe('the registry of kinds of items', () => {
  // The form that asks for a proof of work is of the pages.
  it.runIf(has('pages'))('says of everything that the service writes what it is', async () => {
    const { kinds, faults } = await walkTable(table)
    expect(faults).toEqual([])
    expect([...kinds].sort()).toEqual(Object.keys(items).sort())
  })

  it.each([
    ['of no kind', { pk: 'events#1', sk: 'event' }, 'is of 0 kinds'],
    ['with an expiry of its own', { ...keyOf.tag('1'), expires: 1 }, 'expires is 1'],
    ['without its expiry', keyOf.answer('1'), 'expires is undefined'],
    ['in the list of another kind', { ...keyOf.tag('1'), block: 'events of group:1#0' }, 'is in the block'],
    ['that is pending in a list without a deferred path', { ...keyOf.tag('1'), waits_for: 'tags of x' }, 'took'],
    ['in an index that it is not in', { ...keyOf.tag('1'), changed_in: 'tags of x#0' }, 'is in the index changes'],
    ['with identifiers that it has not', { ...keyOf.tag('1'), identifiers: ['a:1'] }, 'has identifiers'],
  ])('tells an item %s', async (_, item, fault) => {
    expect(registryFaults({ ...item }).join('\n')).toContain(fault)
  })
})

describe('the audit of a table with every kind of item', () => {
  it('finds no violation', async () => {
    const violations: string[] = []
    await audit(table, (violation) => violations.push(violation))
    expect(violations).toEqual([])
  })
})
