import { keyStore } from '../../access/store/key-store.js'
import { newSecret } from '../../access/store/secret-store.js'
import { type Contact, type Person, allContactsOf } from '../../people/person.js'
import { OsdiError, notFound } from '../../runtime/errors.js'
import type { Owner } from '../../runtime/owner.js'
import { has, is, lacks } from '../../table/condition.js'
import { keyOfOwner } from '../../table/items/items.js'
import { getBeside, getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { changeItem, changing, transact } from '../../table/transaction.js'
import { onCondition } from '../../table/change.js'
import { type BlockedContact, MOST_BLOCKED, hashOfContact } from '../blocked-contact.js'
import { hashesIn, secretIn } from './refusals.js'

const readHashes = (table: Table, owner: Owner) => getOne(table, keyOf.blockedHashes(owner))

/** All blocks of an owner, the newest first. */
export async function listBlocked(table: Table, owner: Owner): Promise<BlockedContact[]> {
  const items = await getBeside(table, keyOf.blockedContact(owner, ''))
  return items.map((item) => valueOf<BlockedContact>(item)).sort((one, other) => other.date.localeCompare(one.date))
}

/**
 * Blocks a contact, as it is compared. Doing it again changes the reason.
 * @returns the hash that stands for it
 * @throws OsdiError not_found; conflict where the owner has as many blocks as RSVPs can look through
 */
export async function block(
  table: Table,
  owner: Owner,
  contact: Contact,
  { reason, by, date }: Pick<BlockedContact, 'reason' | 'by' | 'date'>,
): Promise<string> {
  const hash = await retryOnConflict(async () => {
    const hashes = await readHashes(table, owner)
    const secret = hashes ? secretIn(hashes) : newSecret()
    const hash = hashOfContact(secret, contact)
    const known = Object.keys(hashes ? hashesIn(hashes) : {})
    if (known.length >= MOST_BLOCKED && !known.includes(hash)) throw tooMany()
    const sameSecret = hashes ? is('secret', secret) : lacks('pk')
    const outcome = await transact(table, [
      changing(table, keyOfOwner(owner), { set: { refuses_people: true } }, has('pk')),
      changing(table, keyOf.blockedHashes(owner), { set: { owner, secret, [hash]: contact.kind } }, sameSecret),
      changing(table, keyOf.blockedContact(owner, hash), {
        set: { owner, hash, contact, reason, by },
        setIfAbsent: { date },
      }),
    ])
    if (outcome === 'written') return hash
    if (!(await getOne(table, keyOfOwner(owner)))) throw notFound()
    return undefined
  })
  await tellKeys(table, owner)
  return hash
}

/** Lifts a block. @returns false where there is none */
export async function liftBlock(table: Table, owner: Owner, hash: string): Promise<boolean> {
  const outcome = await retryOnConflict(async () => {
    const written = await transact(table, [
      {
        Delete: {
          TableName: table.name,
          Key: keyOf.blockedContact(owner, hash),
          ...onCondition(has('pk')),
        },
      },
      changing(table, keyOf.blockedHashes(owner), { remove: [hash] }, has('pk')),
    ])
    if (written === 'written') return { isLifted: true }
    return (await getOne(table, keyOf.blockedContact(owner, hash))) ? undefined : { isLifted: false }
  })
  return outcome.isLifted
}

/** The hash that stands for a contact; undefined where the owner has never blocked anybody. */
export async function hashOfBlocked(table: Table, owner: Owner, contact: Contact): Promise<string | undefined> {
  const hashes = await readHashes(table, owner)
  return hashes && hashOfContact(secretIn(hashes), contact)
}

/** Keeps of the blocks of a person their hashes alone. */
export async function forgetBlocked(table: Table, person: Person): Promise<void> {
  const hashes = await readHashes(table, person.owner)
  if (!hashes) return
  for (const contact of allContactsOf(person)) {
    const hash = hashOfContact(secretIn(hashes), contact)
    if (hashes[hash] === undefined) continue
    await changeItem(table, keyOf.blockedContact(person.owner, hash), { remove: ['contact', 'reason'] }, has('pk'))
  }
}

/** Keys that are made later read it from their owner. */
async function tellKeys(table: Table, owner: Owner): Promise<void> {
  const keys = keyStore(table)
  for (const { id, refuses_people, revoked_date } of await keys.list(owner))
    if (!refuses_people && !revoked_date) await keys.change(id, { set: { refuses_people: true } })
}

const tooMany = () => {
  const description = `An owner may block ${MOST_BLOCKED} contacts. Lift some`
  return new OsdiError('conflict', description, [{ error_code: 'too_many_blocked', description, properties: [] }])
}
