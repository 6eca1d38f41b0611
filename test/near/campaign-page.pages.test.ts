import { expect, it } from 'vitest'
import { get, givenInterfaceEvent, post } from '../support/service.js'
import { givenHosting, page } from '../support/given/hosting.js'
import { has } from '../support/rooms.js'

const inDays = (days: number) => ({
  wallClock: `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T18:00:00`,
})

/** A campaign with more events than its page shows as a whole, in two states. */
async function givenDay() {
  const { id } = await givenHosting({ title: 'No home goes cold', description: '<p>On one Saturday.</p>' })
  const events: string[] = []
  for (let i = 0; i < 9; i++) {
    const [locality, region] = i % 2 ? ['Springfield', 'IL'] : ['Madison', 'WI']
    const { id: event } = await givenInterfaceEvent({
      title: `Event ${i}`,
      event_campaign_id: id,
      start_date: inDays(10 + i),
      location: { locality, region },
    })
    events.push(event)
  }
  return { id, events }
}

const rsvp = (event: string, name: string, guests = 0) =>
  post(`/api/v2/events/${event}/attendances`, {
    person: { given_name: name, email_addresses: [{ address: `${name}@coming.example` }] },
    'service:guests': guests,
  })

it('the page of a campaign says what it is, how many come, and which events are the largest', async () => {
  const { id, events } = await givenDay()
  await rsvp(events[4] as string, 'Ana')
  await rsvp(events[4] as string, 'Ben')
  await rsvp(events[7] as string, 'Cam')
  const { text, headers } = await page(`/event_campaigns/${id}`)
  expect(headers['cache-control']).toBe('public, max-age=60')
  expect(text).toContain('On one Saturday.')
  // A script that runs before the body is there finds no button to show.
  expect(text).toMatch(/near\.js" defer/)
  const stats = [...text.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)].map(([, name, value]) => [name, value])
  expect(stats).toEqual([
    ['Events', '9'],
    ['People coming', '3'],
    ['States and provinces', '2'],
  ])
  const big = text.slice(text.indexOf('The next big ones'))
  expect([...big.matchAll(/Event (\d)</g)].map(([, number]) => number)).toEqual(['4', '7'])
  expect(big).toContain('2 people are coming')
})

it.runIf(has('hosting'))(
  'the page of a campaign leads supporters to the form while hosting is on, and names the group',
  async () => {
    const { id } = await givenHosting()
    const { text } = await page(`/event_campaigns/${id}`)
    expect(text).toContain(`<a class="btn" href="/event_campaigns/${id}/host"`)
    expect(text).toContain('A table is an event.')
    expect(text).toMatch(/class="group"[^>]*>.*Turnout Demo Group/)
    const off = await givenHosting({ 'service:hosting': 'off' })
    expect((await page(`/event_campaigns/${off.id}`)).text).not.toContain(`/host"`)
  },
)

it('the page of a campaign offers the same search of some of the events, with what was typed', async () => {
  const { id } = await givenDay()
  const { text } = await page(`/event_campaigns/${id}?near=62701&within=50&mode=online`)
  expect(text).toContain('?near=62701&amp;within=50&amp;mode=in_person"')
  expect(text).toMatch(/mode=online" aria-current="true"/)
  expect(text).not.toContain('The next big ones')
})

it('the page of a campaign is cacheable on every surface, and a fault is not', async () => {
  const { id } = await givenHosting()
  const surface = async (path: string) =>
    (await get(`/event_campaigns/${id}${path}`, { key: null })).headers['cache-control']
  expect(await surface('')).toBe('public, max-age=60')
  expect(await surface('/events.json')).toBe('public, max-age=60')
  expect(await surface('/events.geojson')).toBe('public, max-age=60')
  expect(await surface('/calendar.ics')).toMatch(/^public, max-age=(60|300)$/)
  expect(await surface('?near=Nowhere,%20ZZ')).toBe('no-store')
})

it('a circle of the map is named with the number in it, also where the language has a word for one', async () => {
  const { id } = await givenHosting({ title: 'One place' })
  const location = { locality: 'Peoria', region: 'IL' }
  await givenInterfaceEvent({ title: 'Alone', event_campaign_id: id, start_date: inDays(10), location })
  const nameIn = async (language: string) => {
    const headers = { accept: 'text/html', 'accept-language': language }
    const { text } = await get(`/event_campaigns/${id}`, { key: null, headers })
    return /<a href="[^"]*bbox=[^"]*" aria-label="([^"]*)"/.exec(text)?.[1]
  }
  expect(await nameIn('en')).toBe('1 event around Peoria')
  expect(await nameIn('ar')).toBe('1: فعالية واحدة حول Peoria')
})
