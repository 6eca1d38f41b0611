import { beforeAll, describe, expect, it } from 'vitest'
import { demo, get, givenInterfaceEvent, post, visit } from '../support/service.js'
import { type Browser, request, signedInAs } from '../support/clients/organizer.js'

const { group } = demo
const ACTIONS = `/manage/${group.id}/actions`

let organizer: Browser

beforeAll(async () => {
  organizer = await signedInAs(group.organizer)
})

const DINNER = {
  title: 'Dinner',
  start_date: '2040-05-04T18:30',
  description: 'Bring friends.\n\nFood < drinks & fun',
  'location.venue': 'Town hall',
  'location.postal_code': '20009',
  'location.country': 'US',
  capacity: '20',
  featured_image_url: 'https://example.org/dinner.jpg',
}

const made = async (fields: Record<string, string> = {}, browser = organizer) => {
  const { status, headers } = await browser.send(`${ACTIONS}/new`, { ...DINNER, ...fields })
  expect(status).toBe(303)
  return headers['location']?.split('/').at(-1) as string
}
/** Makes an event that everybody can see. */
const published = async (...args: Parameters<typeof made>) => {
  const id = await made(...args)
  expect((await organizer.send(`/manage/events/${id}/publish`)).status).toBe(303)
  return id
}
const asApi = async (id: string) => (await get(`/api/v2/events/${id}`)).body

describe('a draft', () => {
  const page = async (id: string) => (await visit(`/events/${id}`)).status

  it('has no page and takes no RSVP until it is published', async () => {
    const id = await made({ title: 'Unseen' })
    const rsvp = { person: { email_addresses: [{ address: 'early@example.org' }] } }
    expect([await page(id), (await asApi(id)).status]).toEqual([404, 'tentative'])
    expect((await post(`/api/v2/events/${id}/attendances`, rsvp)).status).toBe(409)
    const { html } = await organizer.open(`/manage/events/${id}`)
    expect(html).toContain('We won’t email anyone now')
    await organizer.send(`/manage/events/${id}/publish`)
    expect([await page(id), (await asApi(id)).status]).toEqual([200, 'confirmed'])
    expect((await post(`/api/v2/events/${id}/attendances`, rsvp)).status).toBe(200)
  })

  it('names the address that it will have, and no list that leaves it out', async () => {
    const title = 'Held by another'
    const pageOf = async (more: Record<string, string>) =>
      (await organizer.open(`/manage/events/${await made({ title, ...more })}`)).html
    expect(await pageOf({})).toMatch(/\/e\/held-by-another<.*It will be listed/s)
    await organizer.send(`/manage/events/${await made({ title })}/publish`)
    expect(await pageOf({})).toMatch(/\/e\/held-by-another-[\w-]+</)
    expect(await pageOf({ visibility: 'private' })).not.toContain('It will be listed')
    expect(await pageOf({ start_date: '2020-05-04T18:30' })).not.toMatch(/It will be listed|Guests get the emails/)
  })

  it('says once, on the next page, that it is live', async () => {
    const id = await made({ title: 'Said once' })
    const { cookies } = await organizer.send(`/manage/events/${id}/publish`)
    const cookie = `${organizer.cookie}; ${cookies.find((each) => each.includes('flash'))?.split(';')[0]}`
    const next = await request('GET', `/manage/events/${id}`, { cookie })
    expect(next.html).toContain('Your event is live.')
    expect(next.cookies.find((each) => each.includes('flash'))).toMatch(/Max-Age=0/)
    expect((await organizer.open(`/manage/events/${id}`)).html).not.toContain('Your event is live.')
  })

  it('begins on a phone with its link, and with its numbers once someone has answered', async () => {
    const { id, path } = await givenInterfaceEvent({ title: 'Numbers first' })
    expect((await organizer.open(`/manage/events/${id}`)).html).toContain('class="two overview"')
    await post(`${path}/attendances`, { person: { email_addresses: [{ address: 'first@numbers.example' }] } })
    expect((await organizer.open(`/manage/events/${id}`)).html).toContain('class="two overview running"')
  })

  it('of a past day is published after a question alone, and is not to be shared then', async () => {
    const id = await made({ title: 'Long ago', start_date: '2020-05-04T18:30' })
    const draft = await organizer.open(`/manage/events/${id}`)
    expect(draft.html).toContain('This event is in the past')
    await organizer.send(`/manage/events/${id}/publish`)
    expect((await asApi(id)).status).toBe('tentative')
    const { cookies } = await organizer.send(`/manage/events/${id}/publish`, { past: 'yes' })
    expect((await asApi(id)).status).toBe('confirmed')
    const said = decodeURIComponent(cookies.join())
    expect(said).toContain('The event is over')
    expect(said).not.toMatch(/five|is live/)
  })

  it('of an event online without a link to join says that there is none', async () => {
    const id = await made({ title: 'Nowhere', attendance_mode: 'online' })
    expect((await organizer.open(`/manage/events/${id}`)).html).toContain('no link to join yet')
    const linked = await made({ attendance_mode: 'online', join_link: 'https://meet.example/1' })
    expect((await organizer.open(`/manage/events/${linked}`)).html).not.toContain('no link to join yet')
  })

  it('is deleted after a question, and stands in no list of organizers then', async () => {
    const id = await made({ title: 'Thrown away' })
    expect((await organizer.open(`/manage/events/${id}/discard`)).html).toContain('No one has seen it')
    expect((await organizer.open(`${ACTIONS}?view=all`)).html).toContain('Thrown away')
    await organizer.send(`/manage/events/${id}/discard`)
    expect((await organizer.open(`${ACTIONS}?view=all`)).html).not.toContain('Thrown away')
    expect(await page(id)).toBe(404)
  })

  it('is the only event that can be deleted', async () => {
    const id = await published({ title: 'Stays' })
    await organizer.send(`/manage/events/${id}/discard`)
    expect(await asApi(id)).toMatchObject({ status: 'confirmed', 'service:hidden': false })
  })
})
