import { beforeAll, describe, expect, it } from 'vitest'
import { demo, get, givenInterfaceEvent, post } from '../support/service.js'

const { group } = demo
const path = `/mobilize/v1/organizations/${group.id}/events`

const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const secondsAt = (days: number) => Math.floor(Date.now() / 1_000) + days * 86_400

const feed = async (query = '', at = path) => {
  const { status, body, headers } = await get(`${at}${query && `?${query}`}`)
  return { status, body, headers, titles: (body.data ?? []).map((event: any) => event.title) }
}

const given = (title: string, days: number, more: object = {}) =>
  givenInterfaceEvent({
    title,
    start_date: { wallClock: `${dayAt(days)}T18:00:00` },
    end_date: { wallClock: `${dayAt(days)}T20:00:00` },
    timezone_identifier: 'America/New_York',
    location: { venue: 'Office', address_lines: ['204 E 13th St'], postal_code: '10003', country: 'US' },
    ...more,
  })

beforeAll(async () => {
  await given('Near', 10, {
    description: '<b>Bring</b> a dish<img src=x onerror=alert(1)><script>alert(2)</script>',
  })
  await given('Far', 20, {
    location: { postal_code: '60601', country: 'US', locality: 'Chicago', region: 'IL' },
  })
  await given('Online', 30, { attendance_mode: 'online', location: {} })
  await given('At home', 40, { address_shown: 'guests' })
  await givenInterfaceEvent({
    title: 'Secret',
    hidden: true,
    start_date: { wallClock: `${dayAt(10)}T18:00:00` },
  })
})

describe('the feed of a group, in the dialect of Mobilize', () => {
  it('has descriptions without what a page would run', async () => {
    const { description } = (await feed()).body.data[0]
    expect(description).toContain('<b>Bring</b> a dish')
    expect(description).not.toMatch(/onerror|<script/)
  })

  it('has events with timeslots, places, and ids that are whole numbers', async () => {
    const { status, body, headers, titles } = await feed()
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=60'])
    expect(titles).toEqual(['Near', 'Far', 'Online', 'At home'])
    const [near, , online, home] = body.data
    expect(body).toMatchObject({ count: 4, next: null, previous: null })
    expect(near).toMatchObject({
      id: expect.any(Number),
      timezone: 'America/New_York',
      event_type: 'OTHER',
      visibility: 'PUBLIC',
      approval_status: 'APPROVED',
      is_virtual: false,
      sponsor: { id: expect.any(Number), name: 'Turnout Demo Group', slug: group.id },
      timeslots: [{ id: expect.any(Number), is_full: false, max_attendees: null, instructions: null }],
      location: {
        venue: 'Office',
        address_lines: ['204 E 13th St', ''],
        postal_code: '10003',
        region: 'NY',
        location: { latitude: expect.closeTo(40.7, 0), longitude: expect.closeTo(-74, 0) },
      },
      browser_url: expect.stringContaining('/events/'),
    })
    const [{ start_date, end_date }] = near.timeslots
    expect([end_date - start_date, Number.isSafeInteger(near.id)]).toEqual([7_200, true])
    expect(online).toMatchObject({ is_virtual: true, location: null })
    expect(home).toMatchObject({
      address_visibility: 'PRIVATE',
      location: { address_lines: [expect.stringContaining('private'), ''], postal_code: '' },
    })
    expect(JSON.stringify(body)).not.toContain('Secret')
  })

  it('answers for times', async () => {
    expect((await feed('timeslot_start=gte_now')).titles).toHaveLength(4)
    expect((await feed(`timeslot_start=gt_${secondsAt(15)}`)).titles).toEqual(['Far', 'Online', 'At home'])
    expect((await feed(`timeslot_start=gte_${secondsAt(15)}&timeslot_start=lt_${secondsAt(25)}`)).titles).toEqual([
      'Far',
    ])
    expect((await feed(`timeslot_end=lte_${secondsAt(12)}`)).titles).toEqual(['Near'])
    expect((await feed('timeslot_start=lt_now')).titles).toEqual([])
    expect((await feed(`updated_since=${secondsAt(1)}`)).titles).toEqual([])
    expect((await feed(`updated_since=${secondsAt(-1)}`)).titles).toHaveLength(4)
  })

  it('answers for places and distances', async () => {
    expect((await feed('zipcode=60601')).titles[0]).toBe('Far')
    expect((await feed('zipcode=60601')).titles).toHaveLength(4)
    expect((await feed('zipcode=60601&max_dist=50')).titles).toEqual(['Far'])
    expect((await feed('zipcode=10003&max_dist=50')).titles).toEqual(expect.arrayContaining(['Near']))
    expect((await feed('state=IL')).titles).toEqual(['Far'])
    expect((await feed('is_virtual=true')).titles).toEqual(['Online'])
    expect((await feed('is_virtual=false')).titles).not.toContain('Online')
  })

  it('leaves out full events where it is asked to, and has none of what only Mobilize has', async () => {
    const { id } = await given('Full', 50, { capacity: 1 })
    await post(`/api/v2/events/${id}/attendances`, {
      person: { email_addresses: [{ address: 'f@example.org' }] },
    })
    const { body } = await feed(`timeslot_start=gte_${secondsAt(45)}`)
    expect(body.data[0].timeslots[0]).toMatchObject({ is_full: true, max_attendees: 1 })
    expect((await feed('exclude_full=true')).titles).not.toContain('Full')
    for (const query of ['event_types=CANVASS', 'tag_id=3', 'high_priority_only=true', 'visibility=PRIVATE'])
      expect((await feed(query)).titles).toEqual([])
    expect((await feed('event_types=CANVASS&event_types=OTHER')).titles).toHaveLength(5)
    expect((await feed('organization_id=1')).titles).toEqual([])
  })

  it('has pages, by number and by next', async () => {
    const first = await feed('per_page=2&timeslot_start=gte_now')
    expect(first.titles).toEqual(['Near', 'Far'])
    const next = new URL(first.body.next)
    const second = await feed(next.search.slice(1), next.pathname)
    expect(second.titles).toEqual(['Online', 'At home'])
    expect(second.body.previous).toContain('page=1')
    expect((await feed('page=99')).body).toMatchObject({ count: 5, next: null, data: [] })
  })

  it('is below the address of a group, too, for programs whose organizations are whole numbers', async () => {
    const { titles, body } = await feed('per_page=1', `/groups/${group.id}/mobilize/v1/organizations/77/events`)
    expect([titles, body.next]).toEqual([['Near'], expect.stringContaining(path)])
  })

  it('names every fault of a query, and knows no other group', async () => {
    const { status, body } = await feed('timeslot_start=soon&zipcode=nowhere&per_page=0&is_virtual=maybe')
    expect(status).toBe(400)
    for (const name of ['timeslot_start', 'zipcode', 'per_page', 'is_virtual'])
      expect(JSON.stringify(body)).toContain(`\`${name}\` has to be`)
    for (const id of ['00000000-0000-4000-8000-000000000000', '1316'])
      expect((await get(`/mobilize/v1/organizations/${id}/events`)).status).toBe(404)
  })

  it('has an event whose RSVPs are closed as a full one, as the dialect has no other word', async () => {
    await given('Shut', 60, { rsvps_close: `${dayAt(-1)}T12:00:00` })
    const { body } = await feed(`timeslot_start=gte_${secondsAt(55)}`)
    expect(body.data[0]).toMatchObject({ title: 'Shut', timeslots: [{ is_full: true }] })
  })
})
