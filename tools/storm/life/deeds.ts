import { attendanceId } from '../../../lib/attendances/attendance.js'
import type { LinkedAttendance } from '../../../lib/attendances/links/link-token.js'
import type { Request } from '../calls/client.js'
import type { Random } from '../calls/random.js'
import type { Scene } from './life-storm.js'

/** Something that a person or an organizer does. */
export type Deed = { number: number } & (
  | { kind: 'come'; event: string; email: string; guests: number }
  | { kind: 'decline' | 'accept' | 'confirm'; event: string; person: string }
  | { kind: 'party'; event: string; person: string; guests: number }
  | { kind: 'resize'; event: string; capacity: number; waitlist: 'on' | 'off' }
  | { kind: 'merge'; keep: string; other: string }
)

const KINDS = { come: 44, decline: 20, accept: 8, confirm: 10, party: 12, resize: 5, merge: 1 }

/** Lists the deeds of a storm. The same draws give the same list. */
export function planDeeds(random: Random, count: number, { events, people }: Scene): Deed[] {
  const merged = new Set<string>()
  return Array.from({ length: count }, (_, i): Deed => {
    const number = i + 1
    const event = random.pick(events)
    const { id: person, email } = random.pick(people)
    const guests = random.pick([0, 0, 0, 1, 2, 3])
    const kind = random.weighted(KINDS)
    switch (kind) {
      case 'come':
        return { number, kind, event, email, guests }
      case 'decline':
      case 'accept':
      case 'confirm':
        return { number, kind, event, person }
      case 'party':
        return { number, kind, event, person, guests }
      case 'resize':
        return { number, kind, event, capacity: random.between(8, 20), waitlist: 'on' }
      case 'merge': {
        const left = people.filter(({ id }) => !merged.has(id))
        if (left.length < 3) return { number, kind: 'decline', event, person }
        const other = random.pick(left).id
        merged.add(other)
        const keep = random.pick(left.filter(({ id }) => id !== other)).id
        return { number, kind, keep, other }
      }
    }
  })
}

/** Returns the request of a person's deed. @param tokenOf the token of the link of an attendance */
export function requestOf(
  deed: Exclude<Deed, { kind: 'resize' | 'merge' }>,
  tokenOf: (attendance: LinkedAttendance) => string,
): Request {
  const path = `/api/v2/events/${deed.event}/attendances`
  if (deed.kind === 'come') {
    const person = { email_addresses: [{ address: deed.email }] }
    return { method: 'POST', path, body: { person, 'service:guests': deed.guests } }
  }
  const id = attendanceId(deed.event, deed.person)
  if (deed.kind === 'confirm')
    return { method: 'POST', path: `/rsvp/${tokenOf({ event: deed.event, id })}`, body: 'action=confirm' }
  const own = `${path}/${id}`
  if (deed.kind === 'party') return { method: 'PUT', path: own, body: { 'service:guests': deed.guests } }
  return { method: 'PUT', path: own, body: { status: deed.kind === 'decline' ? 'declined' : 'accepted' } }
}
