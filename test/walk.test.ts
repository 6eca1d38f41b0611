import { Client, type State } from 'ketting'
import { describe, expect, it } from 'vitest'
import { PUBLIC_URL, demo, gateway, givenEvent } from './support/service.js'

/** A HAL client whose requests are answered by the service in this process. */
function halClient(): Client {
  const client = new Client(`${PUBLIC_URL}/api/v2`)
  client.use(async (request) => {
    const { pathname, search } = new URL(request.url)
    const headers: Record<string, string> = { 'OSDI-API-Token': demo.group.key }
    request.headers.forEach((value, name) => (headers[name] = value))
    const body = ['GET', 'HEAD'].includes(request.method) ? {} : { body: await request.text() }
    const answer = await gateway.handle({ method: request.method, path: pathname + search, headers, ...body })
    return new Response(answer.body.length > 0 ? new Uint8Array(answer.body) : null, answer)
  })
  return client
}

describe('a HAL client that starts at the entry point', () => {
  it('reaches every event by links alone', async () => {
    const created = new Set<string>()
    for (let i = 0; i < 60; i++)
      created.add((await givenEvent({ title: `Event ${i}` }))._links.self.href as string)

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
})
