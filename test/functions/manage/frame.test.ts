import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, signedInAs } from '../../support/clients/organiser.js'
import { demo, givenInterfaceEvent } from '../../support/service.js'

/* The frame of the interface: places, tabs, and what stands once on a page. */

const { group } = demo
let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(group.creator)
})

const linksIn = (html: string, kind: string) =>
  [
    ...(new RegExp(`<nav[^>]*class="${kind}"[^>]*>(.*?)</nav>`, 's').exec(html)?.[1] ?? '').matchAll(
      />([^<]+)<\/a>/g,
    ),
  ].map(([, text]) => text)
const inNewYork = {
  start_date: { wallClock: '2041-07-04T18:00:00' },
  timezone_identifier: 'America/New_York',
}

describe('an event', () => {
  it('has six tabs; calls are among the guests, and what worked in the overview', async () => {
    const { id } = await givenInterfaceEvent(inNewYork)
    const tabs = ['Overview', 'Guests', 'Door', 'Messages', 'Share', 'Edit']
    for (const [path, beside] of [
      ['', ['Overview', 'What worked']],
      ['/worked', ['Overview', 'What worked']],
      ['/guests', ['Guests', 'Calls']],
      ['/calls', ['Guests', 'Calls']],
      ['/embed', []],
    ] as const) {
      const { html } = await organizer.open(`/manage/events/${id}${path}`)
      expect([path, linksIn(html, 'tabs')]).toEqual([path, tabs])
      expect([path, linksIn(html, 'chips').slice(0, 2)]).toEqual([path, beside])
    }
  })

  it('names the zone of its times once, as lists of events of one zone do', async () => {
    const { id } = await givenInterfaceEvent({ ...inNewYork, title: 'Zoned' })
    const { html } = await organizer.open(`/manage/events/${id}`)
    expect(html.match(/Eastern Time/g)).toHaveLength(1)
    await givenInterfaceEvent({ ...inNewYork, title: 'Zoned too' })
    const { html: list } = await organizer.open(`/manage/${group.id}/find?q=zoned`)
    expect(list.match(/Eastern Time/g)).toHaveLength(1)
    expect(list).toContain('Times are in Eastern Time.')
  })

  it('names the zone of each event where a list has several', async () => {
    await givenInterfaceEvent({ ...inNewYork, title: 'Apart' })
    await givenInterfaceEvent({ ...inNewYork, title: 'Apart', timezone_identifier: 'America/Chicago' })
    const { html } = await organizer.open(`/manage/${group.id}/find?q=apart`)
    expect(html).toMatch(/Eastern Time.*Central Time|Central Time.*Eastern Time/s)
    expect(html).not.toContain('Times are in')
  })
})
