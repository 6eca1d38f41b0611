import { describe, expect, it } from 'vitest'
import { enteredPerson } from '../../lib/people/person.js'
import { ownerStore } from '../../lib/app/access.js'
import type { SignedIn } from '../../lib/sign-in/sign-in.js'
import {
  beginSession,
  createLink,
  accessOfAddress,
  findSession,
  isUsableLink,
} from '../../lib/sign-in/store/sign-in-store.js'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { scan } from '../../lib/table/scan.js'
import { openTable } from '../../lib/table/table.js'
import { address, demo, get, givenEvent, post, put, assignPending, table } from '../support/service.js'
import { adminOf } from './admin.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const erase = async (id: string) => (await admin('person', 'erase', id, '--json')).json

/** Returns the content of the table, without items that expire within a day or a month. */
async function kept(): Promise<string> {
  const stored = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
  const items: unknown[] = []
  for await (const page of scan(stored)) items.push(...page.filter(({ expires }) => expires === undefined))
  return JSON.stringify(items)
}

const audited = async () => (await admin('audit', '--json')).json.violations

const rsvp = (name: string, more: object = {}) => ({
  person: {
    given_name: name,
    family_name: 'Secret',
    email_addresses: [{ address: `${name}@secret.example` }],
    ...more,
  },
})

const attend = async (event: { path: string }, name: string, more: object = {}, besides: object = {}) => {
  const reply = await post(`${event.path}/attendances`, { ...rsvp(name, more), ...besides })
  expect(reply.status, reply.text).toBe(200)
  return reply.body['service:person_id'] as string
}

it('an erasure removes all personal data of a person, and keeps every count', async () => {
  await post('/api/v2/tags', { name: 'Volunteer', origin_system: 'Test' })
  const organizer = { href: `https://events.example.org/api/v2/people/${demo.group.organizer}` }
  const event = await givenEvent({ _links: { 'osdi:creator': organizer } })
  const everything = {
    phone_numbers: [{ number: '12025550177' }],
    postal_addresses: [{ address_lines: ['1 Secret Street'], postal_code: '62701' }],
    languages_spoken: ['secretish'],
    custom_fields: { diet: 'secret' },
    identifiers: ['secret:person-1'],
  }
  const id = await attend(event, 'mona', everything, {
    identifiers: ['secret:rsvp-1'],
    origin_system: 'Secret CRM',
    add_tags: ['Volunteer'],
    'service:referrer_data': { source: 'secret', referrer: 'secret friend' },
  })
  await attend(event, 'other', {})
  const query = await post('/api/v2/targeting/queries', { title: 'Those', include: [event.id] })
  expect(query.status).toBe(200)
  const people = (await get('/api/v2/people')).body.total_records
  expect(await kept()).toMatch(/mona@secret/)

  expect(await erase(id)).toMatchObject({ id, attendances: 1, taggings: 1 })

  const after = (await kept()).replaceAll(/other@secret\.example|"family_name":"Secret"/g, '')
  for (const secret of ['mona', 'secret', 'Secret', '12025550177']) expect(after).not.toContain(secret)
  const { body: person } = await get(`/api/v2/people/${id}`)
  expect(person).toEqual({
    identifiers: [`service:${id}`],
    created_date: expect.any(String),
    modified_date: expect.any(String),
    'service:erased_date': expect.any(String),
    email_addresses: [],
    phone_numbers: [],
    postal_addresses: [],
    languages_spoken: [],
    custom_fields: {},
    _links: expect.any(Object),
  })
  expect((await get(`/api/v1/people/${id}`)).body['service:erased_at']).toBe(person['service:erased_date'])
  expect((await get('/api/v2/people')).body.total_records).toBe(people)
  expect((await get(event.path)).body.total_accepted).toBe(2)
  const attendances = (await get(`${event.path}/attendances`)).body
  expect(attendances.total_records).toBe(2)
  expect(attendances._embedded['osdi:attendances'][1]).toMatchObject({
    'service:person_id': id,
    identifiers: [expect.stringMatching(/^service:/)],
    'service:referrer_data': { source: 'none', website: 'api' },
  })
  expect((await get(`/api/v2/lists/${demo.group.organizer}/items`)).body.total_records).toBe(2)
  const found = (await get(`${query.body._links.self.href.replace('https://events.example.org', '')}/people`)).body
  expect(JSON.stringify(found)).not.toContain(id)
  expect(await audited()).toEqual([])
})

it('an erasure happens once, and names a person who does not exist', async () => {
  const event = await givenEvent()
  const id = await attend(event, 'twice', {}, { identifiers: ['secret:twice'] })
  const first = await erase(id)
  expect(await erase(id)).toEqual({ ...first, attendances: 0, taggings: 0 })
  expect(await admin('person', 'erase', '00000000-0000-4000-8000-000000000000')).toMatchObject({
    code: 1,
    err: 'There is no person with the id 00000000-0000-4000-8000-000000000000.\n',
  })
})

it('an erasure includes members of contended lists, and more identifiers than one transaction releases', async () => {
  const event = await givenEvent()
  const id = await attend(event, 'many', {})
  const attendance = (await get(`/api/v2/people/${id}/attendances`)).body._embedded['osdi:attendances'][0]
  const attendancePath = `${event.path}/attendances/${attendance.identifiers[0].split(':')[1]}`
  for (let i = 0; i < 3; i++) {
    const numbers = Array.from({ length: 50 }, (_, j) => 50 * i + j)
    await put(`/api/v2/people/${id}`, { identifiers: numbers.map((n) => `secret:many-${n}`) })
    await put(attendancePath, { identifiers: numbers.map((n) => `secret:many-rsvp-${n}`) })
  }
  expect((await get(attendancePath)).body.identifiers).toHaveLength(151)
  markContended(table, lists.attendancesOf(event.id), 60_000)
  markContended(table, lists.peopleOf(`group:${demo.group.id}`), 60_000)
  const hot = await attend(event, 'hot')
  await assignPending()
  await erase(id)
  await erase(hot)
  expect(await kept()).not.toMatch(/secret:many|hot@secret/)
  expect((await get(event.path)).body.total_accepted).toBe(2)
  expect(await audited()).toEqual([])
})

it('an erasure frees the contacts for a new person, who does not match the erased one', async () => {
  const event = await givenEvent()
  const id = await attend(event, 'again', { identifiers: ['secret:again'] })
  await erase(id)
  const { status, body } = await put(`/api/v2/people/${id}`, { given_name: 'Back' })
  expect({ status, code: body['osdi:error'].resource_status[0].error_descriptions[0].error_code }).toEqual({
    status: 409,
    code: 'person_erased',
  })
  const plain = { _links: { 'osdi:person': { href: `https://events.example.org/api/v2/people/${id}` } } }
  expect((await post(`${(await givenEvent()).path}/attendances`, plain)).status).toBe(400)

  const anew = await attend(event, 'again', { identifiers: ['secret:again'] })
  expect(anew).not.toBe(id)
  expect((await get(`/api/v2/people/${anew}`)).body.identifiers).toContain('secret:again')
  expect((await get(event.path)).body.total_accepted).toBe(2)
  expect(await audited()).toEqual([])
})

describe('a person with a role', () => {
  const owners = ownerStore(table)
  const { group } = demo
  const newMember = async (email: string, role: 'organizer' | 'administrator' = 'organizer') => {
    const person = enteredPerson(
      { id: crypto.randomUUID(), owner: `group:${group.id}`, given_name: 'Rona', email },
      new Date(),
    )
    return owners.addMember(group.id, person, role)
  }
  const session = async (email: string) => {
    const signedIn = await beginSession(table, (await createLink(table, email, new Date())).secret, new Date())
    return (signedIn as SignedIn).session
  }
  const refusal = (why: string) => ({ code: 1, err: expect.stringContaining(why) })

  it('is not erased, and with --end-access signs in nowhere any more', async () => {
    const email = 'rona@secret.example'
    const id = await newMember(email)
    const [open, link] = [await session(email), (await createLink(table, email, new Date())).secret]
    expect(await admin('person', 'erase', id)).toMatchObject(refusal('has a role in the group'))
    expect((await get(`/api/v2/people/${id}`)).body.given_name).toBe('Rona')

    for (const _ of [1, 2]) expect((await admin('person', 'erase', id, '--end-access')).code).toBe(0)
    expect(await owners.findRole(group.id, id)).toBeUndefined()
    expect(await accessOfAddress(table, email)).toEqual([])
    expect(await findSession(table, open, new Date())).toBeUndefined()
    expect(await isUsableLink(table, link, new Date())).toBe(false)
    expect(await kept()).not.toContain(email)
    expect(await audited()).toEqual([])
  })

  it('is not erased as the creator of a group, until the group is handed over', async () => {
    const { creator } = group
    for (const more of [[], ['--end-access']])
      expect(await admin('person', 'erase', creator, ...more)).toMatchObject({ code: 1 })
    expect(await admin('person', 'erase', creator, '--end-access')).toMatchObject(refusal('hand the group over'))
    expect((await get(`/api/v2/people/${creator}`)).body.given_name).toBe('Maya')

    const next = await newMember('next@secret.example', 'administrator')
    for (const _ of [1, 2])
      expect((await admin('group', 'hand-over', group.id, '--to', next, '--json')).json).toMatchObject({
        creator: next,
      })
    expect(await owners.findRole(group.id, next)).toBe('creator')
    expect(await owners.findRole(group.id, creator)).toBe('administrator')
    expect((await admin('group', 'hand-over', group.id, '--to', demo.other_group.creator)).code).toBe(1)
    await admin('group', 'hand-over', group.id, '--to', creator)
    expect(await owners.findRole(group.id, next)).toBe('administrator')
    expect(await audited()).toEqual([])
  })

  it('is erased as the person of an account, whose data stays', async () => {
    const { person } = demo.individual
    expect(await admin('person', 'erase', person)).toMatchObject(refusal('has a role'))
    const email = 'joan.castellano@example.org'
    const open = await session(email)
    expect((await admin('person', 'erase', person, '--end-access')).code).toBe(0)
    expect(await accessOfAddress(table, email)).toEqual([])
    expect(await findSession(table, open, new Date())).toBeUndefined()
    expect(await kept()).not.toContain(email)
    expect(await audited()).toEqual([])
  })

  it('is never one who was erased at the moment at which the role was given', async () => {
    const event = await givenEvent()
    for (let i = 0; i < 8; i++) {
      const id = await attend(event, `given-${i}`)
      const [, erased] = await Promise.all([
        newMember(`given-${i}@secret.example`),
        admin('person', 'erase', id, '--json'),
      ])
      const hasRole = (await owners.findRole(group.id, id)) !== undefined
      const isErased = (await owners.people([id]))[0]?.erased_date !== undefined
      expect([hasRole, isErased]).not.toEqual([true, true])
      expect(erased.code === 0).toBe(isErased)
    }
  })
})
