import { beforeAll, describe, expect, it } from 'vitest'
import { COUNTED_STATUSES } from '../../lib/targeting/query-fields.js'
import { keyOf } from '../../lib/table/table.js'
import { getOne } from '../../lib/table/reads.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { get, givenEvent, givenInterfaceEvent, idOf, post, put, table } from '../support/service.js'

const QUERIES = '/api/v2/targeting/queries'

interface Given {
  id: string
  path: string
}

let held: Given
let to_come: Given
let asked_at: Given

async function rsvp({ path }: Given, name: string, ...changes: object[]): Promise<void> {
  const person = { email_addresses: [{ address: `${name}@example.org` }] }
  const { body } = await post(`${path}/attendances`, { person })
  for (const change of changes)
    expect((await put(`${path}/attendances/${body.identifiers[0].split(':')[1]}`, change)).status).toBe(200)
}

const declined = { status: 'declined' }
const attended = { 'service:attended': true }

beforeAll(async () => {
  held = await givenInterfaceEvent({
    start_date: { wallClock: '2020-01-01T10:00:00' },
    capacity: 2,
    waitlist: true,
  })
  await rsvp(held, 'declined', declined)
  await rsvp(held, 'without', declined, attended)
  await rsvp(held, 'absent')
  await rsvp(held, 'came', attended)
  await rsvp(held, 'waiting')
  // People who ask to come are in no other status.
  await rsvpSettings({ browser_rsvps: true })
  asked_at = await givenInterfaceEvent({ start_date: { wallClock: '2100-01-01T10:00:00' }, approval: true })
  await submit(asked_at.id, { email: 'asks@example.org' })
  to_come = await givenEvent({ start_date: '2100-01-01T10:00' })
  await rsvp(to_come, 'later')
  await rsvp(to_come, 'early', attended)
})

const asked = (fields: object) =>
  post(QUERIES, { title: 'Who', include: [held.id, to_come.id, asked_at.id], ...fields })

async function peopleOf(path: string): Promise<string[]> {
  const { body } = await get(`${path}/people`)
  return body._embedded['osdi:people'].map((person: any) => person.email_addresses[0].address.split('@')[0]).sort()
}

async function found(fields: object): Promise<string[]> {
  const reply = await asked(fields)
  expect(reply.status, reply.text).toBe(200)
  return peopleOf(`${QUERIES}/${idOf(reply)}`)
}

const EVERYBODY = ['absent', 'asks', 'came', 'declined', 'early', 'later', 'waiting', 'without']

describe('the status of a query', () => {
  it.each([
    [undefined, ['absent', 'came', 'early', 'later']],
    [null, ['absent', 'came', 'early', 'later']],
    [['accepted'], ['absent', 'came', 'early', 'later']],
    [['declined'], ['declined', 'without']],
    [['tentative'], ['waiting']],
    [['attended'], ['came', 'early', 'without']],
    [['absent'], ['absent']],
    [
      ['absent', 'declined'],
      ['absent', 'declined', 'without'],
    ],
    [['requested'], ['asks']],
    [
      ['requested', 'tentative'],
      ['asks', 'waiting'],
    ],
    [COUNTED_STATUSES, EVERYBODY],
  ])('%j finds the people of these attendances', async (status, people) => {
    expect(await found({ status })).toEqual(people)
  })

  it('is of each included event, where every one is asked for', async () => {
    await rsvp(to_come, 'came')
    const both = { include: [held.id, to_come.id] }
    expect(await found({ ...both, match: 'every', status: ['attended'] })).toEqual([])
    expect(await found({ ...both, match: 'every', status: ['accepted'] })).toEqual(['came'])
  })

  it('leaves excluded events as they are: they leave out who comes there, and no one else', async () => {
    const party = await givenEvent()
    await rsvp(party, 'without')
    await rsvp(party, 'declined', declined)
    expect(await found({ status: ['declined'], exclude: [party.id] })).toEqual(['declined'])
  })

  it('absent finds people of an event without a date once someone attended it', async () => {
    const undated = await givenEvent()
    await rsvp(undated, 'one')
    const absent = { include: [undated.id], status: ['absent'] }
    expect(await found(absent)).toEqual([])
    await rsvp(undated, 'two', attended)
    expect(await found(absent)).toEqual(['one'])
  })

  it('is shown, and a PUT that changes it finds other people', async () => {
    const created = await asked({})
    const path = `${QUERIES}/${idOf(created)}`
    expect(created.body.status).toEqual(['accepted'])
    const same = await put(path, { status: ['accepted', 'accepted'] })
    expect(same.body._links['service:result']).toEqual(created.body._links['service:result'])

    const changed = await put(path, { status: ['tentative', 'declined', 'tentative'] })
    expect(changed.body).toMatchObject({ status: ['tentative', 'declined'], total_people: 3 })
    expect((await get(path)).body).toEqual(changed.body)
    expect(await peopleOf(path)).toEqual(['declined', 'waiting', 'without'])
    // Another run becomes the newest result of a query with a status.
    const again = await post(`${path}/results`, undefined)
    expect((await get(path)).body._links['service:result'].href).toBe(again.body._links.self.href)
    expect((await put(path, { title: 'Renamed' })).body.status).toEqual(['tentative', 'declined'])
    expect((await put(path, { status: null })).body.status).toEqual(['accepted'])
  })

  it('of accepted people is not in the item', async () => {
    const item = await getOne(table, keyOf.query(idOf(await asked({ status: ['accepted'] }))))
    expect(item).toMatchObject({ match: 'any' })
    expect(item).not.toHaveProperty('status')
  })

  it.each([
    [
      ['accepted', 'maybe', 7],
      ['status[1]', 'status[2]'],
    ],
    [[], ['status']],
    ['accepted', ['status']],
    [Array(9).fill('accepted'), ['status']],
  ])('%j is refused, naming every fault', async (status, properties) => {
    const { body } = await asked({})
    const path = `${QUERIES}/${body.identifiers[0].split(':')[1]}`
    for (const reply of [await asked({ status }), await put(path, { title: 'Changed', status })]) {
      expect(reply.status).toBe(400)
      const [{ error_descriptions }] = reply.body['osdi:error'].resource_status
      expect(error_descriptions.flatMap((each: any) => each.properties)).toEqual(properties)
    }
    expect((await get(path)).body).toEqual(body)
  })
})
