import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan } from '../../lib/table/scan.js'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { ownerStore } from '../../lib/app/access.js'
import { keyOf, openTable } from '../../lib/table/table.js'
import { setWordings, findWordings } from '../../lib/mail/store/mail-wordings.js'
import { putIfAbsent } from '../../lib/table/transaction.js'
import { updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { getOne } from '../../lib/table/reads.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import {
  address,
  assignPending,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  service,
  table,
} from '../support/service.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { type Answer, adminOf, freshAdmin } from './admin.js'

/* Everything of the demo's owners, and a crowd, is moved into a second table, which must then be the same service. */

type Admin = (...args: string[]) => Promise<Answer>

const GROUP = ['--group', demo.group.id]
const OWNERS = { group: GROUP, other: ['--group', demo.other_group.id], account: ['--account', ''] }
const admin: Admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const folder = await mkdtemp(join(tmpdir(), 'turnout-export-'))
const fileOf = (name: string) => join(folder, `${name}.ndjson`)
const linesOf = async (path: string) => (await readFile(path, 'utf8')).trimEnd().split('\n')

let hot: Awaited<ReturnType<typeof givenEvent>>
let controlled: Awaited<ReturnType<typeof givenInterfaceEvent>>

beforeAll(async () => {
  OWNERS.account[1] = (await admin('account', 'list', '--json')).json[0].id
  await givenCrowd()
  await givenWordings()
  await givenAddresses()
  await givenControl()
  for (const [name, owner] of Object.entries(OWNERS))
    expect(await admin('export', ...owner, '--out', fileOf(name))).toMatchObject({ code: 0, err: '' })
})

afterAll(() => rm(folder, { recursive: true }))

const helper = (address: string, fields: object = {}) => ({
  person: { given_name: 'Ana', email_addresses: [{ address }], ...fields },
})

const WORDED = { subject: 'See you: {event}' }
let worded: string

/** The group words its emails, and those of one event. */
/** An event with three readable addresses, of which it has two no longer, and a group with two. */
async function givenAddresses() {
  const { id } = await givenInterfaceEvent({ title: 'March on' })
  const owner = `group:${demo.group.id}` as const
  const dependencies = eventDependencies(service)
  for (const slug of ['', 'march-on-2', 'march-on-3']) await updateInterfaceEvent(owner, id, { slug }, dependencies)
  for (const slug of ['our-group', 'our-group-2']) await ownerStore(table).changeSettings(owner, { slug })
}

const CONTACT = { name: 'Erika Ort', email_address: 'erika@control.example', public: true }

/** An event with all that only its organizer sets, one who asks to come, and one who was declined. */
async function givenControl() {
  controlled = await givenInterfaceEvent({
    title: 'Controlled',
    start_date: { wallClock: '2031-05-01T18:00:00' },
    visibility: 'private',
    approval: true,
    rsvps_open: '2026-01-01T09:00:00',
    rsvps_close: '2031-04-30T09:00:00',
    list_to: 'venue@control.example',
    emails: [{ when: 120, to: 'coming', text: 'Soon' }],
    contact: CONTACT,
    kind: 'meeting',
    accessibility: { step_free: 'yes', notes: 'Ring twice' },
    consent_text: 'We keep this.',
  })
  await rsvpSettings({ rsvps_per_network: 1_000 })
  for (const name of ['asks', 'declined']) await submit(controlled.id, { email: `${name}@control.example` })
  const { body } = await get(`${controlled.path}/attendances`)
  const [asked] = body._embedded['osdi:attendances']
  const decision = { 'service:request': { state: 'declined', note: 'No room' } }
  expect((await put(new URL(asked._links.self.href).pathname, decision)).status).toBe(200)
}

async function givenWordings() {
  const made = await admin('event', 'create', ...GROUP, '--title', 'Worded', '--origin-system', 'Test', '--json')
  worded = made.json.id
  await setWordings(table, `group:${demo.group.id}`, 'reminder', { is_sent: false })
  await setWordings(table, worded, 'confirmation', WORDED)
}

async function givenCrowd() {
  const calm = await givenEvent({ identifiers: ['crowd:calm'], description: 'One line\u2028and another' })
  await put(calm.path, { title: 'Changed', start_date: '2027-05-01T18:00' })
  const tag = await post('/api/v2/tags', { name: 'Volunteer', origin_system: 'Test' })
  expect(tag.status).toBe(200)
  for (let i = 0; i < 3; i++)
    await post(`${calm.path}/attendances`, {
      ...helper(`calm-${i}@example.org`, { identifiers: [`crowd:person-${i}`] }),
      identifiers: [`crowd:rsvp-${i}`],
      add_tags: ['Volunteer'],
    })
  // Members that came while the list was hot, before and after the border of a block.
  hot = await givenEvent({
    _links: { 'osdi:creator': { href: `https://events.example.org/api/v2/people/${demo.group.organizer}` } },
  })
  markContended(table, lists.attendancesOf(hot.id))
  markContended(table, lists.peopleOf(`group:${demo.group.id}`))
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => post(`${hot.path}/attendances`, helper(`hot-${i}@example.org`))),
  )
  await admin('person', 'block', ...GROUP, '--email', 'refused@example.org', '--reason', 'Threats')
  await assignPending()
  const limited = (
    await admin(
      'event',
      'create',
      ...GROUP,
      '--title',
      'Small',
      '--origin-system',
      'Test',
      '--capacity',
      '30',
      '--json',
    )
  ).json
  await admin('event', 'team-link', limited.id, '--rights', 'door')
  for (let i = 0; i < 2; i++) {
    const { body } = await post(`/api/v2/events/${limited.id}/attendances`, helper(`calm-${i}@example.org`))
    if (i > 0) await put(new URL(body._links.self.href).pathname, { status: 'declined' })
  }
  await post(`/api/v2/event_campaigns/${demo.event_campaign.id}/events`, {
    title: 'In a campaign',
    origin_system: 'Test',
  })
  const query = await post('/api/v2/targeting/queries', {
    title: 'People who came',
    include: [calm.id],
    status: ['attended', 'declined'],
  })
  expect(query.status).toBe(200)
}

/** The service of this file, for a while on another table. */
async function on<Result>(tableName: string, work: () => Promise<Result>): Promise<Result> {
  table.name = tableName
  try {
    return await work()
  } finally {
    table.name = address.tableName
  }
}

/**
 * Returns the counts of the audit, and of the items of a table without those that expire (results and remembered
 * answers), without seats, which are taken at random, sources, which are counted when they are asked for, and without
 * the keys of links, which each table has of its own.
 */
async function counted(of: Admin, tableName?: string) {
  const { code, json } = await of('audit', '--json')
  expect(code, JSON.stringify(json)).toBe(0)
  const { identifiers, lists, members, pending } = json
  if (tableName === undefined) return { identifiers, lists, members, pending }
  let items = 0
  for await (const page of scan(openTable({ tableName, dynamodbEndpoint: address.endpoint })))
    items += page.filter(
      ({ pk, expires }) => expires === undefined && !/^(seats|event_mail|sources)#/.test(pk) && pk !== 'link_keys',
    ).length
  return { identifiers, lists, members, pending, items }
}

describe('export and import', () => {
  it('make a second table that passes the same audit and answers the same on every page', async () => {
    const target = await freshAdmin()
    for (const name of Object.keys(OWNERS))
      expect(await target.admin('import', '--in', fileOf(name))).toMatchObject({ code: 0, err: '' })
    expect(await counted(target.admin, target.tableName)).toEqual(await counted(admin, address.tableName))
    expect(
      await findWordings(
        openTable({ tableName: target.tableName, dynamodbEndpoint: address.endpoint }),
        `group:${demo.group.id}`,
      ),
    ).toEqual({ reminder: { is_sent: false } })
    expect(
      await findWordings(openTable({ tableName: target.tableName, dynamodbEndpoint: address.endpoint }), worded),
    ).toEqual({ confirmation: WORDED })

    const paths = [
      '/api/v2/events?per_page=2',
      '/api/v2/people?per_page=20',
      '/api/v2/people?per_page=20&page=2',
      '/api/v2/event_campaigns',
      `/api/v2/event_campaigns/${demo.event_campaign.id}/events`,
      '/api/v2/tags',
      '/api/v2/lists',
      `/api/v2/lists/${demo.group.organizer}/items?per_page=50`,
      `${hot.path}/attendances?per_page=25`,
      `${hot.path}/attendances?per_page=25&page=2`,
      controlled.path,
      `${controlled.path}/attendances`,
      `/api/v2/events?filter=${encodeURIComponent("identifier eq 'crowd:calm'")}`,
      `/api/v2/events?filter=${encodeURIComponent("modified_date gt '2020-01-01T00:00:00Z'")}`,
      '/api/v1/events',
      '/api/v2/targeting/actions',
      '/api/v2/calendar.ics',
    ]
    for (const path of paths) {
      const before = await get(path)
      expect(before.status, path).toBe(200)
      const after = await on(target.tableName, () => get(path))
      expect(after.body ?? after.text, path).toEqual(before.body ?? before.text)
    }
  })

  it('go on where they were stopped, and change nothing the second time', async () => {
    const target = await freshAdmin()
    const lines = await linesOf(fileOf('group'))
    const half = lines.slice(1, Math.floor(lines.length / 2))
    const counts: Record<string, number> = {}
    for (const line of half) counts[JSON.parse(line).type] = (counts[JSON.parse(line).type] ?? 0) + 1
    await writeFile(fileOf('half'), [lines[0], ...half, JSON.stringify({ type: 'end', counts })].join('\n'))
    expect((await target.admin('import', '--in', fileOf('half'))).code).toBe(0)

    const rest = (await target.admin('import', '--in', fileOf('group'), '--json')).json
    expect(rest).toMatchObject({ there: half.length, written: lines.length - 2 - half.length, refused: 0 })
    const again = await target.admin('import', '--in', fileOf('group'), '--json')
    expect(again).toMatchObject({ code: 0, json: { written: 0, there: lines.length - 2, refused: 0 } })
    await counted(target.admin)
  })

  it('keep a waiting list: who waits has the same place, and is promoted there', async () => {
    const fields = ['--title', 'Full', '--origin-system', 'Test', '--capacity', '1', '--waitlist', 'on']
    const event = (await admin('event', 'create', ...GROUP, ...fields, '--json')).json
    const paths: string[] = []
    for (const name of ['first', 'second', 'third']) {
      const reply = await post(`/api/v2/events/${event.id}/attendances`, helper(`${name}@wait.example`))
      paths.push(new URL(reply.body._links.self.href).pathname)
    }
    await admin('export', ...GROUP, '--out', fileOf('waiting'))
    const target = await freshAdmin()
    expect(await target.admin('import', '--in', fileOf('waiting'))).toMatchObject({ code: 0, err: '' })
    expect((await target.admin('audit')).code).toBe(0)
    const statuses = () =>
      Promise.all(
        paths.map(async (path) => {
          const { status, 'service:waitlist_position': position } = (await get(path)).body
          return position === undefined ? status : `${status} ${position}`
        }),
      )
    await on(target.tableName, async () => {
      expect(await statuses()).toEqual(['accepted', 'tentative 1', 'tentative 2'])
      await put(paths[0] as string, { status: 'declined' })
      expect(await statuses()).toEqual(['declined', 'accepted', 'tentative 1'])
    })
    expect((await target.admin('audit')).code).toBe(0)
  })

  it('keep the contacts of events: the erasure of a person takes them out there, too', async () => {
    const { body } = await post('/api/v2/people', {
      person: { email_addresses: [{ address: CONTACT.email_address }] },
    })
    await admin('export', ...GROUP, '--out', fileOf('contacts'))
    const target = await freshAdmin()
    expect(await target.admin('import', '--in', fileOf('contacts'))).toMatchObject({ code: 0, err: '' })
    const contact = async () => (await get(controlled.path)).body['service:contact']
    expect(await on(target.tableName, contact)).toEqual(CONTACT)
    expect((await target.admin('person', 'erase', (body.identifiers[0] as string).split(':')[1] ?? '')).code).toBe(0)
    expect(await on(target.tableName, contact)).toBeUndefined()
  })

  it('keep who is blocked, also whom the data names no more: a block refuses and is lifted there', async () => {
    const block = (run: Admin, act: 'block' | 'unblock', email: string) =>
      run('person', act, ...GROUP, '--email', email)
    const [known, erased] = ['known@blocks.example', 'erased@blocks.example']
    for (const email of [known, erased]) expect((await block(admin, 'block', email)).code).toBe(0)
    const gone = await post('/api/v2/people', { person: { email_addresses: [{ address: 'gone@blocks.example' }] } })
    await block(admin, 'block', 'gone@blocks.example')
    expect((await admin('person', 'erase', idOf(gone))).code).toBe(0)
    const event = (await admin('event', 'create', ...GROUP, '--title', 'Moves', '--origin-system', 'T', '--json')).json
    // A process remembers for a minute what it knows of a key: this one is new.
    const { key } = (await admin('key', 'create', ...GROUP, '--json')).json as { key: string }
    await admin('export', ...GROUP, '--out', fileOf('blocks'))
    const target = await freshAdmin()
    expect(await target.admin('import', '--in', fileOf('blocks'))).toMatchObject({ code: 0, err: '' })
    await on(target.tableName, async () => {
      const come = async (email: string) => {
        const { status } = await post(`/api/v2/events/${event.id}/attendances`, helper(email), { key })
        return status
      }
      expect(await Promise.all([known, 'gone@blocks.example', 'free@blocks.example'].map(come))).toEqual([
        409, 409, 200,
      ])
    })
    expect((await block(target.admin, 'unblock', erased)).code).toBe(0)
    await on(target.tableName, async () => {
      const { status } = await post(`/api/v2/events/${event.id}/attendances`, helper(erased), { key })
      expect(status).toBe(200)
    })
    expect((await target.admin('audit')).code).toBe(0)
  })

  it('change nothing in the table that they came from', async () => {
    const before = await counted(admin)
    const { json } = await admin('import', '--in', fileOf('group'), '--json')
    expect(json).toMatchObject({ written: 0, refused: 0 })
    expect(await counted(admin)).toEqual(before)
  })

  it('report identifiers that another owner holds there, and keep lists whole without them', async () => {
    const target = await freshAdmin()
    await target.admin('import', '--in', fileOf('other'))
    await on(target.tableName, () => givenEvent({ identifiers: ['crowd:calm'] }, { key: demo.other_group.key }))
    const moved = await target.admin('import', '--in', fileOf('group'), '--json')
    expect(moved.code).toBe(1)
    expect(moved.json.refusals).toEqual([
      { line: expect.any(Number), refusal: expect.stringContaining('without the identifier "crowd:calm"') },
    ])
    const again = await target.admin('import', '--in', fileOf('group'), '--json')
    expect(again).toMatchObject({ code: 1, json: { written: 0, refused: 1 } })
    await counted(target.admin)
  })

  it('keep readable addresses, and report those that another event has there', async () => {
    const target = await freshAdmin()
    const there = openTable({ tableName: target.tableName, dynamodbEndpoint: target.endpoint })
    await putIfAbsent(there, keyOf.slug('event', 'march-on'), { slug: 'march-on', holder: 'x' })
    await putIfAbsent(there, keyOf.slug('event', 'march-on-3'), { slug: 'march-on-3', holder: 'x' })
    const { code, json } = await target.admin('import', '--in', fileOf('group'), '--json')
    expect(code).toBe(1)
    expect(json.refusals.map(({ refusal }: { refusal: string }) => /"(march[^"]*)"/.exec(refusal)?.[1])).toEqual([
      'march-on-3',
      'march-on',
    ])
    const kept = (await getOne(there, keyOf.slug('event', 'march-on-2')))?.['holder'] as string
    const event = await getOne(there, keyOf.event(kept))
    expect(event).toMatchObject({ title: 'March on', former_slugs: ['march-on-2'] })
    expect(event).not.toHaveProperty('slug')
    for (const slug of ['our-group', 'our-group-2'])
      expect((await getOne(there, keyOf.slug('group', slug)))?.['holder']).toBe(demo.group.id)
    expect(await ownerStore(there).findGroup(demo.group.id)).toMatchObject({
      slug: 'our-group-2',
      former_slugs: ['our-group'],
    })
  })

  it('report an email that another person has got there meanwhile', async () => {
    const target = await freshAdmin()
    const there = openTable({ tableName: target.tableName, dynamodbEndpoint: target.endpoint })
    await putIfAbsent(there, keyOf.contact(`group:${demo.group.id}`, 'email', 'calm-0@example.org'), {
      person: 'x',
    })
    const { code, json } = await target.admin('import', '--in', fileOf('group'), '--json')
    expect({ code, refusals: json.refusals }).toEqual({
      code: 1,
      refusals: [{ line: expect.any(Number), refusal: expect.stringContaining('came without its email') }],
    })
  })

  it('leave a list alone that has members of its own there', async () => {
    const target = await freshAdmin()
    await target.admin('import', '--in', fileOf('group'))
    const lines = await linesOf(fileOf('group'))
    const later = [
      { ...JSON.parse(lines[0] as string), id: 'another' },
      ...lines.slice(1).map((each) => JSON.parse(each)),
    ]
    const person = later.findLastIndex(({ type }) => type === 'person')
    const id = '00000000-0000-4000-8000-000000000001'
    later[person] = { ...later[person], value: { ...later[person].value, id, identifiers: [] } }
    await writeFile(fileOf('later'), later.map((each) => JSON.stringify(each)).join('\n'))
    const { code, json } = await target.admin('import', '--in', fileOf('later'), '--json')
    expect(code).toBe(1)
    expect(json).toMatchObject({ written: 0, refused: 1 })
    expect(json.refusals[0].line).toBe(person + 1)
    await counted(target.admin)
  })
})

describe('an export that names what is not its owner’s', () => {
  const OTHER = `group:${demo.other_group.id}`
  const NAMED = '00000000-0000-4000-8000-000000000009'
  const member = (type: string, list: string, value: object) => ({ type, list, ordinal: 1, value })

  /** The export of the other group, with further records before all others. */
  const forged = async (...records: object[]) => {
    const [first = '', ...lines] = await linesOf(fileOf('other'))
    const end = JSON.parse(lines.pop() as string) as { counts: Record<string, number> }
    for (const { type } of records as { type: string }[]) end.counts[type] = (end.counts[type] ?? 0) + 1
    const all = [first, ...records.map((each) => JSON.stringify(each)), ...lines, JSON.stringify(end)]
    await writeFile(fileOf('forged'), all.join('\n'))
    return fileOf('forged')
  }

  it.each([
    [
      { type: 'member', value: { group: demo.group.id, person: NAMED, role: 'creator' } },
      `belongs to "group:${demo.group.id}"`,
    ],
    [
      { type: 'group', value: { id: demo.group.id, title: 'x', creator: NAMED } },
      `belongs to "group:${demo.group.id}"`,
    ],
    [{ type: 'account', value: { id: NAMED, person: NAMED } }, `belongs to "account:${NAMED}"`],
    [
      { type: 'list', name: `people of group:${demo.group.id}`, length: 1 },
      `is of the list "people of group:${demo.group.id}", which is none of this owner`,
    ],
    [
      { type: 'run', list: 'groups', first: 1, members: [NAMED] },
      'is of the list "groups", which is none of this owner',
    ],
    [
      member('attendance', `attendances of event:${NAMED}`, {
        id: NAMED,
        event: demo.group.id,
        person: NAMED,
        identifiers: [],
      }),
      `cannot be in the list "attendances of event:${NAMED}"`,
    ],
    [
      member('list_item', `people of ${OTHER}`, { list: NAMED, person: NAMED }),
      `cannot be in the list "people of ${OTHER}"`,
    ],
    [member('action', `events of ${OTHER}`, { event: NAMED }), `cannot be in the list "events of ${OTHER}"`],
  ])('is refused before anything is written: %j', async (record, fault) => {
    const target = await freshAdmin()
    const { code, err } = await target.admin('import', '--in', await forged(record))
    expect({ code, err }).toEqual({ code: 1, err: `Nothing was imported. Line 2 ${fault}.\n` })
  })

  it('does not touch resources of another owner there: an event, its attendances and a tag’s people', async () => {
    const target = await freshAdmin()
    await target.admin('import', '--in', fileOf('group'))
    const event = await on(target.tableName, () => givenEvent())
    const tag = new URL((await get('/api/v2/tags')).body._embedded['osdi:tags'][0]._links.self.href).pathname
    const taggings = () => on(target.tableName, () => get(`${tag}/taggings`))
    const before = (await taggings()).body
    const list = `attendances of event:${event.id}`
    const actions = `actions of ${OTHER}`
    const path = await forged(
      { type: 'list', name: list, length: 1 },
      member('attendance', list, { id: NAMED, event: event.id, person: NAMED, identifiers: [] }),
      { type: 'list', name: actions, length: 1 },
      member('action', actions, { event: event.id }),
      { type: 'tagging', value: { id: NAMED, tag: tag.split('/').at(-1), person: NAMED } },
    )
    const { code, json } = await target.admin('import', '--in', path, '--json')
    expect(code).toBe(1)
    expect(json.refusals.map(({ line }: { line: number }) => line)).toEqual([2, 3, 5, 6])
    expect((await on(target.tableName, () => get(event.path))).body.total_accepted).toBe(0)
    expect((await taggings()).body).toEqual(before)
  })
})

describe('a file', () => {
  const given = async (change: (lines: string[]) => string[]) => {
    await writeFile(fileOf('broken'), change(await linesOf(fileOf('other'))).join('\n'))
    const target = await freshAdmin()
    const answer = await target.admin('import', '--in', fileOf('broken'))
    expect((await target.admin('audit', '--json')).json.items).toBe(0)
    return answer
  }

  it('that was cut off is refused before anything is written', async () => {
    const { code, err } = await given((lines) => lines.slice(0, -2))
    expect(code).toBe(1)
    expect(err).toMatch(/^Nothing was imported\. The file is cut off after line \d+/)
  })

  it('that lost a line in the middle is refused', async () => {
    const { err } = await given((lines) => lines.filter((_, i) => i !== 2))
    expect(err).toMatch(/Nothing was imported\. The file has \d+ records of the type \w+, and counts \d+\./)
  })

  it('with wrong lines is refused with the number of each', async () => {
    const { code, err } = await given((lines) => [
      lines[0] as string,
      '{"type": "person", "list": "people of x", "ordinal": 1, "value": {"id": "x"}}',
      '{"type": "ghost"}',
      '{',
      ...lines.slice(1),
    ])
    expect(code).toBe(1)
    expect(err).toContain('Line 2 lacks owner in its value.')
    expect(err).toContain('Line 3 has the type "ghost", which there is not.')
    expect(err).toContain('Line 4 is not JSON.')
  })

  it('of anything else is refused, and so is one of another prefix', async () => {
    expect((await given((lines) => lines.slice(1))).err).toContain('Line 1 does not say that this is an export.')
    const other = await given(([first = '', ...rest]) => [first.replace('"service"', '"river"'), ...rest])
    expect(other.err).toContain('prefix "river"')
  })

  it('is never written over', async () => {
    expect(await admin('export', ...GROUP, '--out', fileOf('group'))).toMatchObject({
      code: 1,
      err: `The file ${fileOf('group')} exists already and is not overwritten.\n`,
    })
  })
})

it('an export writes nothing while a member of a list is pending', async () => {
  markContended(table, lists.attendancesOf(hot.id))
  const reply = await post(`${hot.path}/attendances`, helper('late@example.org'))
  expect(idOf(reply)).toBeTruthy()
  const { code, err } = await admin('export', ...GROUP, '--out', fileOf('rush'))
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining('Some members of lists are still pending'),
  })
})
