import { afterEach, describe, expect, it } from 'vitest'
import { UNKNOWN_ID, assignPending, demo, get, givenEvent, limitFunctionsTo, post, put } from '../support/service.js'
import { sized } from '../support/size.js'

/** As many as a request may have, in a long run. */
const MANY = sized(60, 500)

const PEOPLE = '/api/v2/people/bulk'
const LINES = { headers: { 'content-type': 'application/x-ndjson' } }

const signup = (address: string, fields: object = {}) => ({
  person: { email_addresses: [{ address }], ...fields },
})
const rowsOf = (body: any) => body.rows as any[]
const statuses = (body: any) => rowsOf(body).map(({ status }) => status as number)
const personIn = async (row: any) => (await get(new URL(row._links.self.href).pathname)).body
const total = async (path: string) => {
  await assignPending()
  return (await get(path)).body.total_records as number
}
const faultsOf = (row: any) =>
  row['osdi:error'].resource_status[0].error_descriptions.map(({ properties }: any) => properties[0])

afterEach(() => limitFunctionsTo(240_000))

describe('POST /api/v2/people/bulk', () => {
  it('answers each row in its order: the recorded with their address, the refused with every fault', async () => {
    await post('/api/v2/tags', { name: 'Bulk' })
    const { status, body } = await post(PEOPLE, {
      rows: [
        { ...signup('a@example.org', { given_name: 'Ada' }), add_tags: ['Bulk', 'Unknown'] },
        {
          person: { email_addresses: [{ address: 'none' }], phone_numbers: [{ number: 'x' }], given_name: 1 },
        },
        'no object',
        signup('b@example.org'),
        { person: { given_name: 'Robin' } },
      ],
    })
    expect([status, body.total_rows, body.recorded, body.refused]).toEqual([200, 5, 2, 3])
    expect(statuses(body)).toEqual([200, 400, 400, 200, 400])
    expect(rowsOf(body).map(({ row }) => row)).toEqual([1, 2, 3, 4, 5])
    expect(rowsOf(body)[0].ignored).toEqual(['add_tags[1]'])
    expect(faultsOf(rowsOf(body)[1])).toEqual([
      'person.given_name',
      'person.email_addresses[0].address',
      'person.phone_numbers[0].number',
    ])
    expect((await personIn(rowsOf(body)[0])).given_name).toBe('Ada')
    expect((await personIn(rowsOf(body)[3])).email_addresses[0].address).toBe('b@example.org')
  })

  it(`records ${MANY} people, and the same people when it is repeated`, async () => {
    const before = await total('/api/v2/people')
    const rows = Array.from({ length: MANY }, (_, i) => signup(`many${i}@example.org`))
    const first = await post(PEOPLE, { rows })
    expect(first.body.recorded).toBe(MANY)
    const again = await post(PEOPLE, { rows })
    expect(rowsOf(again.body)).toEqual(rowsOf(first.body))
    expect(await total('/api/v2/people')).toBe(before + MANY)
  })

  it('takes rows of one person in their order', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `Name ${i}`)
    const { body } = await post(PEOPLE, {
      rows: names.map((given_name) => signup('same@example.org', { given_name })),
    })
    expect(new Set(rowsOf(body).map(({ identifiers }) => identifiers[0])).size).toBe(1)
    expect((await personIn(rowsOf(body)[0])).given_name).toBe('Name 29')
  })

  it('takes a row on each line, and refuses a line that is no JSON alone', async () => {
    const line = (address: string) => JSON.stringify(signup(address))
    const text = `\u{feff}${line('line1@example.org')}\r\n\nnot json\n${line('line2@example.org')}`
    const { body } = await post(PEOPLE, text, LINES)
    expect(statuses(body)).toEqual([200, 400, 200])
    expect(rowsOf(body)[1].error).toContain('The body must be JSON')
  })

  it('counts lines before it reads one', async () => {
    const before = process.cpuUsage()
    const { status, body } = await post(PEOPLE, '[\n'.repeat(400_000), LINES)
    expect([status, body.error]).toEqual([400, expect.stringContaining('this one 400000')])
    const { user } = process.cpuUsage(before)
    expect(user / 1_000).toBeLessThan(3_000)
  })

  it('takes lines of more than a megabyte, which JSON may not have', async () => {
    const custom_fields = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [i, 'x'.repeat(1_000)]))
    const rows = Array.from({ length: 30 }, (_, i) => signup(`long${i}@example.org`, { custom_fields }))
    expect((await post(PEOPLE, { rows })).status).toBe(413)
    const lines = rows.map((row) => JSON.stringify(row)).join('\n')
    expect((await post(PEOPLE, lines, LINES)).body.recorded).toBe(30)
    expect((await post(PEOPLE, 'x'.repeat(4_000_000), LINES)).status).toBe(413)
  })

  it.each([
    ['no rows', {}],
    ['an empty list', { rows: [] }],
    ['rows that are none', { rows: 'x' }],
    ['501 rows', { rows: Array.from({ length: 501 }, () => ({})) }],
    ['a body that is no object', '[]'],
  ])('refuses %s as a whole', async (_, body) => {
    const reply = await post(PEOPLE, body)
    expect([reply.status, typeof reply.body.error]).toEqual([400, 'string'])
  })

  it('is answered as the first time under the same Idempotency-Key, and refused with other rows', async () => {
    const named = { headers: { 'Idempotency-Key': 'bulk' } }
    const rows = [signup('key@example.org', { given_name: 'First' }), { person: {} }]
    const first = await post(PEOPLE, { rows }, named)
    await put(new URL(rowsOf(first.body)[0]._links.self.href).pathname, { given_name: 'Second' })
    const again = await post(PEOPLE, { rows }, named)
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    expect((await personIn(rowsOf(first.body)[0])).given_name).toBe('Second')
    expect((await post(PEOPLE, { rows: [{}] }, named)).status).toBe(422)
  })

  it('names fewer faults of each row where the answer could not be sent', async () => {
    const fields = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`${i}`.padEnd(190, '"'), { nested: true }]))
    const line = JSON.stringify(signup('faulty@example.org', { custom_fields: fields }))
    const { status, body } = await post(PEOPLE, Array(80).fill(line).join('\n'), LINES)
    expect([status, body.refused]).toEqual([200, 80])
    expect(faultsOf(rowsOf(body)[79]).length).toBe(10)
  })

  it('needs a key, whose scope may be rsvp', async () => {
    expect((await post(PEOPLE, { rows: [{}] }, { key: null })).status).toBe(403)
  })
})

describe('POST /api/v2/events/{id}/attendances/bulk', () => {
  it('records attendances of people by link and by the helper, each person once', async () => {
    const { path } = await givenEvent()
    const { body: people } = await post(PEOPLE, { rows: [signup('linked@example.org')] })
    const linked = { _links: { 'osdi:person': rowsOf(people)[0]._links.self } }
    const rows = [linked, signup('helper@example.org'), linked, { _links: {} }]
    const { body } = await post(`${path}/attendances/bulk`, { rows })
    expect(statuses(body)).toEqual([200, 200, 200, 400])
    expect(rowsOf(body)[3].error).toBe('You must specify a valid person id')
    expect(rowsOf(body)[2].identifiers).toEqual(rowsOf(body)[0].identifiers)
    expect(rowsOf(body)[0]._links['osdi:person'].href).toBe(linked._links['osdi:person'].href)
    expect(await total(`${path}/attendances`)).toBe(2)
    const again = (await post(`${path}/attendances/bulk`, { rows })).body
    expect(rowsOf(again).slice(0, 3)).toEqual(rowsOf(body).slice(0, 3))
    expect(await total(`${path}/attendances`)).toBe(2)
  })

  it(`counts all of ${MANY} at once`, async () => {
    const { path } = await givenEvent()
    const rows = Array.from({ length: MANY }, (_, i) => signup(`rush${i}@example.org`))
    expect((await post(`${path}/attendances/bulk`, { rows })).body.recorded).toBe(MANY)
    await assignPending()
    expect((await get(path)).body.total_accepted).toBe(MANY)
  })

  it('answers 404 for an event of another owner and for one that is none', async () => {
    const { path } = await givenEvent({}, { key: demo.other_group.key })
    for (const event of [path, `/api/v2/events/${UNKNOWN_ID}`])
      expect((await post(`${event}/attendances/bulk`, { rows: [{}] })).status).toBe(404)
  })
})
