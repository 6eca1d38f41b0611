import { beforeAll, describe, expect, it } from 'vitest'
import { indexNames } from '../../lib/repair/index-names.js'
import { demo, givenInterfaceEvent, post, table } from '../support/service.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'

const { group, other_group: other } = demo
const FIND = `/manage/${group.id}/find`
const PEOPLE = `/manage/${group.id}/people`

let organizer: Browser
let member: Browser
let stranger: Browser

const rsvp = (event: string, given_name: string, family_name: string, address: string) =>
  post(`/api/v2/events/${event}/attendances`, {
    person: { given_name, family_name, email_addresses: [{ address }] },
  })

beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
  member = await signedInAs(group.member)
  stranger = await signedInAs(other.creator)
  const { id } = await givenInterfaceEvent({
    title: 'Candlelight evening',
    start_date: { wallClock: '2044-12-20T16:30:00' },
    event_campaign_id: demo.event_campaign.id,
  })
  await rsvp(id, 'Chidinma', 'Okafor', 'chidinma@example.org')
  await indexNames(table)
})

const found = async (browser: Browser, query: string) =>
  (await browser.open(`${FIND}?q=${encodeURIComponent(query)}`)).html

describe('the search of every page', () => {
  it('has a field that its key leads to', async () => {
    for (const path of [`/manage/${group.id}`, PEOPLE, FIND])
      expect((await organizer.open(path)).html).toMatch(/<input[^>]*id="find"/)
  })

  it.each(['kafo', 'OKAFOR', 'dinma okaf', 'chidínma'])('finds a person by %s', async (query) => {
    expect(await found(organizer, query)).toContain('chidinma@example.org')
  })

  it('leads to the person of a whole email', async () => {
    const { status, headers } = await organizer.open(`${FIND}?q=Chidinma@example.org`)
    expect([status, headers['location']]).toEqual([303, expect.stringContaining(`${PEOPLE}/`)])
  })

  it.each(['candle', 'candlelight december', 'dec 2044'])('finds an event by %s', async (query) => {
    expect(await found(organizer, query)).toContain('Candlelight evening')
  })

  it('shows members the events alone, and others nothing', async () => {
    expect(await found(member, 'candle')).toContain('Candlelight evening')
    expect(await found(member, 'kafo')).not.toContain('chidinma@example.org')
    expect((await member.open(`${FIND}?q=chidinma@example.org`)).status).toBe(200)
    expect((await stranger.open(`${FIND}?q=kafo`)).status).toBe(404)
    const own = await stranger.open(`/manage/${other.id}/find?q=kafo`)
    expect(own.html).not.toContain('chidinma@example.org')
  })

  it.each(['', '   ', '%', "'", '#', '<b>', 'x'.repeat(2000), '\u0000', '🙂', '../'])(
    'answers to %j',
    async (query) => {
      const { status, html } = await organizer.open(`${FIND}?q=${encodeURIComponent(query)}`)
      expect(status).toBe(200)
      expect(html).not.toContain('<b>"')
    },
  )
})

describe('the list of people', () => {
  it('is narrowed by parts of names, and read by letters', async () => {
    expect((await organizer.open(`${PEOPLE}?find=kafo`)).html).toContain('chidinma@example.org')
    expect((await organizer.open(`${PEOPLE}?letter=O`)).html).toContain('chidinma@example.org')
    expect((await organizer.open(`${PEOPLE}?letter=q`)).html).toContain('No last name begins with Q.')
    expect((await organizer.open(`${PEOPLE}?find=zzzz`)).html).toContain('No one has this name')
  })

  it('has no one who was erased, or is merged, under the name', async () => {
    const { id } = await givenInterfaceEvent()
    const { body } = await rsvp(id, 'Gone', 'Forever', 'gone@example.org')
    await indexNames(table)
    const person = body._links['osdi:person'].href.split('/').at(-1)
    expect((await organizer.open(`${PEOPLE}?find=forever`)).html).toContain('gone@example.org')
    await organizer.send(`${PEOPLE}/${person}/erase`)
    expect((await organizer.open(`${PEOPLE}?find=forever`)).html).not.toContain(person)
    await indexNames(table)
    expect((await organizer.open(`${PEOPLE}?find=forever`)).html).toContain('No one has this name')
  })
})
