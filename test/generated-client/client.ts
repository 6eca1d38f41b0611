import createClient from 'openapi-fetch'
// Made from the OpenAPI document by generated-client.test.ts, before it is compiled.
import type { paths } from '../../.cache/openapi/v2.js'
import type { ScenarioClient } from '../support/clients/scenario-client.js'

/** The query of the link `next`: the typed client takes addresses apart. */
const queryIn = (next: { href: string } | undefined) =>
  next && (Object.fromEntries(new URL(next.href).searchParams) as { page?: number; after?: string })

/** A client whose types are generated from the OpenAPI document of version 2. */
export function generatedClient(
  baseUrl: string,
  key: string,
  fetch: (request: Request) => Promise<Response>,
): ScenarioClient {
  const client = createClient<paths>({ baseUrl, fetch, headers: { 'OSDI-API-Token': key } })
  const byId = (event: string) => ({ path: { id: event.split('/').at(-1) as string } })

  return {
    async createEvent(event) {
      const { data } = await client.POST('/api/v2/events', { body: event })
      return data!._links.self.href
    },
    async readEvent(event) {
      const { data } = await client.GET('/api/v2/events/{id}', { params: byId(event) })
      const { title, total_accepted } = data!
      return { title, total_accepted }
    },
    async changeTitle(event, title) {
      await client.PUT('/api/v2/events/{id}', { params: byId(event), body: { title } })
    },
    async listEvents() {
      const all: string[] = []
      for (let query: { page?: number; after?: string } | undefined = {}; query;) {
        const { data } = await client.GET('/api/v2/events', { params: { query } })
        all.push(...data!._embedded['osdi:events'].map(({ _links }) => _links.self.href))
        query = queryIn(data!._links.next)
      }
      return all
    },
    async recordRsvp(event, address) {
      const { data } = await client.POST('/api/v2/events/{id}/attendances', {
        params: byId(event),
        body: { person: { email_addresses: [{ address }] } },
      })
      // With `background_request=true` it would be an empty object.
      return '_links' in data! ? data._links.self.href : ''
    },
    async listRsvps(event) {
      const { data } = await client.GET('/api/v2/events/{id}/attendances', { params: byId(event) })
      return data!._embedded['osdi:attendances'].map(({ _links }) => _links.self.href)
    },
    async createNothing() {
      // @ts-expect-error an event needs a title and the system that it comes from
      const { error, response } = await client.POST('/api/v2/events', { body: {} })
      return { status: response.status, error: error!.error ?? '' }
    },
  }
}
