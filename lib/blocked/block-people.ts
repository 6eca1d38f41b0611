import { safeParse } from 'valibot'
import { isInLine } from '../attendances/attendance-fields.js'
import { attendancesOfPerson } from '../attendances/store/attendances-of-person.js'
import { findEvents } from '../events/store/read-events.js'
import { attendableEvents } from '../events/store/load-event.js'
import { type Dated, isOver } from '../events/upcoming.js'
import { comparableEmail } from '../fields/email-address.js'
import { phoneNumberIn } from '../fields/phone.js'
import { enteredEmail, phone } from '../fields/values.js'
import type { Contact } from '../people/person.js'
import { type Fault, invalid } from '../runtime/errors.js'
import type { Owner } from '../runtime/owner.js'
import type { App } from '../table/app.js'
import { LONGEST_REASON } from './blocked-contact.js'
import { block } from './store/blocked-store.js'
import { holderOf } from '../people/store/find-people.js'
import { readCountry } from '../access/store/read-settings.js'
import { changeStatus } from '../attendances/store/change-status.js'
import type { AttendanceReactions } from '../attendances/store/reactions.js'

/** The context of blocking: an RSVP is canceled with the reactions of other rooms. */
export interface Blocking extends Pick<App, 'table' | 'now'> {
  reactions: AttendanceReactions
}

export interface AskedBlock {
  /** An email or a phone number, as it was typed. */
  contact: string
  reason?: string | undefined
  by?: string | undefined
  cancelsRsvps: boolean
}

/**
 * Blocks a contact. Its person leaves the waiting lists of events that are not over, without an email: a seat that
 * becomes free is another's. RSVPs that hold a seat are canceled so where that is asked for.
 * @returns the hash that stands for the contact, and the number of RSVPs that were canceled
 * @throws OsdiError invalid, naming every fault
 */
export async function blockContact(
  { table, now, reactions }: Blocking,
  owner: Owner,
  { contact: typed, reason = '', by, cancelsRsvps }: AskedBlock,
): Promise<{ hash: string; cancelled: number }> {
  const contact = readContact(typed, await readCountry(table, owner))
  const given = reason.trim()
  if (!contact || given.length > LONGEST_REASON) throw invalidBlock(!contact, given.length > LONGEST_REASON)
  const date = now().toISOString()
  const hash = await block(table, owner, contact, {
    date,
    ...(given && { reason: given }),
    ...(by && { by }),
  })
  const person = await holderOf(table, owner, { [contact.kind]: contact.value })
  if (person === undefined) return { hash, cancelled: 0 }
  const coming = (await attendancesOfPerson(table, person)).filter(
    (each) => isInLine(each) || (cancelsRsvps && each.status !== 'declined'),
  )
  const known = await findEvents(
    table,
    owner,
    coming.map(({ event }) => event),
  )
  const open = coming.filter(({ event }) => isOpen(known.get(event), now()))
  const events = attendableEvents(table)
  for (const { event, id } of open)
    await changeStatus(table, reactions, await events.findToAttend(owner, event), id, {
      status: 'declined',
      autoresponse: false,
      now,
    })
  return { hash, cancelled: open.length }
}

const isOpen = (event: Dated | undefined, now: Date) => event !== undefined && !isOver(event, now)

/**
 * Reads an email or a phone number in the form in which contacts are compared.
 * @returns undefined for a text that is neither
 */
export function readContact(typed: string, country: string | undefined): Contact | undefined {
  if (typed.includes('@')) {
    const email = safeParse(enteredEmail, typed.trim())
    return email.success ? { kind: 'email', value: comparableEmail(email.output) } : undefined
  }
  const number = safeParse(phone, typed)
  return number.success ? { kind: 'phone', value: phoneNumberIn(number.output, country) } : undefined
}

const invalidBlock = (isContactWrong: boolean, isReasonLong: boolean) =>
  faulty([
    isContactWrong && {
      error_code: 'invalid_contact',
      description: 'contact must be an email address or a phone number',
      properties: ['contact'],
    },
    isReasonLong && {
      error_code: 'invalid_reason',
      description: `reason must have at most ${LONGEST_REASON} characters`,
      properties: ['reason'],
    },
  ])

const faulty = (found: (Fault | false)[]) => invalid(found.filter((each) => each !== false) as [Fault])
