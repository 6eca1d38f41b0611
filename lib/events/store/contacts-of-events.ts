import { comparableEmail } from '../../fields/email-address.js'
import { isSamePhone } from '../../fields/phone.js'
import { nextVersion } from '../../fields/version.js'
import { type Person, allContactsOf } from '../../people/person.js'
import { getBeside } from '../../table/reads.js'
import { type Key, type Table, keyOf } from '../../table/table.js'
import type { Contact } from '../contact.js'
import type { OsdiEvent } from '../event.js'
import type { EventStore } from './event-store.js'
import type { EventReaction } from './write-events.js'

/*
 * Events by the addresses and the number that they name, of their contact and of who gets their list of guests, so that
 * the erasure of a person finds them.
 */

/** A number is found by the digits that it has in every country's writing. */
const lastDigits = (phone: string) => phone.replace(/\D/g, '').slice(-7)

function keysOf({ id, owner, contact, list_to }: OsdiEvent): Key[] {
  const { email_address: email, phone_number: phone } = contact ?? {}
  const named = [email && comparableEmail(email), list_to && comparableEmail(list_to), phone && lastDigits(phone)]
  return [...new Set(named)]
    .filter((value) => value !== undefined)
    .map((value) => keyOf.contactOfEvent(owner, value, id))
}

const put = (table: Table, key: Key) => ({ Put: { TableName: table.name, Item: key } })

/** Keeps where the addresses of an event are found, in the transaction of the event. */
export const contactsOfEvent = {
  withNew: (table, event) => keysOf(event).map((key) => put(table, key)),

  withChange(table, before, after) {
    const [old, fresh] = [keysOf(before), keysOf(after)]
    const isIn = (keys: Key[]) => (key: Key) => keys.some(({ pk }) => pk === key.pk)
    return [
      ...fresh.filter((key) => !isIn(old)(key)).map((key) => put(table, key)),
      ...old.filter((key) => !isIn(fresh)(key)).map((Key) => ({ Delete: { TableName: table.name, Key } })),
    ]
  },
} satisfies EventReaction

/**
 * Takes a person who is erased out of the contacts of events, and out of those who get lists. Repeating it changes
 * nothing.
 * @param forgetEvent takes out of kept messages what they say of an event
 */
export const contactErasure =
  (table: Table, events: Pick<EventStore, 'change'>, forgetEvent: (id: string) => Promise<void>) =>
  async (person: Person): Promise<void> => {
    for (const { kind, value } of allContactsOf(person)) {
      const found = await getBeside(
        table,
        keyOf.contactOfEvent(person.owner, kind === 'email' ? value : lastDigits(value), ''),
      )
      const isIts = ({ email_address: email, phone_number: phone }: Contact) =>
        kind === 'email' ? email !== undefined && comparableEmail(email) === value : isSamePhone(value, phone ?? '')
      const without = (event: OsdiEvent): OsdiEvent => {
        const { contact, list_to, ...others } = event
        const isContact = contact !== undefined && isIts(contact)
        const isReader = list_to !== undefined && isIts({ email_address: list_to, public: false })
        if (!isContact && !isReader) return event
        return {
          ...others,
          ...(contact && !isContact && { contact }),
          ...(list_to !== undefined && !isReader && { list_to }),
          ...nextVersion(event, new Date()),
        }
      }
      for (const { sk } of found) {
        const event = sk.slice('event#'.length)
        await events.change(person.owner, event, (before) => Promise.resolve(without(before)), 'leave out')
        await forgetEvent(event)
      }
    }
  }
