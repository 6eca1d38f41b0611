import type { OsdiEvent } from '../../events/event.js'
import type { Owner } from '../../runtime/owner.js'
import { change } from '../../table/change.js'
import { all, either, has, is, isAbove, isAtMost, lacks } from '../../table/condition.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { changeItem, updateIgnoringConflict } from '../../table/transaction.js'
import { ASKED_AGAIN_MS, LINK_MS, type AgreedTo, type AskedAddress, idOfAddress } from '../confirmed-address.js'

/** Addresses that organizers have typed, until and after they agree. */
export const confirmedAddresses = (table: Table) => ({
  async isConfirmed(owner: Owner, purpose: AgreedTo, address: string): Promise<boolean> {
    const item = await getOne(table, keyOf.askedAddress(idOfAddress(owner, purpose, address)))
    return item?.['confirmed_date'] !== undefined
  },

  /** Notes that an address is asked. @returns false where it has agreed, has stopped, or was asked today already */
  async ask(id: string, asked: Omit<AskedAddress, 'asked_date'>, now: Date): Promise<boolean> {
    const dayAgo = new Date(now.getTime() - ASKED_AGAIN_MS).toISOString()
    const { item } = await changeItem(
      table,
      keyOf.askedAddress(id),
      { set: { ...asked, asked_date: now.toISOString() } },
      all(
        lacks('confirmed_date'),
        lacks('stopped_date'),
        either(lacks('pk'), isAtMost('asked_date', dayAgo), is('cause', asked.cause)),
      ),
    )
    return item !== undefined
  },

  /** Keeps that an address agrees of whom it is known already, without an email. */
  async know(id: string, asked: Omit<AskedAddress, 'asked_date'>, now: Date): Promise<void> {
    const set = { ...asked, asked_date: now.toISOString(), confirmed_date: now.toISOString() }
    await updateIgnoringConflict(
      table,
      change(keyOf.askedAddress(id), { set }, all(lacks('confirmed_date'), lacks('stopped_date'))),
    )
  },

  async find(id: string, now: Date): Promise<AskedAddress | undefined> {
    const item = await getOne(table, keyOf.askedAddress(id))
    const asked = item && valueOf<AskedAddress>(item)
    return asked && ((asked.confirmed_date ?? asked.stopped_date) !== undefined || asked.asked_date > linkEnds(now))
      ? asked
      : undefined
  },

  /** Keeps that an address has agreed, for good. */
  async confirm(id: string, now: Date): Promise<void> {
    await updateIgnoringConflict(
      table,
      change(
        keyOf.askedAddress(id),
        { set: { confirmed_date: now.toISOString() }, remove: ['stopped_date'] },
        all(either(isAbove('asked_date', linkEnds(now)), has('stopped_date')), lacks('confirmed_date')),
      ),
    )
  },

  /** Keeps that an address takes its agreement back. @returns undefined where it had not agreed */
  async stop(id: string, now: Date): Promise<(AskedAddress & { stopped_date: string }) | undefined> {
    const stopped_date = now.toISOString()
    const { item } = await changeItem(
      table,
      keyOf.askedAddress(id),
      { set: { stopped_date }, remove: ['confirmed_date'] },
      has('confirmed_date'),
    )
    return item && { ...valueOf<AskedAddress>(item), stopped_date }
  },
})

/** Returns an event as its emails name it: without the address of a contact that has not agreed, which costs a read. */
export async function withAgreedContact(table: Table, event: OsdiEvent): Promise<OsdiEvent> {
  const { contact, ...withoutContact } = event
  if (contact?.email_address === undefined) return event
  const { email_address, ...others } = contact
  if (await confirmedAddresses(table).isConfirmed(event.owner, 'contact', email_address)) return event
  return others.phone_number === undefined ? withoutContact : { ...event, contact: others }
}

/** Returns the address that answers to a message about an event go to: its contact, once that has agreed. */
export const replyToOf = async (table: Table, event: OsdiEvent): Promise<string | undefined> =>
  (await withAgreedContact(table, event)).contact?.email_address

/** A link ends whose email was sent before this time. */
const linkEnds = (now: Date) => new Date(now.getTime() - LINK_MS).toISOString()
