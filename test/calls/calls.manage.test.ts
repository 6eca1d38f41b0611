import { beforeAll, describe, expect, it } from 'vitest'
import { CALL_MS } from '../../lib/calls/call.js'
import { nextCall, recordCallResult, findCalls } from '../../lib/calls/store/call-store.js'
import { demo, get, givenInterfaceEvent, post, put, table, violations } from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'

const { group } = demo

let organizer: Browser

beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
})

let numbers = 0

/** An RSVP with a phone number. @returns its id, and the number */
async function rsvp(id: string, given_name: string, phone: string | null = `1303555${1000 + ++numbers}`) {
  const { body } = await post(`/api/v2/events/${id}/attendances`, {
    person: {
      given_name,
      email_addresses: [{ address: `${given_name.toLowerCase()}-${id}@calls.example` }],
      ...(phone !== null && { phone_numbers: [{ number: phone }] }),
    },
  })
  return { id: body._links.self.href.split('/').at(-1) as string, phone: phone ?? '' }
}

const callsOf = (id: string) => `/manage/events/${id}/calls`
const next = (id: string) => organizer.send(callsOf(id), { action: 'next' })
const answer = (id: string, attendance: string, result: string) =>
  organizer.send(callsOf(id), { action: 'result', attendance, result })
const found = async (event: string, id: string) => (await get(`/api/v2/events/${event}/attendances/${id}`)).body

describe('the call list', () => {
  it('names who has not confirmed, without numbers, and hands out one person with a number that dials', async () => {
    const { id } = await givenInterfaceEvent()
    const ana = await rsvp(id, 'Ana')
    await rsvp(id, 'Nophone', null)
    const { html } = await organizer.open(callsOf(id))
    expect(html).toContain('Ana')
    expect(html).not.toContain(ana.phone)
    expect(html).toMatch(/Nophone<\/span> <span class="quiet">No phone number/)
    expect(html.match(/Not called yet/g)).toHaveLength(1)
    const handed = await next(id)
    expect([handed.status, handed.html.includes(`href="tel:+${ana.phone}"`)]).toEqual([200, true])
    expect((await next(id)).html).toContain('No one to call right now')
    expect((await organizer.open(callsOf(id))).html).toContain('is calling')
  })

  it('confirms who comes, and cancels for who cannot come', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 2, waitlist: true })
    const [ana, ben] = [await rsvp(id, 'Ana'), await rsvp(id, 'Ben')]
    const waits = await rsvp(id, 'Cleo')
    await next(id)
    await next(id)
    expect((await answer(id, ana.id, 'coming')).status).toBe(303)
    expect((await answer(id, ben.id, 'not_coming')).status).toBe(303)
    expect((await found(id, ana.id))['service:confirmed_date']).toEqual(expect.any(String))
    expect((await found(id, ben.id)).status).toBe('declined')
    expect((await found(id, waits.id)).status).toBe('accepted')
    expect((await next(id)).html).toContain(waits.phone)
    expect(await violations()).toEqual([])
  })

  it('refuses another result, and one of a person whom this caller does not have', async () => {
    const { id } = await givenInterfaceEvent()
    const ana = await rsvp(id, 'Ana')
    expect((await answer(id, ana.id, 'coming')).status).toBe(409)
    await next(id)
    expect((await answer(id, ana.id, 'perhaps')).status).toBe(400)
    expect((await answer(id, 'nonsense', 'coming')).status).toBe(400)
    expect((await found(id, ana.id))['service:confirmed_date']).toBeUndefined()
    await put(`/api/v2/events/${id}/attendances/${ana.id}`, { status: 'declined' })
    expect((await answer(id, ana.id, 'coming')).status).toBe(409)
  })

  it('hands out 25 for paper, and nothing to a link that is fetched ahead', async () => {
    const { id } = await givenInterfaceEvent()
    for (let i = 0; i < 27; i++) await rsvp(id, `Guest${i}`)
    expect((await organizer.open(`${callsOf(id)}/print`)).status).toBe(303)
    const { html } = await organizer.send(`${callsOf(id)}/print`)
    expect(html.match(/href="tel:/g)).toHaveLength(25)
    expect((await organizer.send(`${callsOf(id)}/print`)).html.match(/href="tel:/g)).toHaveLength(2)
  })
})

describe('callers of one event', () => {
  const now = Date.now()
  const at = (minutes: number) => new Date(now + minutes * 60_000)

  it('get who did not answer after the others, and no wrong number again', async () => {
    const { id } = await givenInterfaceEvent()
    const names = ['First', 'Second']
    for (const name of names) await rsvp(id, name)
    const call = async (minutes: number) => (await nextCall(table, id, 'me', at(minutes)))?.person
    const first = await call(0)
    await recordCallResult(table, { event: id, person: first?.id ?? '', called_by: 'me' }, 'no_answer', at(1))
    const second = await call(15)
    expect([first?.given_name, second?.given_name]).toEqual(names)
    await recordCallResult(table, { event: id, person: second?.id ?? '', called_by: 'me' }, 'wrong_number', at(16))
    expect((await call(30))?.id).toBe(first?.id)
    expect(await call(45)).toMatchObject({ id: first?.id })
    expect((await call(60))?.id).toBe(first?.id)
  })

  it('may note a result twice, and not for one another', async () => {
    const { id } = await givenInterfaceEvent()
    await rsvp(id, 'Once')
    const person = (await nextCall(table, id, 'one', at(0)))?.person.id ?? ''
    const noted = (called_by: string) => recordCallResult(table, { event: id, person, called_by }, 'no_answer', at(1))
    expect([await noted('other'), await noted('one'), await noted('one')]).toEqual([false, true, true])
    expect((await findCalls(table, id, [person])).get(person)).toMatchObject({ tries: 1, result: 'no_answer' })
    expect(CALL_MS).toBe(600_000)
  })
})
