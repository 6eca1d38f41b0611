import { expect } from 'vitest'
import { PUBLIC_URL, demo, get, givenEvent, givenInterfaceEvent, idOf, post, put } from '../service.js'

/* Two people of one list, with all that a merge can move, and what has to be there after it. */

let names = 0
export const fresh = (name: string) => `${name}-${++names}`

export async function givenPerson(name: string, fields: object = {}) {
  const reply = await post('/api/v2/people', {
    person: { given_name: name, email_addresses: [{ address: `${name}@example.org` }], ...fields },
  })
  expect(reply.status).toBe(200)
  return { id: idOf(reply), email: `${name}@example.org` }
}

export const linked = (id: string) => ({ 'osdi:person': { href: `${PUBLIC_URL}/api/v2/people/${id}` } })

export async function rsvp(event: { path: string }, person: { id: string }, more: object = {}) {
  const reply = await post(`${event.path}/attendances`, { _links: linked(person.id), ...more })
  expect(reply.status, reply.text).toBe(200)
  return new URL(reply.body._links.self.href).pathname
}

export const rsvpsOf = async ({ id }: { id: string }) =>
  (await get(`/api/v2/people/${id}/attendances?per_page=25`)).body._embedded['osdi:attendances'] as any[]

export const totalsOf = async ({ path }: { path: string }) => {
  const { total_accepted, 'service:totals': totals } = (await get(path)).body
  return { total_accepted, ...totals }
}

/** The tags of the people who are merged. */
export async function givenTags() {
  for (const name of ['host', 'driver'])
    expect((await post('/api/v2/tags', { name, origin_system: 'Test' })).status).toBe(200)
}

/** Two people with all that can move, and what they attend. */
export async function givenTwo() {
  const [keep, other] = [
    await givenPerson(fresh('keep'), { identifiers: [fresh('test:keep')] }),
    await givenPerson(fresh('other'), {
      family_name: 'Ruiz',
      identifiers: [fresh('test:other')],
      phone_numbers: [{ number: String(13035550000 + ++names) }],
      custom_fields: { shirt: 'M' },
    }),
  ]
  const creator = { 'osdi:creator': { href: `${PUBLIC_URL}/api/v2/people/${demo.group.organizer}` } }
  const single = await givenEvent({ _links: creator })
  const both = await givenInterfaceEvent({ capacity: 10 })
  const again = await givenInterfaceEvent({ capacity: 10 })
  const rsvpIdentifier = fresh('test:rsvp')
  await rsvp(single, other, { identifiers: [rsvpIdentifier], 'service:referrer_data': { source: 'flyer' } })
  await rsvp(both, other)
  await rsvp(both, keep)
  await rsvp(again, other)
  await put(await rsvp(again, keep), { status: 'declined' })
  for (const { email } of [keep, other])
    await post('/api/v2/people', { person: { email_addresses: [{ address: email }] }, add_tags: ['host'] })
  await post('/api/v2/people', {
    person: { email_addresses: [{ address: other.email }] },
    add_tags: ['driver'],
  })
  return { keep, other, single, both, again, rsvpIdentifier }
}

export type Two = Awaited<ReturnType<typeof givenTwo>>

/** Checks two merged people: the state must be this, however often the merge was interrupted. */
export async function expectMerged({ keep, other, single, both, again, rsvpIdentifier }: Two) {
  const byEvent = new Map((await rsvpsOf(keep)).map((each) => [each['service:event_id'], each]))
  expect([...byEvent.keys()].sort()).toEqual([single.id, both.id, again.id].sort())
  for (const each of byEvent.values()) expect(each.status).toBe('accepted')
  expect(byEvent.get(single.id)).toMatchObject({ 'service:referrer_data': { source: 'flyer' } })
  expect(byEvent.get(single.id).identifiers).toContain(rsvpIdentifier)
  for (const each of await rsvpsOf(other)) {
    expect(each).toMatchObject({ status: 'declined', 'service:merged_into': keep.id })
    expect(each.identifiers).toHaveLength(1)
  }
  const { body: changes } = await get('/api/v2/attendances?per_page=100')
  const listed = changes._embedded['osdi:attendances'].map(({ _links }: any) => _links.self.href)
  const ofBoth = [...(await rsvpsOf(keep)), ...(await rsvpsOf(other))].map(({ _links }) => _links.self.href)
  expect(listed).toEqual(expect.arrayContaining(ofBoth))
  for (const event of [single, both, again])
    expect(await totalsOf(event)).toMatchObject({ total_accepted: 1, accepted: 1, declined: 1 })
  const taggings = async (tag: string) => {
    const { body } = await get(`/api/v2/tags?per_page=25`)
    const { _links } = body._embedded['osdi:tags'].find(({ name }: any) => name === tag)
    const { pathname } = new URL(_links['osdi:taggings'].href)
    const page = (await get(`${pathname}?per_page=25&page=1`)).body
    return page._embedded['osdi:taggings'].map((each: any) => each._links['osdi:person'].href.split('/').at(-1))
  }
  for (const tag of ['host', 'driver']) {
    expect(await taggings(tag)).toContain(keep.id)
    expect(await taggings(tag)).not.toContain(other.id)
  }
  const { body: stays } = await get(`/api/v2/people/${keep.id}`)
  expect(stays).toMatchObject({ family_name: 'Ruiz', custom_fields: { shirt: 'M' } })
  expect(stays.identifiers).toHaveLength(3)
  expect(stays.email_addresses[0].address).toBe(keep.email)
  expect(stays.phone_numbers).toHaveLength(1)
  const { body: left } = await get(`/api/v2/people/${other.id}`)
  expect(left).toMatchObject({ 'service:merged_into': keep.id, email_addresses: [], phone_numbers: [] })
  expect(left).toHaveProperty('service:erased_date')
  expect(left).not.toHaveProperty('given_name')
  expect(left.identifiers).toHaveLength(1)
}
