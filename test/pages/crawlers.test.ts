import { describe, expect, it } from 'vitest'
import { cancelEvent, updateInterfaceEvent } from '../../lib/events/interface-event.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { indexedGroups } from '../../lib/pages/store/indexed-groups.js'
import { ownerStore } from '../../lib/app/access.js'
import { PUBLIC_URL, demo, get, givenEvent, givenInterfaceEvent, send, service, table } from '../support/service.js'

const GROUP = demo.group.id
const SITEMAP = `/groups/${GROUP}/sitemap.xml`
const inDays = (days: number) => ({
  start_date: {
    wallClock: `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T18:00:00`,
  },
})
const read = async (path: string) => {
  const { status, text, headers } = await get(path, { key: null })
  const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  return { status, text, headers, addresses }
}
const pageOf = ({ id }: { id: string }) => `${PUBLIC_URL}/events/${id}`

describe('the sitemap of a group', () => {
  it('leads to its page, its campaigns and its events to come, the soonest first', async () => {
    const later = await givenInterfaceEvent({ event_campaign_id: demo.event_campaign.id, ...inDays(9) })
    const sooner = await givenInterfaceEvent(inDays(3))
    const { status, headers, addresses } = await read(SITEMAP)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    expect(addresses.slice(0, 2)).toEqual([
      `${PUBLIC_URL}/groups/${GROUP}`,
      `${PUBLIC_URL}/event_campaigns/${demo.event_campaign.id}`,
    ])
    expect(addresses.indexOf(pageOf(sooner))).toBeGreaterThan(1)
    expect(addresses.indexOf(pageOf(later))).toBeGreaterThan(addresses.indexOf(pageOf(sooner)))
    for (const address of addresses)
      expect((await get(String(address).slice(PUBLIC_URL.length), { key: null })).status).toBe(200)
  })

  it.each([
    ['hidden', { hidden: true, ...inDays(3) }],
    ['a draft', { status: 'tentative' as const, ...inDays(3) }],
    ['over', inDays(-3)],
  ])('has no event that is %s', async (_, fields) => {
    const event = await givenInterfaceEvent(fields)
    expect((await read(SITEMAP)).addresses).not.toContain(pageOf(event))
  })

  it('has no event of the API, which has its page elsewhere', async () => {
    const event = await givenEvent({ start_date: inDays(3).start_date.wallClock })
    await ownerStore(table).changeSettings(`group:${GROUP}`, { list_api_events: true })
    expect((await read(SITEMAP)).addresses).not.toContain(pageOf(event))
    await ownerStore(table).changeSettings(`group:${GROUP}`, { list_api_events: false })
  })

  /** A process that is often asked for a list remembers it for some seconds. */
  const LATER = { timeout: 30_000, interval: 200 }
  const addresses = async () => (await read(SITEMAP)).addresses

  it.each([
    [
      'hidden',
      (id: string) => updateInterfaceEvent(`group:${GROUP}`, id, { hidden: true }, eventDependencies(service)),
    ],
    ['cancelled', (id: string) => cancelEvent(`group:${GROUP}`, id, eventDependencies(service))],
  ])('has an event no more that was %s since', async (_, change) => {
    const event = await givenInterfaceEvent(inDays(3))
    await expect.poll(addresses, LATER).toContain(pageOf(event))
    await change(event.id)
    await expect.poll(addresses, LATER).not.toContain(pageOf(event))
  })

  it.each(['/groups/none/sitemap.xml', '/groups/2f9b2a4e-0000-4000-8000-000000000000/sitemap.xml'])(
    'is not there of a group that there is not: %s',
    async (path) => {
      expect((await read(path)).status).toBe(404)
    },
  )
})

describe('the index of sitemaps', () => {
  it('has the sitemap of each group', async () => {
    const { status, text, addresses } = await read('/sitemap.xml')
    expect(status).toBe(200)
    expect(text).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
    expect(addresses).toContain(PUBLIC_URL + SITEMAP)
  })

  it.each(['0', '2', '-1', '1.5', 'x', '', '9999999'])('has no part %s', async (part) => {
    expect((await read(`/sitemap.xml?part=${part}`)).status).toBe(404)
  })
})

describe('an index of very many groups', () => {
  it('has them in parts, each group in one', async () => {
    const groups = indexedGroups(table, 1)
    expect(await groups.countParts()).toBe(2)
    expect([await groups.readPart(1), await groups.readPart(2), await groups.readPart(3)]).toEqual([
      [GROUP],
      [demo.other_group.id],
      undefined,
    ])
  })
})

describe('robots.txt', () => {
  it('keeps crawlers from personal links, forms and the interface, and names the index', async () => {
    const { status, headers, text } = await read('/robots.txt')
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' })
    for (const path of ['/rsvp/', '/unsubscribe/', '/manage', '/host/', '/calendars/', '/api/'])
      expect(text).toContain(`Disallow: ${path}\n`)
    expect(text).not.toMatch(/Disallow: \/(events|groups|series)/)
    expect(text).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml\n`)
  })

  it.each(['/robots.txt', '/sitemap.xml', SITEMAP])('answers HEAD, as %s', async (path) => {
    const { status, text } = await send('HEAD', path, undefined, { key: null })
    expect([status, text]).toEqual([200, ''])
  })
})
