import type { Question } from '../../lib/questions/question.js'
import { describe, expect, it } from 'vitest'
import { callStore } from '../../lib/calls/store/call-store.js'
import { address, demo, get, givenEvent, givenInterfaceEvent, post, table } from '../support/service.js'
import { givenHosted, givenHosting } from '../support/given/hosting.js'
import { adminOf } from '../admin/admin.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const KEYLESS = { key: null }

const rsvp = async (event: { path: string }, email: string) => {
  const person = { given_name: 'Mona', family_name: 'Diaz', email_addresses: [{ address: email }] }
  const { body } = await post(`${event.path}/attendances`, { person })
  return {
    link: new URL(body._links['service:self_service'].href).pathname,
    person: (body['service:person_id'] as string).replace('service:', ''),
  }
}

describe("a person's own data", () => {
  it('is one file at the link of any RSVP, with what is kept and with all RSVPs', async () => {
    const [one, other] = [await givenEvent({ title: 'One' }), await givenInterfaceEvent({ title: 'Other' })]
    await rsvp(one, 'own@example.org')
    const { link } = await rsvp(other, 'own@example.org')
    await rsvp(other, 'another@example.org')

    expect((await get(link, KEYLESS)).text).toContain(`href="https://events.example.org${link}/data"`)
    const { status, headers, text } = await get(`${link}/data`, KEYLESS)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"')
    expect(headers['cache-control']).toBe('no-store')
    const data = JSON.parse(text)
    expect(data.person).toMatchObject({ given_name: 'Mona', family_name: 'Diaz' })
    expect(data.person.email_addresses[0].address).toBe('own@example.org')
    expect(data.rsvps.map(({ event }: any) => event.title).sort()).toEqual(['One', 'Other'])
    expect(text).not.toContain('another@example.org')
    for (const internal of ['"pk"', '"revision"', '"owner"', demo.group.id])
      expect(text).not.toContain(internal)
  })

  it('has tags, calls, lists and hosted events, and what others have of these is not in it', async () => {
    const { body: tag } = await post('/api/v2/tags', { name: 'Driver', origin_system: 'Test' })
    expect(tag.name).toBe('Driver')
    await post('/api/v2/tags', { name: 'Cook', origin_system: 'Test' })
    const campaign = await givenHosting({ 'service:hosting': 'open' })
    const [host, other] = ['host@own.example', 'other@own.example']
    const hosted = await givenHosted(campaign.id, { email: host })
    const others = await givenHosted(campaign.id, { email: other })
    const questions: Question[] = [
      { id: 'ride', title: 'Do you need a ride?', type: 'text' },
      { id: 'diet', title: 'What do you eat?', type: 'text' },
    ]
    const event = await givenInterfaceEvent({ title: 'Called', questions })
    const came = async (email: string, number: string, add_tags: string[]) =>
      post(`${event.path}/attendances`, {
        person: { email_addresses: [{ address: email }], phone_numbers: [{ number }] },
        'service:answers': { ride: `From ${email}` },
        add_tags,
      })
    const { body } = await came(host, '+1 303 555 0181', ['Driver'])
    await came(other, '+1 303 555 0182', ['Driver', 'Cook'])
    const calls = callStore(table)
    const caller = demo.group.organizer
    for (let handed; (handed = await calls.next(event.id, caller, new Date()));) {
      const call = { event: event.id, person: handed.person.id, called_by: caller }
      await calls.recordResult(call, 'no_answer', new Date())
    }

    const link = new URL(body._links['service:self_service'].href).pathname
    const { text } = await get(`${link}/data`, KEYLESS)
    const data = JSON.parse(text)
    expect(data.tags).toEqual([{ name: 'Driver', created_date: expect.any(String) }])
    expect(data.hosted_events.map(({ id }: any) => id)).toEqual([hosted.id])
    expect(data.rsvps.map(({ calls }: any) => calls)).toEqual([
      { tries: 1, called_date: expect.any(String), result: 'no_answer' },
    ])
    expect(data.rsvps[0]).toMatchObject({ answers: { ride: `From ${host}` } })
    expect(data.rsvps[0].questions).toEqual({ ride: 'Do you need a ride?' })
    expect(data).not.toHaveProperty('role')
    for (const foreign of ['Cook', others.id, other, '3035550182', caller])
      expect(text).not.toContain(foreign)
  })

  it('says which role its person has, and which personal lists', async () => {
    const event = await givenEvent({
      _links: {
        'osdi:creator': { href: `https://events.example.org/api/v2/people/${demo.group.organizer}` },
      },
    })
    const { body } = await post(`${event.path}/attendances`, {
      _links: { 'osdi:person': { href: `https://events.example.org/api/v2/people/${demo.group.creator}` } },
    })
    const { text } = await get(`${new URL(body._links['service:self_service'].href).pathname}/data`, KEYLESS)
    expect(JSON.parse(text)).toMatchObject({
      role: 'creator',
      email_lists: [{ list: demo.group.organizer, created_date: expect.any(String) }],
    })
  })

  it('is nowhere without a link, and gone when the person is erased', async () => {
    const { link, person } = await rsvp(await givenEvent(), 'gone@example.org')
    const forged = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A')
    expect((await get(`${forged}/data`, KEYLESS)).status).toBe(404)
    await admin('person', 'erase', person)
    expect((await get(`${link}/data`, KEYLESS)).status).toBe(404)
  })
})
