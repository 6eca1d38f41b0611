import { beforeAll, expect, it } from 'vitest'
import { demo, givenEvent, send, type Sending } from '../service.js'

/*
 * Mistakes that developers make. Each is answered so that a stranger mends the request at once: with a status, a code
 * for programs, and words that say what to do. A mistake that is harmless is answered with 200, and what was not taken
 * is named.
 */

/** The valid minimum of an event. */
export const MINIMUM = { title: 'T', origin_system: 'S' }
export const PERSON = { email_addresses: [{ address: 'a@example.org' }] }
export const V1 = { summary: 'T', originating_system: 'S', location: { postal_code: '20009' } }
export const KEY = demo.group.key
export const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** Event and its id stand in requests for those of an event that is there. */
export const [EVENT, ID] = ['{event}', '{id}']

interface Answered {
  status: number
  code?: string
  /** Words of the answer, or of its header `Osdi-Ignored`. */
  says?: string[]
}

export type Mistake = [name: string, method: string, path: string, body: unknown, sending: Sending, answered: Answered]

export const post = (path: string, body: unknown, answered: Answered, name: string, sending: Sending = {}): Mistake => [
  name,
  'POST',
  path,
  body,
  sending,
  answered,
]
export const get = (path: string, answered: Answered, name: string, sending: Sending = {}): Mistake => [
  name,
  'GET',
  path,
  undefined,
  sending,
  answered,
]
export const put = (path: string, body: unknown, answered: Answered, name: string, sending: Sending = {}): Mistake => [
  name,
  'PUT',
  path,
  body,
  sending,
  answered,
]

export const events = '/api/v2/events'
export const attendances = `${EVENT}/attendances`
export const ofEvent = (fields: object) => ({ ...MINIMUM, ...fields })
export const filtered = (filter: string, of = events) => `${of}?filter=${encodeURIComponent(filter)}`
export const headers = (named: Record<string, string>): Sending => ({ headers: named })
export const keyless = (named: Record<string, string> = {}): Sending => ({ key: null, headers: named })

/** Tests that each mistake is answered as it says. */
export function itAnswers(mistakes: Mistake[]): void {
  let event: { path: string; id: string }
  beforeAll(async () => {
    event = await givenEvent()
  })

  it.each(mistakes)('%s', async (name, method, path, body, sending, { status, code, says = [] }) => {
    const address = path.replace(EVENT, event.path).replace(ID, event.id).replace('{ID}', event.id.toUpperCase())
    const reply = await send(method, address, body, sending)
    const described = reply.body?.['osdi:error']?.resource_status[0].error_descriptions ?? []
    const told = described.flatMap((each: { description: string; hint?: string }) => [each.description, each.hint])
    const said = [reply.headers['osdi-ignored'], ...told].join(' ')
    expect([name, reply.status, described[0]?.error_code]).toEqual([name, status, code])
    for (const words of says) expect(said).toContain(words)
  })
}
