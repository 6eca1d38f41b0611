import { randomUUID } from 'node:crypto'
import { BatchWriteCommand } from '../lib/table/client/commands.js'
import { newEvent } from '../lib/events/event.js'
import { enteredPerson } from '../lib/people/person.js'
import type { Owner } from '../lib/runtime/owner.js'
import { lists, positionAt } from '../lib/collections/numbered-list.js'
import { keyOf } from '../lib/table/table.js'
import { unknownLocation } from '../lib/locations/geocode/geocoder.js'
import type { Row } from './print-table.js'
import type { Service } from './service.js'

/** A length at which page 1,001 of 25 is full. */
const LENGTH = 25_100

/** Measures read and write units of each operation, with the budgets of the design. */
export async function measureUnits(service: Service): Promise<Row[]> {
  const { demo, gateway, table } = service
  await fill(service, `group:${demo.other_group.id}`)

  const spend = async (method: string, path: string, body?: object, key = demo.group.key) => {
    const before = { ...table.consumedCapacity }
    const answer = await gateway.handle({
      method,
      path,
      headers: { [path.startsWith('/api/v1') ? 'api-key' : 'OSDI-API-Token']: key },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.toString()}`)
    const { read, write, requests } = table.consumedCapacity
    const text = answer.body.toString()
    const document = (text.startsWith('{') ? JSON.parse(text) : {}) as { identifiers?: string[] }
    return {
      id: document.identifiers?.[0]?.split(':')[1],
      read: read - before.read,
      write: write - before.write,
      requests: requests - before.requests,
    }
  }
  const event = (identifiers: string[] = []) => ({ title: 'Rally', origin_system: 'Bench', identifiers })
  const many = demo.other_group.key
  // A process has read its keys once a minute; what follows is what every other request costs.
  await spend('GET', '/api/v2/events')
  const { id } = await spend('POST', '/api/v2/events', event())
  await spend('GET', '/api/v2/events', undefined, many)

  const rows: Row[] = []
  const row = async (
    operation: string,
    budget: { read?: number; write?: number },
    cost: Promise<{ read: number; write: number; requests: number }>,
  ) => {
    const { read, write, requests } = await cost
    const budgets = [budget.read && `${budget.read} read`, budget.write && `${budget.write} write`].filter(Boolean)
    rows.push({
      operation,
      'read units': read,
      'write units': write,
      requests,
      budget: budgets.join(', ') || '-',
      'over budget': read > (budget.read ?? Infinity) || write > (budget.write ?? Infinity),
    })
  }
  await row('GET an event', { read: 2 }, spend('GET', `/api/v2/events/${id}`))
  await row('GET page 1 of 25 small events', { read: 18 }, spend('GET', '/api/v2/events', undefined, many))
  await row(
    'GET page 1,001 of 25 small events',
    { read: 18 },
    spend('GET', '/api/v2/events?page=1001', undefined, many),
  )
  await row(
    'GET page 1 of 25 small events in version 1, with 25 creators',
    {},
    spend('GET', '/api/v1/events', undefined, many),
  )
  await row('POST an event', { write: 5 }, spend('POST', '/api/v2/events', event()))
  await row(
    'POST an event with a start date',
    {},
    spend('POST', '/api/v2/events', { ...event(), start_date: '2027-05-01' }),
  )
  await row('POST an event with 1 identifier', { write: 8 }, spend('POST', '/api/v2/events', event(['b:1'])))
  await row(
    'POST an event with 4 identifiers',
    { write: 17 },
    spend('POST', '/api/v2/events', event(['b:2', 'b:3', 'b:4', 'b:5'])),
  )
  await row('POST an event again, by its identifier', {}, spend('POST', '/api/v2/events', event(['b:1'])))
  await row(
    'POST an event into a campaign',
    {},
    spend('POST', `/api/v2/event_campaigns/${demo.event_campaign.id}/events`, event()),
  )
  await row('PUT an event', {}, spend('PUT', `/api/v2/events/${id}`, { title: 'New' }))
  await row('PUT an event once more', {}, spend('PUT', `/api/v2/events/${id}`, { title: 'Newer' }))
  await row('PUT an event, adding 1 identifier', {}, spend('PUT', `/api/v2/events/${id}`, { identifiers: ['b:6'] }))
  const attendances = `/api/v2/events/${id}/attendances`
  const known = { 'osdi:person': { href: `https://events.example.org/api/v2/people/${demo.group.member}` } }
  const helper = (address: string) => ({ person: { email_addresses: [{ address }] } })
  const first = { 'osdi:person': { href: `https://events.example.org/api/v2/people/${demo.group.creator}` } }
  await row('first RSVP of an event, which makes it selectable', {}, spend('POST', attendances, { _links: first }))
  await row('RSVP of a known person', { write: 6 }, spend('POST', attendances, { _links: known }))
  await row('RSVP of a known person, again', {}, spend('POST', attendances, { _links: known }))
  await row(
    'RSVP of a new person through the helper',
    { write: 13 },
    spend('POST', attendances, helper('new@example.org')),
  )
  const { id: another } = await spend('POST', '/api/v2/events', event())
  const elsewhere = `/api/v2/events/${another}/attendances`
  await spend('POST', elsewhere, { _links: first })
  await row(
    'RSVP of a known person through the helper',
    { write: 6 },
    spend('POST', elsewhere, helper('new@example.org')),
  )
  for (let i = 0; i < 25; i++) await spend('POST', attendances, helper(`many-${i}@example.org`))
  await row('GET a page of 25 attendances', {}, spend('GET', attendances))
  const dated = { ...event(), start_date: '2027-05-01' }
  for (let i = 1; i < 25; i++) await spend('POST', '/api/v2/events', dated)
  await row('GET a calendar of 25 events', {}, spend('GET', '/api/v2/calendar.ics'))
  await row('GET a person', {}, spend('GET', `/api/v2/people/${demo.group.member}`))
  return rows
}

/**
 * Gives an owner a long list of events, each with a creator of its own. Of its members only those of the first and of
 * the last two blocks are written: a page reads no other, and the embedded engine takes minutes to write them all.
 */
async function fill({ table }: Service, owner: Owner): Promise<void> {
  const list = lists.eventsOf(owner)
  const ordinals = Array.from({ length: LENGTH }, (_, i) => i + 1).filter((i) => i <= 200 || i > LENGTH - 200)
  const items = await Promise.all(
    ordinals.map(async (ordinal) => {
      const person = {
        id: randomUUID(),
        owner,
        given_name: 'Kim',
        family_name: `${ordinal}`,
        email: 'kim@example.org',
      }
      const creator = enteredPerson(person, new Date())
      const { total_accepted: _none, ...event } = await newEvent(
        { title: `Event ${ordinal}`, origin_system: 'Bench' },
        {
          id: randomUUID(),
          principal: { owner, sponsor: { title: 'Bench' } },
          creator: creator.id,
          explicit_creator: true,
          now: new Date(),
        },
        unknownLocation,
      )
      return [
        { ...keyOf.event(event.id), ...event, ...positionAt(list, ordinal) },
        { ...keyOf.person(creator.id), ...creator },
      ]
    }),
  )
  const puts = [...items.flat(), { ...list.length, length: LENGTH }].map((Item) => ({ PutRequest: { Item } }))
  for (let i = 0; i < puts.length; i += 25)
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts.slice(i, i + 25) } }))
}
