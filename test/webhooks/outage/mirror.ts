import { isDeepStrictEqual } from 'node:util'
import type { OwnService } from './service.js'

/** A message as a receiver gets it. */
export interface Message {
  type: string
  timestamp: string
  data: any
}

/** A copy of the service's resources, by their addresses. */
export type State = Map<string, object>

/** Fields that GET counts or derives anew each time. No message reports them. */
const DERIVED = [
  'total_accepted',
  'total_shares',
  'total_rsvps',
  'total_events',
  'service:totals',
  'service:waitlist_position',
]

function keptOf({ _links, _embedded, ...fields }: any) {
  const { curies: _, ...links } = _links
  const kept = Object.entries(fields).filter(([name]) => !DERIVED.includes(name))
  return { ...Object.fromEntries(kept), _links: links }
}

/** Returns the differences between two states: each field with its two values. */
export function differences(one: State, other: State): unknown[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((href): unknown[] => {
    const [a, b] = [one, other].map((state) => state.get(href) as Record<string, unknown> | undefined)
    if (!a || !b) return [{ href, is: a ? 'superfluous' : 'missing' }]
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
    return names.flatMap((name) =>
      isDeepStrictEqual(a[name], b[name]) ? [] : [{ href, name, is: a[name], expected: b[name] }],
    )
  })
}

/** A receiver's copy, as docs/api/webhooks.md says to keep one. */
export function createMirror() {
  const held = new Map<string, { timestamp: string; resource: object | undefined }>()

  return {
    /** Takes a resource that was read from a collection. */
    read(resource: any) {
      const { href } = resource._links.self
      // It is older than every message, and is not shown to the millisecond.
      if (!held.has(href)) held.set(href, { timestamp: '', resource: keptOf(resource) })
    },
    /** Takes a message. */
    take({ type, timestamp, data }: Message) {
      const { href } = data._links.self
      const before = held.get(href)
      if (before && before.timestamp >= timestamp) return
      const isGone = type === 'tagging.deleted' || type === 'person.erased'
      held.set(href, { timestamp, resource: isGone ? undefined : keptOf(data) })
    },
    state: (): State =>
      new Map([...held].flatMap(([href, { resource }]) => (resource ? [[href, resource] as const] : []))),
  }
}

/** Reads all resources of the service, as docs/api/sync.md says. */
export async function readService({ ask }: OwnService): Promise<State> {
  const state: State = new Map()
  const readAll = async (path: string, rel: string) => {
    const hrefs: string[] = []
    for (let next: string | undefined = path; next;) {
      const { status, body } = await ask('GET', next)
      if (status !== 200) throw new Error(`GET ${next} was answered ${status}`)
      for (const resource of body._embedded[rel]) {
        hrefs.push(resource._links.self.href as string)
        if (!isErased(resource)) state.set(resource._links.self.href as string, keptOf(resource))
      }
      next = body._links.next?.href
    }
    return hrefs
  }
  const all = "?per_page=100&filter=modified_date%20gt%20'1970-01-01'"
  await readAll(`/api/v2/people${all}`, 'osdi:people')
  await readAll(`/api/v2/event_campaigns${all}`, 'service:event_campaigns')
  for (const event of await readAll(`/api/v2/events${all}`, 'osdi:events'))
    await readAll(`${event}/attendances${all}`, 'osdi:attendances')
  for (const tag of await readAll('/api/v2/tags?per_page=100', 'osdi:tags'))
    await readAll(`${tag}/taggings?per_page=100`, 'osdi:taggings')
  // No webhook tells of tags.
  for (const href of state.keys()) if (/\/tags\/[^/]+$/.test(href)) state.delete(href)
  return state
}

/** An erased person shows no email. */
const isErased = (resource: any) =>
  /\/people\//.test(resource._links.self.href as string) &&
  !(resource.email_addresses?.length > 0 || resource.phone_numbers?.length > 0)
