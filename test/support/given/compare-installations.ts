import { isDeepStrictEqual } from 'node:util'
import type { Read } from './installation.js'

/*
 * Compares what two Turnouts answer about the same records, field by field. The records of the one were imported into
 * the other, so that those here have the native identifiers of those there, as identifiers of another system.
 */

interface Compared {
  there: Read
  here: Read
  /** The system that the native identifiers of the one have in the other. */
  system: string
  /** Fields that are not compared, such as dates of what was changed since. */
  except?: string[]
}

/** The limit of named differences. */
const MOST = 20

/** Returns what differs of the people, campaigns, events, attendances and taggings of both; none if all is equal. */
export async function differences({ there, here, system, except = [] }: Compared): Promise<string[]> {
  const found: string[] = []
  const differs = (what: string) => {
    if (found.length < MOST) found.push(what)
  }
  /** Native ids there, by those here. */
  const ids = new Map<string, string>()
  const inOwnWords = (document: any) => Object.fromEntries(comparable(document, except)) as Record<string, any>

  const pair = async (path: string, pathHere: string, same: (one: any, other: any) => void) => {
    const known = new Map<string, any>()
    for await (const each of membersOf(here, pathHere))
      for (const identifier of each.identifiers)
        if (identifier.startsWith(`${system}:`)) known.set(identifier.slice(system.length + 1), each)
    for await (const each of membersOf(there, path)) {
      const other = known.get(nativeId(each))
      if (other) ids.set(nativeId(other), nativeId(each))
      if (other) same(each, other)
      else differs(`${path} ${nativeId(each)} is not here`)
      known.delete(nativeId(each))
    }
    for (const id of known.keys()) differs(`${path} ${id} is not there`)
  }
  const equal = (path: string) => (one: any, other: any) => {
    const [own, others] = [inOwnWords(one), inOwnWords(other)]
    for (const name of ['service:person_id', 'service:event_id', 'service:event_campaign_id'])
      if (others[name] !== undefined) others[name] = ids.get(others[name]) ?? others[name]
    if (others['service:merged_into']) others['service:merged_into'] = ids.get(others['service:merged_into'])
    const [foreign, foreignHere] = [one, other].map(foreignOf(system))
    if (!isDeepStrictEqual(foreign, foreignHere))
      differs(`${path} ${nativeId(one)}: identifiers ${String(foreign)} and ${String(foreignHere)}`)
    for (const name of new Set([...Object.keys(own), ...Object.keys(others)]))
      if (!isDeepStrictEqual(own[name], others[name]))
        differs(`${path} ${nativeId(one)}: ${name} ${JSON.stringify(own[name])} and ${JSON.stringify(others[name])}`)
  }

  // Each of two merged people names the other one.
  const people: [any, any][] = []
  await pair('people', 'people', (one, other) => void people.push([one, other]))
  for (const [one, other] of people) equal('people')(one, other)
  people.length = 0
  await pair('event_campaigns', 'event_campaigns', equal('event_campaigns'))
  const events: [string, string][] = []
  await pair('events', 'events', (one, other) => {
    equal('events')(one, other)
    events.push([nativeId(one), nativeId(other)])
  })
  for (const [one, other] of events) {
    const path = `events/${one}/attendances`
    await pair(path, `events/${other}/attendances`, equal(path))
  }
  for await (const difference of differencesOfTaggings(there, here, ids)) differs(difference)
  return found
}

async function* differencesOfTaggings(there: Read, here: Read, ids: Map<string, string>) {
  const [own, others] = await Promise.all([there, here].map(tagsOf))
  for (const [name, tag] of own as Map<string, string>) {
    const other = others?.get(name)
    const people = await peopleWith(there, tag)
    const peopleHere = other ? await peopleWith(here, other) : []
    const translated = peopleHere.map((id) => ids.get(id) ?? `${id} (here)`)
    if (!isDeepStrictEqual(people.sort(), translated.sort()))
      yield `tag ${name}: ${people.length} people and ${translated.length} people`
  }
}

async function tagsOf(read: Read): Promise<Map<string, string>> {
  const tags = new Map<string, string>()
  for await (const tag of membersOf(read, 'tags')) tags.set(tag.name, nativeId(tag))
  return tags
}

async function peopleWith(read: Read, tag: string): Promise<string[]> {
  const people: string[] = []
  for await (const tagging of membersOf(read, `tags/${tag}/taggings`))
    people.push(tagging._links['osdi:person'].href.split('/').at(-1))
  return people
}

/** Follows the pages of a collection. */
async function* membersOf(read: Read, path: string): AsyncGenerator<any> {
  for (let number = 1; ; number++) {
    const page = await read(`${path}?per_page=100&page=${number}`)
    const [members] = Object.values(page._embedded as Record<string, any[]>)
    yield* members as any[]
    if (number >= page.total_pages) return
  }
}

const nativeId = ({ _links }: any): string => _links.self.href.split('/').at(-1)

/** Identifiers besides the native one, and besides that of the other installation. */
const foreignOf =
  (system: string) =>
  ({ identifiers }: any): string[] =>
    identifiers.filter((each: string) => !each.startsWith('service:') && !each.startsWith(`${system}:`)).sort()

/** Fields about an installation itself or its owner: addresses, and the group. */
const OWN = ['_links', '_embedded', 'identifiers', 'service:sponsor']

const comparable = (document: any, except: string[]) =>
  Object.entries(document as Record<string, unknown>).filter(
    ([name, value]) =>
      !OWN.includes(name) && !except.includes(name) && !(name === 'browser_url' && isOwnPage(document, value)),
  )

const isOwnPage = ({ _links }: any, address: unknown) =>
  typeof address === 'string' && address === _links.self.href.replace('/api/v2', '')
