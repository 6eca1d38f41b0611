import { beforeAll, describe, expect, it } from 'vitest'
import { listBlocked } from '../../lib/blocked/store/blocked-store.js'
import { scan } from '../../lib/table/scan.js'
import { admin, mails } from '../support/mail/mail.js'
import { rsvpSettings, submit } from '../support/clients/visitors.js'
import { linked } from '../support/given/merging.js'
import { demo, get, givenInterfaceEvent, idOf, post, table } from '../support/service.js'
import { has } from '../support/rooms.js'

const GROUP = ['--group', demo.group.id]
const KEYLESS = { key: null }
const FORM = { ...KEYLESS, headers: { 'content-type': 'application/x-www-form-urlencoded' } }

let people = 0
const email = () => `somebody-${++people}@blocked.example`
const person = (address: string, more: object = {}) => ({ email_addresses: [{ address }], ...more })
const block = async (...options: string[]) => {
  const { code, err, json } = await admin('person', 'block', ...GROUP, ...options, '--json')
  expect(err).toBe('')
  expect(code).toBe(0)
  return json
}
/** Blocks a new email. */
const blocked = async (...options: string[]) => {
  const address = email()
  await block('--email', address, ...options)
  return address
}
const given = (fields: Parameters<typeof givenInterfaceEvent>[0] = {}) =>
  givenInterfaceEvent({ title: 'Dinner', start_date: { wallClock: '2041-06-01T10:00:00' }, ...fields })
const totals = async (path: string) => (await get(path)).body['service:totals']
const isKnown = async (address: string) =>
  (await get(`/api/v2/people?filter=${encodeURIComponent(`email eq '${address}'`)}`)).body.total_records > 0
const codeOf = ({ status, body }: any) => [
  status,
  body?.['osdi:error']?.resource_status?.[0]?.error_descriptions?.[0]?.error_code ?? body?.error_code,
]
const BLOCKED = [409, 'blocked']
const attemptsOn = async (address: string) =>
  (await listBlocked(table, `group:${demo.group.id}`)).find(({ contact }) => contact?.value === address)?.attempts

// The first block comes before the first request: a process remembers for a minute what it knows of a key.
beforeAll(async () => {
  await block('--email', 'first@blocked.example')
  await rsvpSettings({ browser_rsvps: true })
})

describe('a visitor who is blocked', () => {
  it.each([
    ['with places for all', {}, 200, 'place'],
    ['with a capacity', { capacity: 5 }, 200, 'place'],
    ['with a waiting list that is full', { capacity: 1, waitlist: true }, 200, 'waiting_list'],
    ['that is full', { capacity: 1 }, 409, undefined],
  ])(
    'gets the answer of a new address at an event %s, and nothing is recorded',
    async (_name, fields, status, standing) => {
      const { id, path } = await given(fields)
      if ('capacity' in fields && fields.capacity === 1) await submit(id, { email: email() })
      const before = await totals(path)
      const address = await blocked()
      const [refused, stranger] = [await submit(id, { email: address }), await submit(id, { email: email() })]
      expect(refused.status).toBe(status)
      expect(refused.body?.['service:standing']).toBe(standing)
      expect([stranger.status, Object.keys(stranger.body)]).toEqual([refused.status, Object.keys(refused.body)])
      expect(await isKnown(address)).toBe(false)
      expect((await totals(path)).accepted - before.accepted).toBe(standing === 'place' ? 1 : 0)
      expect(await attemptsOn(address)).toBe(1)
      expect((await mails()).filter(({ recipient }) => recipient === address)).toEqual([])
    },
  )

  it('gets it by JSON without a key, too', async () => {
    const { path } = await given()
    const address = await blocked()
    const answer = await post(`${path}/attendances`, { person: person(address) }, KEYLESS)
    expect([answer.status, answer.body['service:standing']]).toEqual([200, 'place'])
    expect((await totals(path)).accepted).toBe(0)
  })

  it('is known by any contact of the person, by a number of the country, and in capitals', async () => {
    const { id, path } = await given()
    const [own, other] = [email(), email()]
    const phone_numbers = [{ number: '+13035550167' }]
    await post('/api/v2/people', { person: person(own, { phone_numbers }) })
    await block('--phone', '303 555 0167')
    await submit(id, { email: own })
    await submit(id, { email: other, phone: '(303) 555-0167' })
    await submit(id, { email: (await blocked()).toUpperCase() })
    expect(await totals(path)).toMatchObject({ accepted: 0 })
    expect(await isKnown(other)).toBe(false)
  })

  it.runIf(has('merging'))(
    'is known by a contact of a person who was merged into them, blocked before the merge or after it',
    async () => {
      const { id, path } = await given()
      for (const isBefore of [true, false]) {
        const [keep, other] = [email(), email()]
        const [kept, merged] = [
          await post('/api/v2/people', { person: person(keep) }),
          await post('/api/v2/people', { person: person(other) }),
        ]
        if (isBefore) await block('--email', other)
        expect((await admin('person', 'merge', idOf(kept), idOf(merged))).code).toBe(0)
        if (!isBefore) await block('--email', other)
        await submit(id, { email: keep })
      }
      expect(await totals(path)).toMatchObject({ accepted: 0 })
    },
  )

  it('gets it by the form of a series and by the link of a friend, and nothing is recorded', async () => {
    const { json } = await admin(
      'event',
      'create',
      ...GROUP,
      '--title',
      'Weekly',
      '--start-date',
      '2041-06-01T10:00',
      '--origin-system',
      'T',
      '--repeat',
      'weekly',
      '--count',
      '2',
      '--json',
    )
    const [address, stranger] = [await blocked(), email()]
    const send = async (of: string) => {
      const { status, body } = await submit(`/series/${json.series}/attendances`, { event: json.events[0], email: of })
      return { status, body }
    }
    const [refused, free] = [await send(address), await send(stranger)]
    expect(refused).toEqual(free)
    expect((await totals(`/api/v2/events/${json.events[0]}`)).accepted).toBe(1)
    expect(await attemptsOn(address)).toBe(1)
    const { id, path } = await given()
    const { body } = await post(`${path}/attendances`, { person: person(email()) })
    const link = new URL(body._links['service:self_service'].href).pathname
    const ref = /\?ref=([\w-]{32})"/.exec((await get(link, KEYLESS)).text)?.[1] as string
    const answers = [await submit(id, { email: address, ref }), await submit(id, { email: email(), ref })]
    expect(answers.map(({ status, body }) => [status, body['service:standing']])).toEqual(Array(2).fill([200, 'place']))
    expect((await totals(path)).accepted).toBe(2)
    expect(await isKnown(address)).toBe(false)
    expect((await mails()).filter(({ recipient }) => recipient === address)).toEqual([])
  })

  it('reads no instructions that others would not read either: they come by mail', async () => {
    const { id } = await given({ instructions: 'The door code is 4711' })
    const [refused, stranger] = [await submit(id, { email: await blocked() }), await submit(id, { email: email() })]
    expect(stranger.body).toEqual(refused.body)
    expect((await mails()).find(({ kind }) => kind === 'confirmation')?.text).toContain('4711')
  })

  it('cancels at the link, and does not come again there: RSVPs are closed', async () => {
    const [{ path }, { id: other }] = [await given(), await given()]
    const address = email()
    const { body } = await post(`${path}/attendances`, { person: person(address) })
    const link = new URL(body._links['service:self_service'].href).pathname
    await block('--email', address)
    const act = (fields: Record<string, string>) => post(link, new URLSearchParams(fields).toString(), FORM)
    expect((await act({ action: 'decline' })).status).toBe(303)
    expect((await act({ action: 'accept' })).status).toBe(409)
    expect((await act({ action: 'attend', event: other })).status).toBe(409)
    expect(await attemptsOn(address)).toBe(2)
    expect(await totals(path)).toMatchObject({ accepted: 0, declined: 1 })
  })
})

describe('a key', () => {
  it('hears of the block, by the helper, a link and version 1', async () => {
    const { path } = await given()
    const address = await blocked()
    const known = await post('/api/v2/people', { person: person(address) })
    expect(known.status).toBe(200)
    const rsvps = `${path}/attendances`
    expect(codeOf(await post(rsvps, { person: person(address) }))).toEqual(BLOCKED)
    expect(codeOf(await post(rsvps, { _links: linked(idOf(known)) }))).toEqual(BLOCKED)
    const v1 = await post(`${path.replace('v2', 'v1')}/attendance`, {
      _links: linked(idOf(known)),
      originating_system: 'Test',
    })
    expect(codeOf(v1)).toEqual(BLOCKED)
    expect((await totals(path)).accepted).toBe(0)
  })

  it.runIf(has('imports'))('hears of the block in the row of a person, beside rows that are recorded', async () => {
    const { path } = await given()
    const { body } = await post(`${path}/attendances/bulk`, {
      rows: [{ person: person(await blocked()) }, { person: person(email()) }],
    })
    expect(body.rows.map(({ status }: { status: number }) => status)).toEqual([409, 200])
    expect((await totals(path)).accepted).toBe(1)
  })

  it('does not change a person who is blocked', async () => {
    const { path } = await given()
    const address = await blocked()
    const known = await post('/api/v2/people', { person: person(address) })
    await post(`${path}/attendances`, { person: person(address, { given_name: 'Other' }) })
    expect((await get(`/api/v2/people/${idOf(known)}`)).body.given_name).toBeUndefined()
  })
})

describe('a block', () => {
  it('is lifted: the person comes as anybody', async () => {
    const { id, path } = await given()
    const address = await blocked()
    expect((await admin('person', 'unblock', ...GROUP, '--email', address)).code).toBe(0)
    await submit(id, { email: address })
    expect((await totals(path)).accepted).toBe(1)
    expect((await admin('person', 'unblock', ...GROUP, '--email', address)).err).toContain('no block')
  })

  it('cancels RSVPs to coming events where that is asked for, and mails nobody', async () => {
    const [coming, over] = [await given(), await given({ start_date: { wallClock: '2020-06-01T10:00:00' } })]
    const address = email()
    for (const { path } of [coming, over]) await post(`${path}/attendances`, { person: person(address) })
    await mails()
    expect(await block('--email', address, '--cancel-rsvps')).toMatchObject({ cancelled_rsvps: 1 })
    expect(await totals(coming.path)).toMatchObject({ accepted: 0, declined: 1 })
    expect(await totals(over.path)).toMatchObject({ accepted: 1 })
    expect(await mails()).toEqual([])
  })

  it.runIf(has('merging'))(
    'matches after the person was erased, when no item has the contact or the reason any more',
    async () => {
      const { id, path } = await given()
      const address = email()
      const known = idOf(await post('/api/v2/people', { person: person(address) }))
      await block('--email', address, '--reason', 'qzmark threats')
      expect((await admin('person', 'erase', known)).code).toBe(0)
      await submit(id, { email: address })
      expect((await totals(path)).accepted).toBe(0)
      for await (const items of scan(table))
        for (const item of items) {
          if (item.pk.startsWith('answer#')) continue
          expect(JSON.stringify(item)).not.toMatch(new RegExp(`${address}|qzmark`))
        }
    },
  )

  it('needs an email or a number, and a known owner', async () => {
    const refusalOf = async (...options: string[]) => (await admin('person', 'block', ...options)).err
    expect(await refusalOf(...GROUP)).toContain('--email <address> or --phone')
    expect(await refusalOf(...GROUP, '--phone', 'none of it')).toContain('must be')
    const nowhere = ['--group', '00000000-0000-4000-8000-000000000000', '--email', email()]
    expect(await refusalOf(...nowhere)).toContain('There is no group')
  })
})
