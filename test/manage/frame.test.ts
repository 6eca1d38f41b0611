import { beforeAll, describe, expect, it } from 'vitest'
import { areasFor } from '../../lib/manage/page/areas.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { has } from '../support/rooms.js'
import { demo, givenInterfaceEvent, service } from '../support/service.js'

/* The frame of the interface: places, tabs, and what stands once on a page. */

const { group } = demo
let organizer: Browser
beforeAll(async () => {
  organizer = await signedInAs(group.creator)
})

const linksIn = (html: string, kind: string) =>
  [
    ...(new RegExp(`<nav[^>]*class="${kind}"[^>]*>(.*?)</nav>`, 's').exec(html)?.[1] ?? '').matchAll(/>([^<]+)<\/a>/g),
  ].map(([, text]) => text)
const inNewYork = {
  start_date: { wallClock: '2041-07-04T18:00:00' },
  timezone_identifier: 'America/New_York',
}

describe('a page of a group', () => {
  it('has its times in the zone of the newest event, which it names once', async () => {
    await givenInterfaceEvent(inNewYork)
    await organizer.send(`/manage/${group.id}/calendars`, { title: 'Zoned' })
    await organizer.send(`/manage/${group.id}/blocked`, { contact: 'zoned@blocked.example' })
    for (const path of ['log', 'calendars', ...(has('blocked') ? ['blocked'] : [])]) {
      const { html } = await organizer.open(`/manage/${group.id}/${path}`)
      expect([path, html.match(/Times are in Eastern Time\./g)?.length]).toEqual([path, 1])
      expect(html).not.toMatch(/[AP]M UTC/)
    }
  })

  it('has them in that of an older event where the newest ones have none', async () => {
    for (let i = 0; i < 5; i++) await givenInterfaceEvent({ title: 'Without a date' })
    const { html } = await organizer.open(`/manage/${group.id}/log`)
    expect(html.match(/Times are in Eastern Time\./g)?.length).toBe(1)
  })

  it('names the version of Turnout, and so does a header', async () => {
    const { html, headers } = await organizer.open(`/manage/${group.id}`)
    expect(html).toContain(`Turnout ${service.environment.version}</p>`)
    expect(headers['turnout-version']).toBe(service.environment.version)
  })

  it('names no zone where it has no times', async () => {
    const { html } = await organizer.open(`/manage/${group.id}/import`)
    expect(html).not.toContain('Times are in')
  })

  it('names what a number counts where a row is a card', async () => {
    await organizer.send(`/manage/${group.id}/campaigns/new`, { title: 'Counted', draft: 'counted' })
    const { html } = await organizer.open(`/manage/${group.id}/campaigns`)
    expect(html).toContain('data-title="Events"')
  })
})

describe('the home of a group', () => {
  it('has no canceled event among the next ones, and one line for the drafts of a series', async () => {
    const soon = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 19)
    const later = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 19)
    const { id } = await givenInterfaceEvent({
      title: 'Rained off',
      start_date: { wallClock: soon },
      timezone_identifier: 'UTC',
    })
    await organizer.send(`/manage/events/${id}/cancel`)
    const made = await organizer.send(`/manage/${group.id}/actions/new`, {
      title: 'Canvass of drafts',
      day: later.slice(0, 10),
      start_time: '23:00',
      end_time: '23:30',
      repeat: 'weekly',
      every: '1',
      count: '3',
      timezone_identifier: 'UTC',
      then: 'make',
      attendance_mode: 'online',
      join_url: 'https://example.org/call',
    })
    expect(made.status).toBe(303)
    const { html } = await organizer.open(`/manage/${group.id}`)
    expect(html).not.toContain('Rained off')
    const [, waiting = ''] = html.split('To do')
    expect(waiting.match(/Canvass of drafts/g)).toHaveLength(1)
  })
})

describe('the home of a group whose events are west of Greenwich', () => {
  /** Until noon of Greenwich, it is the day before there. */
  const ZONE = 'Etc/GMT+12'
  const clockIn = (hours: number) => new Date(Date.now() + (hours - 12) * 3_600_000).toISOString().slice(0, 19)
  const given = (title: string, hours: number, end?: number) =>
    givenInterfaceEvent(
      {
        title,
        start_date: { wallClock: clockIn(hours) },
        timezone_identifier: ZONE,
        ...(end !== undefined && { end_date: { wallClock: clockIn(end) } }),
      },
      { group: demo.other_group.id },
    )

  it('names the day that it is there, and has what takes place this evening', async () => {
    await given('This evening', 0.1)
    await given('All night', -2, 3)
    await given('Of the day before', -23.9)
    const other = await signedInAs(demo.other_group.creator)
    const { html } = await other.open(`/manage/${demo.other_group.id}`)
    const day = { weekday: 'long', month: 'long', day: 'numeric', timeZone: ZONE } as const
    expect(html).toContain(`>${new Intl.DateTimeFormat('en', day).format(new Date())}</h1>`)
    for (const title of ['This evening', 'All night']) expect(html).toContain(title)
    expect(html).not.toContain('Of the day before')
  })
})

describe('an event', () => {
  it('has five tabs where no email is sent; calls are among the guests, helpers and what worked in the overview', async () => {
    const { id } = await givenInterfaceEvent(inNewYork)
    const tabs = ['Overview', 'Guests', ...(has('door') ? ['Door'] : []), 'Share', 'Edit']
    for (const [path, beside] of [
      ...(has('stewards') ? ([['', ['Overview', 'Helpers']]] as const) : []),
      ...(has('reports') && has('stewards') ? ([['/worked', ['Overview', 'Helpers', 'Results']]] as const) : []),
      ...(has('calls') ? (['/guests', '/calls'] as const).map((path) => [path, ['Guests', 'Calls']] as const) : []),
      ['/embed', []],
    ] as const) {
      const { html } = await organizer.open(`/manage/events/${id}${path}`)
      expect([path, linksIn(html, 'tabs')]).toEqual([path, tabs])
      expect([path, linksIn(html, 'chips').slice(0, Math.max(2, beside.length))]).toEqual([path, beside])
    }
  })

  it.runIf(has('reports'))('has results once it has begun', async () => {
    const { id } = await givenInterfaceEvent({ start_date: { wallClock: '2024-05-04T18:30:00' } })
    expect(linksIn((await organizer.open(`/manage/events/${id}`)).html, 'chips')).toContain('Results')
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

describe('the ways through the interface', () => {
  const sectionsOf = (isThere: (path: string) => boolean) =>
    areasFor('creator', isThere).flatMap(({ sections }) => sections as string[])

  it('lead to every section whose page is there: to that of emails only where some are sent', async () => {
    const { html: settings } = await organizer.open(`/manage/${group.id}/settings`)
    const { html: people } = await organizer.open(`/manage/${group.id}/people`)
    expect(linksIn(settings, 'tabs')).toHaveLength(6 + ['webhooks', 'imports'].filter(has).length)
    expect(linksIn(people, 'tabs')).toHaveLength(has('blocked') ? 4 : 3)
    expect(sectionsOf(() => true)).toHaveLength(16)
  })

  it('lead to none whose room is taken out', () => {
    const rest = sectionsOf((path) => !/(webhooks|campaigns)$/.test(path))
    expect(rest).toHaveLength(14)
    expect(rest).not.toContain('webhooks')
    expect(areasFor('creator', (path) => !path.endsWith('/campaigns')).map(({ area }) => area)).not.toContain(
      'campaigns',
    )
  })
})
