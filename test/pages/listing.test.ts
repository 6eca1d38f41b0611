import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL, UNKNOWN_ID, demo, get, givenEvent, givenInterfaceEvent, table } from '../support/service.js'
import { rsvpSettings } from '../support/clients/visitors.js'

/*
 * The pages of a group and of a campaign, and their calendars.
 */

const GROUP = `/groups/${demo.group.id}`
const CAMPAIGN = `/event_campaigns/${demo.event_campaign.id}`
const inDays = (days: number) => ({
  start_date: { wallClock: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19) },
})
const dayIn = (days: number) => inDays(days).start_date.wallClock.slice(0, 10)
const inCampaign = { event_campaign_id: demo.event_campaign.id }

const page = async (path: string) => {
  const { status, text, headers } = await get(path, { key: null })
  return {
    status,
    text,
    headers,
    titles: [...text.matchAll(/<h3><a [^>]*>([^<]*)</g)].map(([, title]) => title),
  }
}
const titlesAt = async (path: string) => (await page(path)).titles
const nextIn = (text: string) =>
  /<a rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&').slice(PUBLIC_URL.length)

beforeAll(async () => {
  await givenInterfaceEvent({ title: 'Third', ...inDays(9), location: { locality: 'Boulder', region: 'CO' } })
  await givenInterfaceEvent({
    title: 'First',
    ...inDays(3),
    location: { venue: 'Union <Hall>', locality: 'Denver' },
  })
  await givenInterfaceEvent({ title: 'Second', ...inDays(6), ...inCampaign })
  await givenInterfaceEvent({ title: 'Over', ...inDays(-5) })
  await givenInterfaceEvent({ title: 'Hidden', ...inDays(4), hidden: true })
  await givenInterfaceEvent({ title: 'Some day' })
  await givenEvent({ title: 'From the API', start_date: inDays(5).start_date.wallClock })
})
afterAll(() => rsvpSettings({ list_api_events: null }))

describe('the page of a group', () => {
  it('lists what comes, soonest first, without hidden events and those of the API', async () => {
    const { status, titles, text } = await page(GROUP)
    expect([status, titles]).toEqual([200, ['First', 'Second', 'Third']])
    expect(text).toContain(demo.group.title)
    expect(text).toContain('Union &lt;Hall&gt;')
  })

  it('has the events of the API where the group wants them', async () => {
    await rsvpSettings({ list_api_events: true })
    expect(await titlesAt(GROUP)).toEqual(['First', 'From the API', 'Second', 'Third'])
    await rsvpSettings({ list_api_events: null })
  })

  it.each([
    ['location=denver&within=10', ['First', 'Second']],
    ['near=boulder,co&within=10', ['Third', 'Second']],
    ['near=honolulu', ['Third', 'Second']],
    [`from=${dayIn(5)}`, ['Second', 'Third']],
    [`until=${dayIn(6)}`, ['First', 'Second']],
    [`from=${dayIn(6)}&until=${dayIn(6)}`, ['Second']],
    [`from=${dayIn(6)}&until=${dayIn(5)}`, []],
    ['from=&until=&location=&after=', ['First', 'Second', 'Third']],
  ])('finds by %s', async (query, titles) => {
    const { status, titles: found } = await page(`${GROUP}?${query}`)
    expect([status, found]).toEqual([200, titles])
  })

  it('keeps what was searched for, escaped', async () => {
    const { text } = await page(`${GROUP}?location=${encodeURIComponent('"><b>')}`)
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;"')
  })

  it('is there for groups alone', async () => {
    for (const id of [UNKNOWN_ID, 'x']) expect((await page(`/groups/${id}`)).status).toBe(404)
  })
})

describe('the page of a campaign', () => {
  it('lists its own events', async () => {
    const { status, titles } = await page(CAMPAIGN)
    expect([status, titles]).toEqual([200, ['Second']])
    expect((await page(`/event_campaigns/${UNKNOWN_ID}`)).status).toBe(404)
  })
})

describe('the calendar of a page', () => {
  const summaries = async (path: string) => {
    const { status, text, headers } = await get(`${path}/calendar.ics`, { key: null })
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    return [...text.matchAll(/SUMMARY:(.*)\r/g)].map(([, summary]) => summary)
  }

  it('has the events that the page lists', async () => {
    expect(await summaries(GROUP)).toEqual(['First', 'Second', 'Third'])
    expect(await summaries(CAMPAIGN)).toEqual(['Second'])
    expect((await get(`/groups/${UNKNOWN_ID}/calendar.ics`, { key: null })).status).toBe(404)
  })
})

describe('a long list', () => {
  const COUNT = 45

  beforeAll(async () => {
    await Promise.all(
      Array.from({ length: COUNT }, (_, i) =>
        i % 3 === 0
          ? givenInterfaceEvent({ title: `Listed ${i}`, ...inDays(100 + i / 24) })
          : givenEvent({ title: `API ${i}`, start_date: inDays(100 + i / 24).start_date.wallClock }),
      ),
    )
  })

  it('comes in parts, none twice and none left out, at a cost that has a limit', async () => {
    await rsvpSettings({ list_api_events: true })
    const found: (string | undefined)[] = []
    const sizes = []
    let path: string | undefined = `${GROUP}?from=${dayIn(90)}`
    while (path) {
      const before = table.consumedCapacity.read
      const { text, titles } = await page(path)
      // Half a unit for each event of the group, when its numbers are read again.
      expect(table.consumedCapacity.read - before).toBeLessThan(60)
      found.push(...titles)
      sizes.push(titles.length)
      path = nextIn(text)
    }
    expect(sizes.slice(0, 2)).toEqual([25, 20])
    expect(new Set(found).size).toBe(COUNT)
    await rsvpSettings({ list_api_events: null })
  })

  it('is a calendar of the next 60 events, at a unit or two for each', async () => {
    await rsvpSettings({ list_api_events: true })
    const description = `<p>${'Words <b>and</b> <a href="https://example.org">links</a>. '.repeat(70)}</p>`
    for (let i = 0; i < 20; i++)
      await givenInterfaceEvent({ title: `Listed late ${i}`, description, ...inDays(200 + i) })
    const before = table.consumedCapacity.read
    const { text } = await get(`${GROUP}/calendar.ics?from=${dayIn(90)}`, { key: null })
    expect(table.consumedCapacity.read - before).toBeLessThan(100)
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(60)
    expect(text.replaceAll('\r\n ', '')).toContain('Words and links (https://example.org/). Words')
    expect(Math.max(...text.split('BEGIN:VEVENT').map(({ length }) => length))).toBeLessThan(1_200)
    await rsvpSettings({ list_api_events: null })
  })

  it('leaves out events of the API where the group does not want them', async () => {
    expect((await titlesAt(`${GROUP}?from=${dayIn(90)}&until=${dayIn(150)}`)).length).toBe(COUNT / 3)
  })
})
