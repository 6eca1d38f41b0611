import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { cancelEvent } from '../../lib/events/interface-event.js'
import { ownerStore } from '../../lib/app/access.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import {
  PUBLIC_URL,
  UNKNOWN_ID,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  post,
  send,
  service,
  table,
} from '../support/service.js'

const pageOf = async (id: string) => (await get(`/events/${id}`, { key: null })).text
const embedOf = async (id: string) => (await get(`/embed/events/${id}`, { key: null })).body
const attend = (id: string, name: string) =>
  post(`/api/v2/events/${id}/attendances`, {
    person: { email_addresses: [{ address: `${name}@states.example` }] },
  })

beforeAll(() => ownerStore(table).changeSettings(`group:${demo.group.id}`, { browser_rsvps: true }))

describe('the state of an event, on its page and in its embed', () => {
  it('is to come, with the seats that are left and a form', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 2 })
    expect(await pageOf(id)).toMatch(/2 spots left.*data-turnout-form/s)
    expect(await embedOf(id)).toMatchObject({ state: 'to_come', places_left: 2 })
    await attend(id, 'ana')
    expect((await embedOf(id)).places_left).toBe(1)
    expect(await pageOf(id)).toContain('1 spot left')
  })

  it('says nothing of places where they are not limited', async () => {
    const { id } = await givenInterfaceEvent()
    expect(await pageOf(id)).not.toMatch(/spots? left/)
    expect(await embedOf(id)).not.toHaveProperty('places_left')
  })

  it('is full, without a form', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 1 })
    await attend(id, 'ben')
    const page = await pageOf(id)
    expect(page).toContain('This event is full.')
    expect(page).not.toMatch(/data-turnout-form|spots? left/)
    expect(await embedOf(id)).toMatchObject({ state: 'full', places_left: 0 })
  })

  it('is full, with a form where people can wait, which the embed has too', async () => {
    const { id } = await givenInterfaceEvent({ capacity: 1, waitlist: true })
    await attend(id, 'ben')
    const page = await pageOf(id)
    expect(page).toContain('All spots are taken. You can join the waiting list.')
    expect(page).toMatch(/data-turnout-form/)
    expect(await embedOf(id)).toMatchObject({ state: 'waitlist', places_left: 0, waitlist: true })
    await cancelEvent(`group:${demo.group.id}`, id, eventDependencies(service))
    expect(await pageOf(id)).not.toMatch(/data-turnout-form|waiting list/)
  })

  it('is over, without a form', async () => {
    const { id } = await givenInterfaceEvent({
      start_date: { wallClock: '2020-05-04T18:00:00' },
      end_date: { wallClock: '2020-05-04T20:00:00' },
      capacity: 5,
    })
    const page = await pageOf(id)
    expect(page).toContain('This event is over.')
    expect(page).not.toMatch(/data-turnout-form|spots? left/)
    expect((await embedOf(id)).state).toBe('over')
  })

  it('is canceled, without a form, also when it would be over', async () => {
    const { id } = await givenInterfaceEvent({ start_date: { wallClock: '2020-05-04T18:00:00' } })
    await cancelEvent(`group:${demo.group.id}`, id, eventDependencies(service))
    const page = await pageOf(id)
    expect(page).toContain('This event is canceled.')
    expect(page).not.toMatch(/data-turnout-form|This event is over/)
    expect(await embedOf(id)).toMatchObject({ state: 'cancelled', status: 'cancelled', browser_rsvps: false })
  })
})

describe('the page for frames', () => {
  const frameOf = (id: string) => get(`/events/${id}/frame`, { key: null })

  it('may be in a frame of any site, is in no search, and is otherwise the page', async () => {
    const { id } = await givenInterfaceEvent({ title: 'Framed', description: 'Come' })
    const { status, text, headers } = await frameOf(id)
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toMatch(/; frame-ancestors \*$/)
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(text).toMatch(/<meta name="robots" content="noindex"\/><base target="_blank"\/>/)
    const main = /<main>.*<\/main>/s
    expect(main.exec(text)?.[0]).toBe(main.exec(await pageOf(id))?.[0])
  })

  it('is there for every event that an embed shows, and for no other', async () => {
    expect((await frameOf((await givenEvent({ title: 'By API' })).id)).text).toContain('<h1>By API</h1>')
    const hidden = await givenInterfaceEvent({ title: 'Secret', hidden: true })
    for (const id of [hidden.id, UNKNOWN_ID, 'x', '%00']) {
      const { status, text, headers } = await frameOf(id)
      expect([status, text.includes('Secret'), headers['cache-control']]).toEqual([404, false, 'no-store'])
    }
  })

  it('answers HEAD, and the page itself may be in no frame', async () => {
    const { id } = await givenInterfaceEvent()
    expect((await send('HEAD', `/events/${id}/frame`, undefined, { key: null })).status).toBe(200)
    const { headers } = await get(`/events/${id}`, { key: null })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

describe('the calendar file of an event', () => {
  const fileOf = (id: string) => get(`/events/${id}/calendar.ics`, { key: null })

  it('is for anybody, and without what is for attendees', async () => {
    const { id } = await givenInterfaceEvent({
      title: 'Gala',
      instructions: 'the door code',
      start_date: { wallClock: '2030-05-04T18:00:00' },
      location: { venue: 'Town Hall', postal_code: '80202' },
    })
    const { status, headers, text } = await fileOf(id)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(JSON.stringify(ICAL.parse(text))).toContain('"summary",{},"text","Gala"')
    expect(text).not.toContain('door code')
    expect(text.replaceAll('\r\n ', '')).toContain(`${PUBLIC_URL}/events/${id}`)
    expect((await embedOf(id)).add_to_calendar.icalendar).toBe(`${PUBLIC_URL}/events/${id}/calendar.ics`)
  })

  it('is not there without a date, hidden, or for no event', async () => {
    const undated = await givenInterfaceEvent()
    const hidden = await givenInterfaceEvent({
      hidden: true,
      start_date: { wallClock: '2030-05-04T18:00:00' },
    })
    for (const id of [undated.id, hidden.id, UNKNOWN_ID]) expect((await fileOf(id)).status).toBe(404)
    expect(await embedOf(undated.id)).not.toHaveProperty('add_to_calendar')
  })
})
