import { Client, type Problem, type Resource, type State } from 'ketting'
import { describe, expect, it, vi } from 'vitest'
import { PUBLIC_URL, anEvent, answerTo, demo, givenEvent, post } from './support/service.js'
import { runScenario } from './support/clients/client-scenario.js'
import type { ScenarioClient } from './support/clients/scenario-client.js'

/** A HAL client whose requests are answered by the service in this process. */
function halClient(entryPoint = '/api/v2'): Client {
  const client = new Client(PUBLIC_URL + entryPoint)
  client.use((request) => {
    request.headers.set('OSDI-API-Token', demo.group.key)
    request.headers.set('api-key', demo.group.key)
    return answerTo(request)
  })
  return client
}

/** The client of the scenario. It follows links and knows no addresses. */
function scenarioClient(client: Client): ScenarioClient {
  const uris = (states: { uri: string }[]) => states.map(({ uri }) => uri)
  const listAll = async (first: State, rel: string) => {
    const all: string[] = []
    for (let page = first; ; page = await page.follow('next').get()) {
      all.push(...uris(page.followAll(rel)))
      if (!page.links.has('next')) return all
    }
  }
  const posted = async (to: Resource, data: object) => (await to.post({ data })).follow('self').uri
  return {
    createEvent: async (event) => posted(await client.follow('osdi:events'), event),
    readEvent: async (event) => {
      const { title, total_accepted } = (await client.go(event).refresh()).data
      return { title, total_accepted }
    },
    changeTitle: async (event, title) => {
      const state = await client.go(event).get()
      state.data.title = title
      await client.go(event).put(state)
    },
    // With a client of its own: another remembers the pages that it has seen.
    listEvents: async () => listAll(await (await halClient().follow('osdi:events')).get(), 'osdi:events'),
    recordRsvp: async (event, address) => {
      const helper = (await client.go(event).get()).follow('osdi:record_attendance_helper')
      return posted(helper, { person: { email_addresses: [{ address }] } })
    },
    listRsvps: async (event) => {
      const list = (await client.go(event).get()).follow('osdi:attendances')
      return listAll(await list.refresh(), 'osdi:attendances')
    },
    createNothing: async () => {
      const events = await client.follow('osdi:events')
      const { response } = (await events.post({ data: {} }).catch((refused: unknown) => refused)) as Problem
      return { status: response.status, error: ((await response.json()) as { error: string }).error }
    },
  }
}

describe('a HAL client that starts at the entry point', () => {
  it('reaches every event by links alone', async () => {
    const created = new Set<string>()
    for (let i = 0; i < 60; i++) created.add((await givenEvent({ title: `Event ${i}` }))._links.self.href as string)

    const reached = new Set<string>()
    let page: State | undefined = await (await halClient().follow('osdi:events')).get()
    while (page) {
      for (const event of page.followAll('osdi:events')) {
        const state = await event.get()
        expect(state.data).toHaveProperty('title')
        reached.add(state.uri)
      }
      page = page.links.has('next') ? await page.follow('next').get() : undefined
    }
    expect(reached).toEqual(created)
  })

  it('creates an event, changes what it read and sends it back', async () => {
    const events = await halClient().follow('osdi:events')
    const answer = await events.post({ data: { title: 'Rally', origin_system: 'Ketting' } })
    const created = await answer.follow('self').get()
    expect(created.data).toMatchObject({ title: 'Rally', origin_system: 'Ketting' })

    created.data.title = 'Bigger rally'
    await created.follow('self').put(created)
    expect((await halClient().go(created.uri).get()).data).toMatchObject({ title: 'Bigger rally' })
  })

  it.each(['/api/v1', '/api/v2'])(
    'meets no dead end from %s: every link of every document resolves',
    async (entryPoint) => {
      // The client says of every resource of version 1 that it is deprecated, as the headers of its answers do.
      const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      await furnish()
      const client = halClient(entryPoint)
      const met = new Set<string>()
      const waiting = [PUBLIC_URL + entryPoint]
      for (let uri = waiting.pop(); uri !== undefined; uri = waiting.pop()) {
        if (met.has(uri)) continue
        met.add(uri)
        const state = await client.go(uri).get()
        // The client also reads the icons that pages link to.
        const links = state.links
          .getAll()
          .filter(({ rel, templated }) => !['curies', 'icon'].includes(rel) && !templated)
        waiting.push(...links.map(({ href }) => new URL(href, uri).href))
      }
      expect(warnings.mock.calls.length > 0).toBe(entryPoint === '/api/v1')
      warnings.mockRestore()
      for (const kind of KINDS[entryPoint as keyof typeof KINDS])
        expect([...met].filter((uri) => kind.test(uri)).length, String(kind)).toBeGreaterThan(0)
    },
  )

  it('creates, reads, changes, lists, records RSVPs, and is refused', () => runScenario(scenarioClient(halClient())))
})

const ID = '[0-9a-f-]{36}'

/** Kinds of addresses that links must reach, at least. */
const KINDS = {
  '/api/v1': [
    /events$/,
    /events\?page=2$/,
    new RegExp(`/events/${ID}$`),
    new RegExp(`/events/${ID}/attendance/${ID}$`),
    new RegExp(`/events/${ID}/embed$`),
    new RegExp(`/people/${ID}/signatures$`),
    new RegExp(`/event_campaigns/${ID}/events$`),
    new RegExp(`/events/${ID}/calendar.ics$`),
    /api\/v1\/calendar.ics$/,
  ],
  '/api/v2': [
    /people$/,
    new RegExp(`/events/${ID}/attendances/${ID}$`),
    new RegExp(`/events/${ID}/embed$`),
    new RegExp(`/people/${ID}/attendances$`),
    new RegExp(`/event_campaigns/${ID}$`),
    new RegExp(`/lists/${ID}/items/${ID}$`),
    new RegExp(`/events/${ID}/calendar.ics$`),
    new RegExp(`/event_campaigns/${ID}/calendar.ics$`),
    /api\/v2\/calendar.ics$/,
    new RegExp(`/targeting/queries/${ID}/results/${ID}$`),
    new RegExp(`/targeting/queries/${ID}/people$`),
    new RegExp(`/targeting/queries/${ID}/people.csv$`),
  ],
}

/** Makes some of everything that links lead to. */
async function furnish() {
  const { path, id } = await givenEvent({
    _links: { 'osdi:creator': { href: `${PUBLIC_URL}/api/v2/people/${demo.group.organizer}` } },
  })
  await post(`${path}/attendances`, { person: { email_addresses: [{ address: 'walker@example.org' }] } })
  await post(`/api/v2/event_campaigns/${demo.event_campaign.id}/events`, anEvent({ start_date: '2040-05-04' }))
  await post('/api/v2/targeting/queries', { title: 'Walkers', include: [`service:${id}`] })
}
