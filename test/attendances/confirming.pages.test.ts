import { afterEach, describe, expect, it, vi } from 'vitest'
import { cancelEvent } from '../../lib/events/interface-event.js'
import { endConfirmations } from '../../lib/attendances/store/confirmations.js'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import {
  assignPending,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  post,
  put,
  service,
  table,
  violations,
} from '../support/service.js'
import { vocabularies } from '../support/given/vocabularies.js'

const KEYLESS = { key: null }
const FORM = { ...KEYLESS, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const owner = `group:${demo.group.id}` as const

afterEach(() => void vi.useRealTimers())

let names = 0

/** An RSVP to an event, and the path of its link. */
async function givenRsvp(event: { path: string }, more: object = {}) {
  const person = { email_addresses: [{ address: `confirmer-${++names}@example.org` }] }
  const reply = await post(`${event.path}/attendances`, { person, ...more })
  expect(reply.status).toBe(200)
  const { _links } = reply.body
  return {
    link: new URL(_links['service:self_service'].href).pathname,
    path: new URL(_links.self.href).pathname,
  }
}

const act = (link: string, action: string) => post(link, `action=${action}`, FORM)
const totalsOf = async ({ path }: { path: string }) => (await get(path)).body['service:totals']
const dateOf = async ({ path }: { path: string }) => (await get(path)).body['service:confirmed_date']

const START = { start_date: '2030-05-01T18:00:00Z', end_date: '2030-05-01T20:00:00Z' }

describe('confirming', () => {
  it('is a button on the page of an RSVP; opening the page confirms nothing', async () => {
    const event = await givenEvent(START)
    const rsvp = await givenRsvp(event)
    expect((await get(rsvp.link, KEYLESS)).text).toContain('value="confirm"')
    expect(await dateOf(rsvp)).toBeUndefined()
    expect((await act(rsvp.link, 'confirm')).status).toBe(303)
    expect(Date.parse(await dateOf(rsvp))).toBeGreaterThan(Date.now() - 10_000)
    expect((await get(rsvp.link, KEYLESS)).text).not.toContain('value="confirm"')
  })

  it.each(vocabularies)('shows in $version, and no caller sets it', async ({ api, attendances }) => {
    const event = await givenEvent(START)
    const rsvp = await givenRsvp(event)
    const path = rsvp.path.replace('/api/v2', api).replace('/attendances', `/${attendances}`)
    await put(path, { 'service:confirmed_date': '2020-01-01T00:00:00Z' })
    expect(await dateOf({ path })).toBeUndefined()
    await act(rsvp.link, 'confirm')
    expect(await dateOf({ path })).toEqual(expect.any(String))
  })

  it('counts each person once, however often and by how many requests', async () => {
    const event = await givenEvent(START)
    const rsvp = await givenRsvp(event)
    await givenRsvp(event)
    const replies = await Promise.all(Array.from({ length: 5 }, () => act(rsvp.link, 'confirm')))
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303])
    const date = await dateOf(rsvp)
    await act(rsvp.link, 'confirm')
    expect(await dateOf(rsvp)).toBe(date)
    expect(await totalsOf(event)).toMatchObject({ accepted: 2, confirmed: 1 })
    expect(await violations()).toEqual([])
  })

  it('is counted in a rush, too', async () => {
    const event = await givenEvent(START)
    const rsvps = await Promise.all(Array.from({ length: 8 }, () => givenRsvp(event)))
    markContended(table, lists.attendancesOf(event.id), 60_000)
    await Promise.all(rsvps.map(({ link }) => act(link, 'confirm')))
    await assignPending()
    expect(await totalsOf(event)).toMatchObject({ accepted: 8, confirmed: 8 })
    expect(await violations()).toEqual([])
  })

  it('ends with a cancellation', async () => {
    const event = await givenEvent(START)
    const rsvp = await givenRsvp(event)
    await act(rsvp.link, 'confirm')
    await act(rsvp.link, 'decline')
    expect(await totalsOf(event)).toMatchObject({ accepted: 0, declined: 1, confirmed: 0 })
    await act(rsvp.link, 'accept')
    expect(await dateOf(rsvp)).toBeUndefined()
    expect(await violations()).toEqual([])
  })

  it('ends when the event starts at another time, and not with any other change', async () => {
    const event = await givenEvent(START)
    const [stays, confirms] = [await givenRsvp(event), await givenRsvp(event)]
    await act(confirms.link, 'confirm')
    await put(event.path, { title: 'Another title' })
    expect(await dateOf(confirms)).toEqual(expect.any(String))
    const { body } = await put(event.path, { start_date: '2030-05-01T19:00:00Z' })
    expect(body['service:totals']).toMatchObject({ accepted: 2, confirmed: 0 })
    expect(await dateOf(confirms)).toBeUndefined()
    await act(stays.link, 'confirm')
    expect(await totalsOf(event)).toMatchObject({ confirmed: 1 })
    expect(await violations()).toEqual([])
  })

  it('ends for the former start alone: of a person who confirms the new one meanwhile, it stays', async () => {
    const event = await givenEvent(START)
    const rsvps = await Promise.all(Array.from({ length: 4 }, () => givenRsvp(event)))
    await Promise.all(rsvps.map(({ link }) => act(link, 'confirm')))
    await Promise.all([
      put(event.path, { start_date: '2030-05-02T19:00:00Z' }),
      ...rsvps.map(({ link }) => act(link, 'confirm')),
    ])
    await assignPending()
    await endConfirmations(table, event.id)
    const dates = await Promise.all(rsvps.map(dateOf))
    const { confirmed } = await totalsOf(event)
    expect(confirmed).toBe(dates.filter((date) => date !== undefined).length)
    await Promise.all(rsvps.map(({ link }) => act(link, 'confirm')))
    expect(await totalsOf(event)).toMatchObject({ confirmed: 4 })
    expect(await violations()).toEqual([])
  })

  it('is refused with a page to who has canceled, who waits, and of an event that is canceled or over', async () => {
    const event = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    const [first, waits] = [await givenRsvp(event), await givenRsvp(event)]
    const refused = await act(waits.link, 'confirm')
    expect([refused.status, refused.headers['content-type']]).toEqual([409, 'text/html; charset=utf-8'])
    expect(refused.text).toContain('waiting list')
    await act(waits.link, 'decline')
    expect((await act(waits.link, 'confirm')).status).toBe(409)

    const past = await givenEvent({ start_date: '2020-05-01T18:00:00Z', end_date: '2020-05-01T20:00:00Z' })
    const late = await givenRsvp(past)
    expect((await act(late.link, 'confirm')).status).toBe(409)
    expect((await get(late.link, KEYLESS)).text).not.toContain('value="confirm"')

    await cancelEvent(owner, event.id, { ...eventDependencies(service), now: () => new Date() })
    expect((await act(first.link, 'confirm')).status).toBe(409)
    expect((await get(first.link, KEYLESS)).text).not.toContain('value="confirm"')
  })

  it('gives the seat of a person who cannot come to the next in line at once', async () => {
    const event = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    const [first, waits] = [await givenRsvp(event), await givenRsvp(event)]
    await act(first.link, 'confirm')
    await act(first.link, 'decline')
    expect((await get(waits.path)).body.status).toBe('accepted')
    expect(await totalsOf(event)).toMatchObject({ accepted: 1, confirmed: 0 })
    await act(waits.link, 'confirm')
    expect(await totalsOf(event)).toMatchObject({ accepted: 1, confirmed: 1 })
    expect(await violations()).toEqual([])
  })

  it('is a status that targeting queries count', async () => {
    const event = await givenEvent({ ...START, identifiers: [`example:confirming-${++names}`] })
    const [confirms, declines] = [await givenRsvp(event), await givenRsvp(event), await givenRsvp(event)]
    await act(confirms.link, 'confirm')
    await act(declines.link, 'decline')
    const [identifier] = (await get(event.path)).body.identifiers
    const found = async (status: string) => {
      const body = { title: 'Who', include: [identifier], status: [status] }
      const query = await post('/api/v2/targeting/queries', body)
      expect(query.status).toBe(200)
      const { href } = query.body._links.self
      return (await post(`${new URL(href).pathname}/results`, {})).body.total_people as number
    }
    expect([await found('confirmed'), await found('unconfirmed'), await found('declined')]).toEqual([1, 1, 1])
  })
})
