import { among } from '../../lib/resources/identifiers.js'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PutCommand } from '../../lib/table/client/commands.js'
import { type Key, type ResourceType, keyOf, openTable } from '../../lib/table/table.js'
import { address, anEvent, demo, get, givenEvent, idOf, post, put, violations } from '../support/service.js'

/*
 * Claims whose holder does not exist or does not have what is claimed, as an import leaves them that was stopped: they
 * are in no request's way.
 */

const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
const OWNER = `group:${demo.group.id}` as const
const write = (key: Key, value: object) =>
  table.client.send(new PutCommand({ TableName: table.name, Item: { ...value, ...key } }))

let names = 0
const newPhone = () => `1212555${String(1000 + ++names)}`
const newEmail = () => `orphan-${++names}@example.org`
const signup = (email: string | undefined, phone?: string) =>
  post('/api/v2/people', {
    person: {
      ...(email && { email_addresses: [{ address: email }] }),
      ...(phone && { phone_numbers: [{ number: phone }] }),
    },
  })
const claimContact = (kind: 'email' | 'phone', value: string, person: string = randomUUID()) =>
  write(keyOf.contact(OWNER, kind, value), { person })
const claimIdentifier = (type: ResourceType, id: string = randomUUID()) => {
  const identifier = `lost:${randomUUID()}`
  return write(keyOf.identifier(among(type, `group:${demo.group.id}`), identifier), {
    identifier,
    holder: `${type}:${id}`,
  }).then(() => identifier)
}

describe('a phone number that is claimed for no person', () => {
  it('goes to the person of a known email who signs up with it', async () => {
    const [email, phone] = [newEmail(), newPhone()]
    const known = await signup(email)
    await claimContact('phone', phone)
    const reply = await signup(email, phone)
    expect([reply.status, idOf(reply)]).toEqual([200, idOf(known)])
    expect(reply.body.phone_numbers[0].number).toBe(phone)
    expect(await violations()).toEqual([])
  })

  it('goes to the person who is given it', async () => {
    const phone = newPhone()
    const path = `/api/v2/people/${idOf(await signup(newEmail()))}`
    await claimContact('phone', phone)
    const reply = await put(path, { phone_numbers: [{ number: phone }] })
    expect([reply.status, reply.body.phone_numbers?.[0]?.number]).toEqual([200, phone])
    expect(await violations()).toEqual([])
  })

  it.each([
    ['nothing else', undefined],
    ['a new email', newEmail()],
  ])('goes to a new person who signs up with it and %s', async (_, email) => {
    const phone = newPhone()
    await claimContact('phone', phone)
    const reply = await signup(email, phone)
    expect([reply.status, reply.body.phone_numbers[0].number]).toEqual([200, phone])
    expect(await violations()).toEqual([])
  })

  it('goes to one of many who want it at the same time', async () => {
    const [phone, orphan] = [newPhone(), randomUUID()]
    const emails = Array.from({ length: 8 }, newEmail)
    await Promise.all(emails.slice(0, 4).map((email) => signup(email)))
    await claimContact('phone', phone, orphan)
    const replies = await Promise.all([...emails.map((email) => signup(email, phone)), signup(undefined, phone)])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const people = await Promise.all(replies.map((reply) => get(`/api/v2/people/${idOf(reply)}`)))
    const having = people.filter(({ body }) => body.phone_numbers[0]?.number === phone).map(idOf)
    expect(new Set(having).size).toBe(1)
    expect(await violations()).toEqual([])
  })
})

describe.each(['email', 'phone'] as const)('an %s that is claimed for a person who does not have it', (kind) => {
  const value = kind === 'email' ? newEmail : newPhone
  const withValue = (text: string) => (kind === 'email' ? signup(text) : signup(newEmail(), text))
  const sent = (text: string) =>
    kind === 'email' ? { email_addresses: [{ address: text }] } : { phone_numbers: [{ number: text }] }
  const have = ({ body }: { body: any }) =>
    kind === 'email' ? body.email_addresses[0]?.address : body.phone_numbers[0]?.number

  it('goes to who signs up with it', async () => {
    const other = await signup(newEmail(), newPhone())
    const text = value()
    await claimContact(kind, text, idOf(other))
    const reply = await withValue(text)
    expect([reply.status, have(reply)]).toEqual([200, text])
    expect(idOf(reply)).not.toBe(idOf(other))
    expect(await violations()).toEqual([])
  })

  it('goes to who is given it', async () => {
    const [other, person] = [await signup(newEmail()), await signup(newEmail())]
    const text = value()
    await claimContact(kind, text, idOf(other))
    const reply = await put(`/api/v2/people/${idOf(person)}`, sent(text))
    expect([reply.status, have(reply)]).toEqual([200, text])
    expect(await violations()).toEqual([])
  })

  it('stays with who has it', async () => {
    const [person, text] = [await signup(newEmail()), value()]
    const holder = await withValue(text)
    await put(`/api/v2/people/${idOf(person)}`, sent(text))
    const kept = have(await get(`/api/v2/people/${idOf(holder)}`))
    // A phone number moves, an email does not.
    expect(kept).toBe(kind === 'email' ? text : undefined)
    expect(await violations()).toEqual([])
  })
})

it('an email that is claimed for no person is left to who signs up with it: the person may be about to be written', async () => {
  const [email, orphan] = [newEmail(), randomUUID()]
  const before = newEmail()
  const path = `/api/v2/people/${idOf(await signup(before))}`
  await claimContact('email', email, orphan)
  const reply = await put(path, { email_addresses: [{ address: email }] })
  expect([reply.status, reply.body.email_addresses[0].address]).toEqual([200, before])
  expect(idOf(await signup(email))).toBe(orphan)
  expect(await violations()).toEqual([])
})

describe('an identifier that is claimed for no resource', () => {
  const collections = [
    ['event', '/api/v2/events', () => anEvent()],
    ['event_campaign', '/api/v2/event_campaigns', () => ({ title: 'C', origin_system: 'T' })],
    ['person', '/api/v2/people', () => ({ email_addresses: [{ address: newEmail() }] })],
  ] as const
  const bodyOf = (type: string, body: object) => (type === 'person' ? { person: body } : body)

  it.each(collections)('goes to a new %s', async (type, path, values) => {
    const identifier = await claimIdentifier(type)
    const body = { ...values(), identifiers: [identifier] }
    const reply = await post(path, bodyOf(type, body))
    expect([reply.status, reply.body.identifiers]).toEqual([200, [expect.any(String), identifier]])
    expect(await violations()).toEqual([])
  })

  it.each(collections)('goes to %s that is given it', async (type, path, values) => {
    const made = await post(path, bodyOf(type, values()))
    const identifier = await claimIdentifier(type)
    const reply = await put(`${path}/${idOf(made)}`, { identifiers: [identifier] })
    expect([reply.status, reply.body.identifiers]).toEqual([200, [expect.any(String), identifier]])
    expect(await violations()).toEqual([])
  })

  it('goes to an attendance, new or not', async () => {
    const { path } = await givenEvent()
    const [one, other] = [
      await claimIdentifier('attendance', `${randomUUID()}/${randomUUID()}`),
      await claimIdentifier('attendance', `${randomUUID()}/${randomUUID()}`),
    ]
    const person = { email_addresses: [{ address: newEmail() }] }
    const made = await post(`${path}/attendances`, { person, identifiers: [one] })
    expect(made.body.identifiers).toEqual([expect.any(String), one])
    const changed = await put(`${path}/attendances/${idOf(made)}`, { identifiers: [other] })
    expect(changed.body.identifiers).toEqual([expect.any(String), one, other])
    expect(await violations()).toEqual([])
  })

  it('goes to one of many', async () => {
    const identifier = await claimIdentifier('event')
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => post('/api/v2/events', anEvent({ identifiers: [identifier] }))),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(new Set(replies.map(idOf)).size).toBe(1)
    expect(await violations()).toEqual([])
  })

  it('stays with the event of another owner that has it', async () => {
    const { identifiers } = await givenEvent({ identifiers: [`theirs:${randomUUID()}`] }, { key: demo.other_group.key })
    const reply = await post('/api/v2/events', anEvent({ identifiers: [identifiers[1]] }))
    expect(reply.status).toBe(409)
    expect(await violations()).toEqual([])
  })
})
