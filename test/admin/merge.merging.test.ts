import { beforeAll, describe, expect, it } from 'vitest'
import {
  UNKNOWN_ID,
  address,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  violations,
} from '../support/service.js'
import { adminOf } from './admin.js'
import {
  fresh,
  givenPerson,
  givenTags,
  givenTwo,
  expectMerged,
  linked,
  rsvp,
  rsvpsOf,
  totalsOf,
} from '../support/given/merging.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const merge = async (keep: string, other: string) => (await admin('person', 'merge', keep, other, '--json')).json

beforeAll(givenTags)

describe('person merge', () => {
  it('moves all that the other person has, once', async () => {
    const two = await givenTwo()
    const { keep, other, single } = two
    const dates = new Map((await rsvpsOf(other)).map((each) => [each['service:event_id'], each.created_date]))
    expect(await merge(keep.id, other.id)).toEqual({
      keep: keep.id,
      other: other.id,
      identifiers: 1,
      attendances: 3,
      taggings: 2,
      lists: 1,
    })
    await expectMerged(two)
    expect(await violations()).toEqual([])
    const moved = (await rsvpsOf(keep)).find((each) => each['service:event_id'] === single.id)
    expect(moved.created_date).toBe(dates.get(single.id))
    expect(await merge(keep.id, other.id)).toEqual({
      keep: keep.id,
      other: other.id,
      identifiers: 0,
      attendances: 0,
      taggings: 0,
      lists: 0,
    })
    await expectMerged(two)
  })

  it('lets sign-ups with contacts of both find the one who stays, who keeps its own', async () => {
    const { keep, other } = await givenTwo()
    await merge(keep.id, other.id)
    const event = await givenEvent()
    const person = { email_addresses: [{ address: other.email.toUpperCase() }], given_name: 'Ana' }
    const { body } = await post(`${event.path}/attendances`, { person })
    expect(body['service:person_id']).toBe(keep.id)
    const { body: found } = await get(`/api/v2/people/${keep.id}`)
    expect(found).toMatchObject({ given_name: 'Ana', email_addresses: [{ address: keep.email }] })
    await put(`/api/v2/people/${keep.id}`, { email_addresses: [{ address: other.email }] })
    expect((await get(`/api/v2/people/${keep.id}`)).body.email_addresses[0].address).toBe(other.email)
    expect(await violations()).toEqual([])
    expect((await admin('person', 'erase', keep.id)).code).toBe(0)
    const again = await post('/api/v2/people', { person: { email_addresses: [{ address: other.email }] } })
    expect(idOf(again)).not.toBe(keep.id)
    expect(await violations()).toEqual([])
  })

  it('keeps the earlier RSVP where both have one, and frees the seat of the other', async () => {
    const event = await givenInterfaceEvent({ capacity: 2 })
    const [keep, other, third] = [
      await givenPerson(fresh('late')),
      await givenPerson(fresh('early')),
      await givenPerson(fresh('third')),
    ]
    await rsvp(event, other, { 'service:referrer_data': { source: 'early' } })
    await rsvp(event, keep, { 'service:referrer_data': { source: 'late' } })
    const refused = () => post(`${event.path}/attendances`, { _links: linked(third.id) })
    expect((await refused()).status).toBe(409)
    await merge(keep.id, other.id)
    expect(await rsvpsOf(keep)).toMatchObject([{ 'service:referrer_data': { source: 'early' } }])
    await rsvp(event, third)
    expect(await totalsOf(event)).toMatchObject({ total_accepted: 2, declined: 1 })
    expect(await violations()).toEqual([])
  })

  it('merges people who wait: who comes wins over who waits, and who waits keeps the place in line', async () => {
    const event = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    const [comes, waits, second, third] = [
      await givenPerson(fresh('comes')),
      await givenPerson(fresh('waits')),
      await givenPerson(fresh('second')),
      await givenPerson(fresh('third')),
    ]
    await rsvp(event, comes)
    for (const each of [waits, second, third]) await rsvp(event, each)
    await merge(second.id, waits.id)
    expect(await rsvpsOf(second)).toMatchObject([{ status: 'tentative', 'service:waitlist_position': 1 }])
    expect(await rsvpsOf(third)).toMatchObject([{ 'service:waitlist_position': 2 }])
    await merge(second.id, comes.id)
    expect(await rsvpsOf(second)).toMatchObject([{ status: 'accepted' }])
    expect(await rsvpsOf(third)).toMatchObject([{ status: 'tentative', 'service:waitlist_position': 1 }])
    expect(await violations()).toEqual([])
  })

  it('keeps that a person was there, of either of the two', async () => {
    const event = await givenEvent()
    const [keep, other] = [await givenPerson(fresh('one')), await givenPerson(fresh('two'))]
    await put(await rsvp(event, keep), { 'service:attended': true })
    await rsvp(event, other)
    await merge(keep.id, other.id)
    expect(await rsvpsOf(keep)).toMatchObject([{ 'service:attended': true, status: 'accepted' }])
    expect(await totalsOf(event)).toMatchObject({ attended: 1, accepted: 1, declined: 1 })
  })

  it('leaves an attendance that cannot be changed, and a person who cannot attend', async () => {
    const event = await givenEvent()
    const [keep, other] = [await givenPerson(fresh('one')), await givenPerson(fresh('two'))]
    const path = await rsvp(event, other)
    await merge(keep.id, other.id)
    expect((await put(path, { status: 'accepted' })).text).toContain('attendance_merged')
    expect((await post(`${event.path}/attendances`, { _links: linked(other.id) })).status).toBe(400)
    const v1 = (await get(path.replace('v2', 'v1').replace('/attendances/', '/attendance/'))).body
    expect(v1['service:merged_into']).toBe(keep.id)
  })

  it('moves more identifiers than one transaction holds', async () => {
    const many = (of: string) => Array.from({ length: 75 }, () => fresh(`test:${of}`))
    const [keep, other] = [await givenPerson(fresh('few')), await givenPerson(fresh('many'))]
    const event = await givenEvent()
    const path = await rsvp(event, other, { identifiers: many('rsvp') })
    await put(path, { identifiers: many('rsvp') })
    for (let i = 0; i < 2; i++) await put(`/api/v2/people/${other.id}`, { identifiers: many('person') })
    expect(await merge(keep.id, other.id)).toMatchObject({ attendances: 1 })
    expect((await get(`/api/v2/people/${keep.id}`)).body.identifiers).toHaveLength(151)
    expect((await rsvpsOf(keep))[0].identifiers).toHaveLength(151)
    expect((await get(`/api/v2/people/${other.id}`)).body.identifiers).toHaveLength(1)
    expect(await violations()).toEqual([])
  })

  it('refuses what cannot be merged, in one sentence', async () => {
    const { id } = await givenPerson(fresh('someone'))
    const foreign = idOf(
      await post(
        '/api/v2/people',
        { person: { email_addresses: [{ address: 'x@example.org' }] } },
        { key: demo.other_group.key },
      ),
    )
    const missing = (keep: string, other: string) =>
      `There is no person with the id ${keep} or ${other} among the people of one owner.`
    for (const [keep, other, sentence] of [
      [id, id, 'A person cannot be merged into itself.'],
      [id, UNKNOWN_ID, missing(id, UNKNOWN_ID)],
      [UNKNOWN_ID, id, missing(UNKNOWN_ID, id)],
      [id, foreign, missing(id, foreign)],
      [
        id,
        demo.group.organizer,
        'The other person has a role in the group, or the account; merge into that person instead.',
      ],
    ] as const)
      expect(await admin('person', 'merge', keep, other)).toMatchObject({ code: 1, err: `${sentence}\n` })
    const gone = await givenPerson(fresh('gone'))
    await merge(id, gone.id)
    const { id: third } = await givenPerson(fresh('third'))
    expect((await admin('person', 'merge', gone.id, third)).err).toBe(
      'The person who should stay was erased or merged into another one.\n',
    )
    expect((await admin('person', 'merge', third, gone.id)).err).toBe(
      'The other person was erased or merged into another one already.\n',
    )
  })
})
