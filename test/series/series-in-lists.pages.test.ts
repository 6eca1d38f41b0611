import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminOf } from '../admin/admin.js'
import { PUBLIC_URL, address, demo, gateway } from '../support/service.js'

const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint, PUBLIC_URL })

let title = ''
beforeEach(() => {
  title = `Canvass ${randomUUID()}`
})

/** A weekly series of five dates far from other events of the group. */
async function givenSeries(start: string, ...flags: string[]) {
  const { json, err } = await admin(
    'event',
    'create',
    '--group',
    demo.group.id,
    '--title',
    title,
    '--origin-system',
    'Turnout',
    '--start-date',
    start,
    '--repeat',
    'weekly',
    '--count',
    '5',
    ...flags,
    '--json',
  )
  if (err) throw new Error(err)
  return json as { series: string; events: [string, string, string, string, string] }
}

const open = async (path: string) => (await gateway.handle({ method: 'GET', path, headers: {} })).body.toString()

/** The cards of the series on a page: the ids of their events, and what they say of further dates. */
function cardsIn(html: string) {
  const cards = html.split('<li>').filter((card) => card.includes(title))
  return cards.map((card) => [/\/events\/([0-9a-f-]{36})"/.exec(card)?.[1], /and \d+ more times?/.exec(card)?.[0]])
}

describe('a series in the list of a group', () => {
  const page = (query = '') => open(`/groups/${demo.group.id}${query}`)

  it('is its next date and "and n more dates", which lead to the page of the series', async () => {
    const { series, events } = await givenSeries('2041-05-04T10:00')
    const html = await page('?from=2041-05-01&until=2041-07-01')
    expect(cardsIn(html)).toEqual([[events[0], 'and 4 more times']])
    expect(html).toContain(`/series/${series}`)
  })

  it('is the next of the dates that are looked for, and counts no date that was canceled', async () => {
    const { events } = await givenSeries('2042-05-03T10:00')
    const { err } = await admin('event', 'cancel', events[3], '--json')
    expect(err).toBe('')
    expect(cardsIn(await page('?from=2042-05-08&until=2042-07-01'))).toEqual([[events[1], 'and 2 more times']])
    await admin('event', 'cancel', events[1], '--series', 'following', '--json')
    await new Promise((resolve) => setTimeout(resolve, 5_500))
    expect(cardsIn(await page('?from=2042-05-01&until=2042-07-01'))).toEqual([[events[0], undefined]])
  })

  it('has each date in feeds, calendars and on the map', async () => {
    const { events } = await givenSeries('2043-05-02T10:00')
    const query = '?from=2043-05-01&until=2043-07-01&limit=50'
    for (const file of ['events.json', 'events.geojson', 'events.ics', 'calendar.ics']) {
      const { statusCode, body } = await gateway
        .handle({ method: 'GET', path: `/groups/${demo.group.id}/${file}${query}`, headers: {} })
        .then((answer) => ({ statusCode: answer.status, body: answer.body.toString() }))
      if (statusCode === 404) continue
      expect(
        events.filter((id) => body.includes(id)),
        file,
      ).toHaveLength(5)
    }
  })
})
