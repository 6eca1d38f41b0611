import type { Request } from './client.js'
import type { Trace } from './ledger.js'
import { PUBLIC_URL } from '../processes.js'
import type { Random } from './random.js'
import { attendanceTrace, eventTrace, personTrace, surviving, tagTrace, taggingTrace } from '../verdict/traces.js'
import type { Fixture, KnownPerson } from '../fixture.js'

/** One thing that a caller wants. Repeating its request is how the caller gets it done. */
export interface Operation {
  number: number
  kind: Kind
  /** Whether the caller repeats a request until it is answered; otherwise the first answer is the last. */
  isPatient: boolean
  /** Makes a request and its traces; undefined for a change on condition of what was read. */
  make: ((fixture: Fixture) => { request: Request; traces: Trace[] }) | undefined
}

/** Number of operations of each kind, in a hundred. */
const KINDS = {
  'RSVP of a new person': 26,
  'RSVP of a known person': 12,
  'repeated RSVP': 6,
  'RSVP by phone': 4,
  'RSVP with a shared phone': 3,
  'plain attendance': 5,
  'RSVP with a key': 3,
  'browser RSVP': 8,
  'event with an identifier': 5,
  'event with a key': 6,
  'campaign event with a key': 2,
  'change if it matches': 8,
  tag: 2,
  tagging: 3,
  signup: 3,
  page: 4,
}
export type Kind = keyof typeof KINDS

/** Shares of the RSVPs for the contended event, and for one with a capacity. */
const CONTENDED = 0.55
const LIMITED = 0.3

/** Lists the operations of a storm. The same draws give the same list. */
export function planOperations(random: Random, count: number): Operation[] {
  const emails: string[] = []
  return Array.from({ length: count }, (_, i) => {
    const number = i + 1
    const kind = random.weighted(KINDS)
    const make = kind === 'change if it matches' ? undefined : maker(kind, number, random, emails)
    return { number, kind, isPatient: random.chance(0.6), make }
  })
}

type Maker = NonNullable<Operation['make']>

function maker(kind: Exclude<Kind, 'change if it matches'>, number: number, random: Random, emails: string[]): Maker {
  const fraction = random.next()
  const draw = random.next()
  const event = eventChooser(random)
  const tags = random.chance(0.25)
  const known = (fixture: Fixture) =>
    fixture.known[Math.floor(fraction * fixture.known.length)] as Fixture['known'][number]
  const tag = (fixture: Fixture) => fixture.tags[Math.floor(draw * fixture.tags.length)] as Fixture['tags'][number]
  const fresh = `storm-${number}@example.org`
  const key = { 'Idempotency-Key': `"storm-${number}"` }
  const named = (title: string) => ({ title, origin_system: 'Storm' })

  switch (kind) {
    case 'RSVP of a new person':
      emails.push(fresh)
      return (fixture) => helper(event(fixture), { email: fresh, tags: tags ? [tag(fixture).name] : [] })
    case 'RSVP with a key':
      return (fixture) => {
        const { request, traces } = helper(event(fixture), { email: fresh })
        return { request: { ...request, headers: key }, traces }
      }
    case 'repeated RSVP': {
      const email = emails.length > 0 ? random.pick(emails) : fresh
      return (fixture) => helper(event(fixture), { email })
    }
    case 'RSVP of a known person':
      return (fixture) => {
        const { email, phone } = known(fixture)
        return helper(event(fixture), { email, phone, tags: tags ? [tag(fixture).name] : [] })
      }
    case 'RSVP by phone':
      return (fixture) => helper(event(fixture), { knownBy: known(fixture) })
    case 'RSVP with a shared phone': {
      // The number moves to the last person who is sent with it, so that no person can be counted by it.
      const shared = `1720555${1000 + Math.floor(fraction * 5)}`
      return (fixture) => helper(event(fixture), { email: fresh, shared })
    }
    case 'browser RSVP':
      // Every visitor comes from a network of their own: one network may send few.
      return (fixture) => {
        const { request, traces } = helper(event(fixture), {
          email: draw < 0.3 ? known(fixture).email : fresh,
        })
        const browserAt = `127.${1 + (number >> 15)}.${(number >> 7) & 127}.${1 + (number & 127)}`
        return { request: { ...request, browserAt }, traces }
      }
    case 'plain attendance':
      return (fixture) => {
        const { id, email } = known(fixture)
        const body = { _links: { 'osdi:person': { href: `${PUBLIC_URL}/api/v2/people/${id}` } } }
        const path = event(fixture)
        return { request: post(`${path}/attendances`, body), traces: [attendanceTrace(path, email)] }
      }
    case 'event with an identifier': {
      const body = { ...named(`Identified ${number}`), identifiers: [`storm:event-${number}`] }
      return () => ({ request: post('/api/v2/events', body), traces: [eventTrace(body.title)] })
    }
    case 'event with a key':
    case 'campaign event with a key': {
      const body = named(`Keyed ${number}`)
      return ({ campaign }) => {
        const path = kind === 'event with a key' ? '/api/v2/events' : `${campaign}/events`
        return { request: { ...post(path, body), headers: key }, traces: [eventTrace(body.title)] }
      }
    }
    case 'tag': {
      const name = `storm-${Math.floor(fraction * 4)}`
      return () => ({ request: post('/api/v2/tags', { name }), traces: [tagTrace(name)] })
    }
    case 'tagging':
      return (fixture) => {
        const { id, email } = known(fixture)
        const body = { _links: { 'osdi:person': { href: `${PUBLIC_URL}/api/v2/people/${id}` } } }
        const request = post(`/api/v2/tags/${tag(fixture).id}/taggings`, body)
        return { request, traces: [taggingTrace(tag(fixture).name, email)] }
      }
    case 'signup':
      return (fixture) => {
        const body = { person: { email_addresses: [{ address: fresh }] }, add_tags: [tag(fixture).name] }
        const traces = [surviving(personTrace(fresh)), surviving(taggingTrace(tag(fixture).name, fresh))]
        return { request: post('/api/v2/people', body), traces }
      }
    case 'page': {
      const query = `page=${1 + Math.floor(fraction * 3)}&per_page=${draw < 0.5 ? 10 : 50}`
      return (fixture) => {
        const path = draw < 0.4 ? '/api/v2/events' : draw < 0.8 ? `${fixture.contended}/attendances` : '/api/v2/people'
        return { request: { method: 'GET', path: `${path}?${query}` }, traces: [] }
      }
    }
  }
}

/** Draws which event an RSVP is for. */
function eventChooser(random: Random): (fixture: Fixture) => string {
  const [draw, index] = [random.next(), random.next()]
  return ({ contended, limited, changed }) => {
    if (draw < CONTENDED) return contended
    const choice = draw < CONTENDED + LIMITED ? limited.map(({ path }) => path) : changed
    return choice[Math.floor(index * choice.length)] as string
  }
}

const post = (path: string, body: object): Request => ({ method: 'POST', path, body })

interface Guest {
  email?: string
  phone?: string
  /** A person who is sent by phone alone, and counted by email as always. */
  knownBy?: KnownPerson
  /** A phone number that others send, too. */
  shared?: string
  tags?: string[]
}

/** The record attendance helper. */
function helper(event: string, { email, phone, knownBy, shared, tags = [] }: Guest) {
  const number = phone ?? knownBy?.phone ?? shared
  const person = {
    ...(email && { email_addresses: [{ address: email }] }),
    ...(number && { phone_numbers: [{ number }] }),
  }
  const contact = email ?? knownBy?.email ?? ''
  return {
    request: post(`${event}/attendances`, { person, ...(tags.length > 0 && { add_tags: tags }) }),
    traces: [
      attendanceTrace(event, contact),
      surviving(personTrace(contact)),
      ...tags.map((tag) => surviving(taggingTrace(tag, contact))),
    ],
  }
}
