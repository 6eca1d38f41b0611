import type { Attendance } from '../lib/attendances/attendance.js'
import { type Attending, recordAttendance } from '../lib/attendances/record-attendance.js'
import type { Principal } from '../lib/runtime/principal.js'
import type { OsdiEvent } from '../lib/events/event.js'
import { publishEvent } from '../lib/events/interface-event.js'
import { recordEvent } from '../lib/events/record-event.js'
import { attending } from '../lib/app/attendances.js'
import { eventDependencies } from '../lib/app/record-events.js'
import type { Service } from '../lib/runtime/service.js'
import { folded } from '../lib/texts/words.js'
import { emailOf } from './demo.js'
import type { Guest, Scheduled } from './demo-events.js'
import { changeAttendance } from '../lib/attendances/change-attendance.js'

const DAY_MS = 86_400_000

/** The time in which the RSVPs of an event came, until it was or until now. */
const OPEN_MS = 10 * DAY_MS

/**
 * Records the events of an invented group, and who comes to them. Every step changes nothing the second time. No one is
 * mailed.
 * @param campaign of all of the events
 */
export async function seedScene(
  service: Service,
  principal: Principal,
  scheduled: Scheduled[],
  campaign?: string,
): Promise<void> {
  const answers: Answer[] = []
  for (const event of scheduled)
    answers.push(...answersTo(event, await recordScheduled(service, principal, event, campaign)))
  // Lists of people are in the order in which they came.
  const inTime = answers.toSorted((one, other) => one.date.getTime() - other.date.getTime())
  const given = attending(service)
  const names = [...new Set(answers.map(({ guest: [name] }) => name))]
  for (const { event, guest, date, wasThere } of inTime) {
    const at = { ...given, now: () => date }
    const attendance = await recordGuest(at, event, principal, guest, names.indexOf(guest[0]))
    if (wasThere) await changeAttendance(at, event, attendance.id, { attended: true })
  }
}

/** The RSVP of a guest. */
interface Answer {
  event: OsdiEvent
  guest: Guest
  date: Date
  wasThere: boolean
}

/** Returns the RSVPs to an event. One in four guests of what is over was not there. */
const answersTo = ({ day, guests = [] }: Scheduled, event: OsdiEvent): Answer[] =>
  guests.map((guest, i) => {
    const before = OPEN_MS * (1 - i / guests.length)
    const date = new Date(Date.now() + Math.min(day, 0) * DAY_MS - before)
    return { event, guest, date, wasThere: day < 0 && i % 4 < 3 }
  })

async function recordScheduled(
  service: Service,
  principal: Principal,
  { id, title, day, hours: [from, until], made, guests: _, ...draft }: Scheduled,
  campaign: string | undefined,
): Promise<OsdiEvent> {
  const date = new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10)
  const at = (clock: string) => ({ wallClock: `${date}T${clock}:00` })
  const dependencies = eventDependencies(service)
  const { id: recorded } = await recordEvent(
    { ...principal, key_id: 'none' },
    {
      draft: {
        title,
        origin_system: 'Interface',
        identifiers: [`demo:${folded(title).replace(/\W+/g, '-')}`],
        start_date: at(from),
        end_date: at(until),
        ...draft,
      },
      event_campaign_id: campaign,
      made_in_interface: { hidden: false, status: 'tentative', max_guests: 2, ...made },
    },
    [],
    id === undefined ? dependencies : { ...dependencies, newId: () => id },
  )
  // Its readable address comes with this.
  return publishEvent(principal.owner, recorded, dependencies)
}

async function recordGuest(
  at: Attending,
  event: OsdiEvent,
  { owner }: Principal,
  [name, guests = 0, source]: Guest,
  number: number,
): Promise<Attendance> {
  const { attendance } = await recordAttendance(at, owner, event, {
    draft: { guests, ...(source && { referrer_data: { source } }) },
    person: { ...personNamed(name), ...reachedAt(event, number), email_addresses: { address: emailOf(name) } },
    add_tags: [],
    remove_tags: [],
    autoresponse: false,
  })
  return attendance
}

/** Returns where most guests live, and a number to call. Numbers from 555 0100 to 0199 are no one's in America. */
const reachedAt = ({ location: { country, postal_code = '' } }: OsdiEvent, number: number) => ({
  ...(number % 4 > 0 && { postal_addresses: { country, postal_code } }),
  ...(country === 'US' &&
    number % 5 > 0 && { phone_numbers: { number: `217 555 01${String(number).padStart(2, '0')}` } }),
})

/** Returns the names of a guest of the scene. */
const personNamed = (name: string) => {
  const [given_name = '', family_name = ''] = name.split(' ')
  return { given_name, family_name }
}
