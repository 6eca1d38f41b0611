import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openTable } from '../../lib/table/table.js'
import { eventStore } from '../../lib/app/event-store.js'
import { trustHost, waitingForReview, isTrustedHost } from '../../lib/hosting/store/hosting-store.js'
import { eventsOfHosts } from '../../lib/hosting/store/read-hosts.js'
import { adminOf, freshAdmin } from '../admin/admin.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { givenHosted, givenHosting, mailTo, page, submitForm, typed } from '../support/given/hosting.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'
import { address, demo, get, post, put } from '../support/service.js'

/* A day of action by programs: filters, webhooks, commands, and moving to another installation. */

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const folder = await mkdtemp(join(tmpdir(), 'turnout-hosting-'))
afterAll(() => rm(folder, { recursive: true }))

const pathOf = ({ id }: { id: string }) => `/api/v2/events/${id}`

async function edit(link: string, fields: Record<string, string>) {
  const form = await page(`${link}?page=edit`)
  const revision = /name="revision" value="(\d+)"/.exec(form.text)?.[1] ?? ''
  return submitForm(link, { ...typed(fields), action: 'edit', revision })
}

it('a filter finds what waits by its status, until the team has decided', async () => {
  const { id } = await givenHosting()
  const hosted = await givenHosted(id, { email: 'filter@host.example', title: 'Waits' })
  const query = `/api/v2/events?filter=${encodeURIComponent("status eq 'tentative'")}`
  const waiting = async () =>
    (await get(query)).body._embedded['osdi:events'].map(({ title }: { title: string }) => title)
  expect(await waiting()).toContain('Waits')
  await put(pathOf(hosted), { 'service:review': { state: 'approved' } })
  expect(await waiting()).not.toContain('Waits')
})

it.each(['v1', 'v2'])('what waits can be read and put back in %s: its state is no decision', async (version) => {
  const { id } = await givenHosting()
  const hosted = await givenHosted(id, { email: `${version}@back.example` })
  const path = `/api/${version}/events/${hosted.id}`
  const [title, review] = [version === 'v1' ? 'summary' : 'title', 'service:review']
  const { body } = await get(path)
  const change = { ...body, [title]: 'Read and put back' }
  for (const sent of [body[review], { state: 'approved', note: 5 }, { state: 'yes' }, 'approved', []]) {
    const { status, headers, body: after } = await put(path, { ...change, [review]: sent })
    expect([status, after[title]]).toEqual([200, 'Read and put back'])
    expect(headers['osdi-ignored']?.split(', ')).toContain(review)
    expect((await get(pathOf(hosted))).body[review].state).toBe('waiting')
  }
})

it('a webhook hears of the new event, each decision, and a change that waits', async () => {
  const { id } = await givenHosting()
  const webhook = await givenWebhook({ types: ['event.created', 'event.changed'] })
  const hosted = await givenHosted(id, { email: 'hook@host.example' })
  await put(pathOf(hosted), { 'service:review': { state: 'approved' } })
  await edit(hosted.link, { start: '2031-01-17T10:00', end: '' })
  await put(pathOf(hosted), { 'service:review': { state: 'declined', note: 'Too late' } })
  await eventually(async () => {
    const told = (await pulled(webhook.path)).filter(({ data }) => data.identifiers.includes(`service:${hosted.id}`))
    // The queue keeps no order: a change can be told before the event that it changes.
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['event.created', 'event.changed']))
    // Messages show the event as it is when they are made.
    expect(told.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({
        status: 'confirmed',
        start_date: '2031-01-16T17:30:00Z',
        'service:review': expect.objectContaining({ state: 'declined', note: 'Too late' }),
      }),
    )
  })
})

it('the personal list of a host is read by the keys of the group, and by no others', async () => {
  const { id } = await givenHosting({ 'service:hosting': 'open' })
  const hosted = await givenHosted(id, { email: 'listed@host.example' })
  const { body } = await get(pathOf(hosted))
  const host = (body._links['osdi:creator'].href as string).split('/').at(-1) as string
  const person = { given_name: 'Ana', email_addresses: [{ address: 'ana@listed.example' }] }
  const rsvp = await post(`${pathOf(hosted)}/attendances`, { person })
  const list = await get(`/api/v2/lists/${host}`)
  expect([list.status, list.body.total_items]).toEqual([200, 1])
  const items = await get(`/api/v2/lists/${host}/items`)
  const [item] = items.body._embedded['osdi:items']
  expect(item._links['osdi:person'].href).toContain(rsvp.body['service:person_id'])
  expect((await get(new URL(item._links.self.href).pathname)).status).toBe(200)
  expect((await get(`/api/v2/lists/${host}`, { key: demo.other_group.key })).status).toBe(404)
})

describe('the link of a host by command', () => {
  it('is revoked, and sent anew, which ends the one before', async () => {
    const { id } = await givenHosting({ 'service:hosting': 'open' })
    const hosted = await givenHosted(id, { email: 'command@host.example' })
    await mailTo('command@host.example', 'host-approved')
    expect((await page(hosted.link)).status).toBe(200)
    const revoked = await admin('event', 'host-link', hosted.id, '--revoke', '--json')
    expect(revoked.json).toMatchObject({ id: hosted.id, host_link: 'revoked' })
    expect((await page(hosted.link)).status).toBe(404)
    expect((await submitForm(hosted.link, { action: 'cancel' })).status).toBe(404)
    expect((await admin('event', 'host-link', hosted.id, '--send', '--json')).json.host_link).toBe('sent')
    const { text } = await mailTo('command@host.example', 'host-approved')
    const fresh = (/\/host\/[\w-]+/.exec(text) as RegExpExecArray)[0]
    expect(fresh).not.toBe(hosted.link)
    expect((await page(fresh)).status).toBe(200)
    expect((await page(hosted.link)).status).toBe(404)
  })

  it('needs one of both, an event, and a supporter who hosts it', async () => {
    const { id } = await givenHosting({ 'service:hosting': 'open' })
    const hosted = await givenHosted(id, { email: 'both@host.example' })
    expect((await admin('event', 'host-link', hosted.id)).code).toBe(2)
    expect((await admin('event', 'host-link', hosted.id, '--send', '--revoke')).code).toBe(2)
    expect((await admin('event', 'host-link', '00000000-0000-4000-8000-000000000001', '--send')).code).toBe(1)
  })

  it('is sent and revoked on the page that edits the event, and the log says so', async () => {
    const { id } = await givenHosting({ 'service:hosting': 'open' })
    const hosted = await givenHosted(id, { email: 'interface@host.example' })
    const organizer: Browser = await signedInAs(demo.group.organizer)
    const path = `/manage/events/${hosted.id}`
    expect((await organizer.open(`${path}/edit`)).html).toContain('host-link/send')
    expect((await organizer.send(`${path}/host-link/revoke`)).status).toBe(303)
    expect((await page(hosted.link)).status).toBe(404)
    expect((await organizer.send(`${path}/host-link/send`)).status).toBe(303)
    await mailTo('interface@host.example', 'host-approved')
    const member = await signedInAs(demo.group.member)
    expect((await member.send(`${path}/host-link/send`)).status).toBe(403)
  })
})

it('the command sets hosting of a campaign, and says what is wrong', async () => {
  const { id, path } = await givenHosting({ 'service:hosting': 'off' })
  const set = await admin(
    'event-campaign',
    'update',
    id,
    '--hosting',
    'reviewed',
    '--hosting-from',
    '2031-01-10',
    '--hosting-until',
    '2031-01-20',
    '--hosting-contacts',
    'on',
    '--json',
  )
  expect(set).toMatchObject({ code: 0, json: { hosting: 'reviewed', hosting_contacts: true } })
  expect((await get(path)).body).toMatchObject({
    'service:hosting': 'reviewed',
    'service:hosting_from': '2031-01-10',
    'service:hosting_until': '2031-01-20',
    'service:hosting_contacts': true,
  })
  expect((await admin('event-campaign', 'update', id, '--hosting', 'perhaps')).code).toBe(1)
})

it('the import takes over hosts, reviews, changes that wait, trust and tentative events from another installation', async () => {
  const { id } = await givenHosting()
  const waits = await givenHosted(id, { email: 'waits@moves.example', title: 'Waits' })
  const changed = await givenHosted(id, { email: 'changed@moves.example', title: 'Changed' })
  await put(pathOf(changed), { 'service:review': { state: 'approved', note: 'Welcome' } })
  await edit(changed.link, { title: 'Changed', start: '2031-01-17T10:00', end: '' })
  const host = (await get(pathOf(waits))).body
  const person = (host._links['osdi:creator'].href as string).split('/').at(-1) as string
  await trustHost(
    openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint }),
    id,
    person,
    new Date(),
  )
  const file = join(folder, 'group.ndjson')
  expect(await admin('export', '--group', demo.group.id, '--out', file)).toMatchObject({ code: 0 })

  const other = await freshAdmin()
  expect(await other.admin('import', '--in', file)).toMatchObject({ code: 0 })
  const there = openTable({ tableName: other.tableName, dynamodbEndpoint: other.endpoint })
  const { events, total } = await waitingForReview(there, id, 10)
  expect([total, events.map(({ title }) => title).sort()]).toEqual([2, ['Changed', 'Waits']])
  const events2 = eventStore(there)
  const [one, two] = [await events2.look(waits.id), await events2.look(changed.id)]
  expect(one).toMatchObject({
    status: 'tentative',
    review: { state: 'waiting' },
    host_link: { generation: 1 },
  })
  expect(two).toMatchObject({ review: { state: 'waiting', change: { start_date: '2031-01-17T10:00:00' } } })
  expect(two?.status).toBeUndefined()
  expect((await eventsOfHosts(there, id)).map(({ event }) => event).sort()).toEqual([waits.id, changed.id].sort())
  expect(await isTrustedHost(there, id, person)).toBe(true)
})
