import { beforeAll, describe, expect, it } from 'vitest'
import { cancelEvent, publishEvent } from '../../lib/events/interface-event.js'
import { newAttendance } from '../../lib/attendances/attendance.js'
import { ownerStore } from '../../lib/app/access.js'
import { eventStore } from '../../lib/app/event-store.js'
import { getOne } from '../../lib/table/reads.js'
import { keyOf } from '../../lib/table/table.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { demo, get, givenInterfaceEvent, post, put, service, table, violations } from '../support/service.js'
import { has } from '../support/rooms.js'
import { record } from '../../lib/attendances/store/record-attendance.js'
import { attendanceReactions } from '../../lib/app/reactions/attendance.js'

/*
 * Events that are not published yet: drafts, and those of supporters that the team reviews.
 */

const OWNER = `group:${demo.group.id}` as const
const CAMPAIGN = demo.event_campaign.id
const dependencies = eventDependencies(service)
const start_date = {
  wallClock: `${new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)}T18:00:00`,
}
const given = (fields: object = {}) =>
  givenInterfaceEvent({
    title: 'Soup and phone bank',
    event_campaign_id: CAMPAIGN,
    start_date,
    timezone_identifier: 'UTC',
    status: 'tentative',
    ...fields,
  })
const rsvp = (path: string) =>
  post(path, { person: { email_addresses: [{ address: `${Math.random()}@example.org` }] } })
const codeOf = ({ status, text }: { status: number; text: string }) => [status, /"error_code":"(\w+)"/.exec(text)?.[1]]
const idsIn = (body: { _embedded: Record<string, { identifiers: string[] }[]> }) =>
  body._embedded['osdi:events']?.map(({ identifiers: [own] }) => own?.split(':')[1])

beforeAll(() => ownerStore(table).changeSettings(OWNER, { browser_rsvps: true }))

describe('a tentative event', () => {
  it('is read by the key of its owner, in collections as well, and filters find it', async () => {
    const { id, path } = await given()
    expect((await get(path)).body).toMatchObject({ status: 'tentative' })
    expect((await get(path)).body.browser_url).toBeUndefined()
    const found = (filter: string) => get(`/api/v2/events?filter=${encodeURIComponent(filter)}`)
    expect(idsIn((await found("status eq 'tentative'")).body)).toContain(id)
    expect(idsIn((await found("status eq 'confirmed'")).body)).not.toContain(id)
    expect(idsIn((await get(`/api/v2/event_campaigns/${CAMPAIGN}/events`)).body)).toContain(id)
  })

  it('is nowhere without a key, and in no calendar', async () => {
    const { id, path } = await given({ title: 'A secret supper' })
    for (const address of [
      `/events/${id}`,
      `/events/${id}/frame`,
      `/events/${id}/calendar.ics`,
      `/embed/events/${id}`,
      `/events/${id}/qr.svg`,
      `${path}/calendar.ics`,
    ])
      expect([address, (await get(address, address.startsWith(path) ? {} : { key: null })).status]).toEqual([
        address,
        404,
      ])
    for (const address of [
      `/groups/${demo.group.id}`,
      `/groups/${demo.group.id}/calendar.ics`,
      `/event_campaigns/${CAMPAIGN}`,
      `/event_campaigns/${CAMPAIGN}/calendar.ics`,
      `/embed/event_campaigns/${CAMPAIGN}`,
    ])
      expect((await get(address, { key: null })).text).not.toContain('A secret supper')
    for (const address of ['/api/v2/events/calendar.ics', `/api/v2/event_campaigns/${CAMPAIGN}/calendar.ics`])
      expect((await get(address)).text).not.toContain('A secret supper')
  })

  it('takes no RSVP: its form is that of an unknown event, and a key gets 409', async () => {
    const { id, path } = await given()
    const form = await post(`/events/${id}/rsvp`, {}, { key: null })
    expect(form.status).toBe(404)
    expect(codeOf(await rsvp(`${path}/attendances`))).toEqual([409, 'event_tentative'])
    const href = `https://events.example.org/api/v2/people/${demo.group.member}`
    const linked = { _links: { 'osdi:person': { href } } }
    expect(codeOf(await post(`${path}/attendances`, linked))).toEqual([409, 'event_tentative'])
    expect((await get(path)).body.total_accepted).toBe(0)
  })

  it('refuses an RSVP that has read it when it was confirmed', async () => {
    const { id } = await given()
    const attendance = newAttendance(id, demo.group.member, {}, new Date())
    const found = await eventStore(table).find(OWNER, id)
    const { status: _status, ...confirmed } = found
    // The first RSVP writes the status with the length; a change of the event has to write it before.
    await put(`/api/v2/events/${id}`, { title: 'Other' })
    await dependencies.events.change(
      OWNER,
      id,
      (event) => Promise.resolve({ ...event, waitlist: true, revision: event.revision + 1 }),
      'leave out',
    )
    await expect(record(table, attendanceReactions, attendance, confirmed)).rejects.toMatchObject({
      message: 'This event is not published yet',
    })
  })

  it.runIf(has('pages'))(
    'is public from its publication on, takes RSVPs, and has a reminder from then on',
    async () => {
      const { id, path } = await given()
      expect(await getOne(table, keyOf.eventMail(id, 'reminder'))).toBeUndefined()
      const event = await publishEvent(OWNER, id, dependencies)
      expect(event.status).toBeUndefined()
      expect((await publishEvent(OWNER, id, dependencies)).revision).toBe(event.revision)
      // It leads to the address that is easy to read.
      expect((await get(`/events/${id}`, { key: null })).status).toBe(308)
      expect((await get(path)).body.status).toBe('confirmed')
      expect((await rsvp(`${path}/attendances`)).status).toBe(200)
      expect(await getOne(table, keyOf.eventMail(id, 'reminder'))).toHaveProperty('since')
      expect(await violations()).toEqual([])
    },
  )

  it('cannot be published once it is canceled', async () => {
    const { id } = await given()
    await cancelEvent(OWNER, id, dependencies)
    await expect(publishEvent(OWNER, id, dependencies)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is not made by a key: the status of events of the API is ignored', async () => {
    const { body, headers } = await post('/api/v2/events', {
      title: 'X',
      origin_system: 'Test',
      status: 'tentative',
    })
    expect(body.status).toBe('confirmed')
    expect(headers['osdi-ignored']).toContain('status')
  })
})
