import { randomUUID } from 'node:crypto'
import { addressIdOf } from '../../access/sign-in-address.js'
import {
  type AnsweredChallenge,
  MOST_PASSKEYS,
  type Passkey,
  type Added,
  type PasskeyChange,
  type PasskeyMail,
  dayOf,
  isPasskeyId,
} from '../passkeys/passkey.js'
import { type Condition, all, either, has, is, isBelow, lacks } from '../../table/condition.js'
import { type TransactItem, retryOnConflict } from '../../table/conflicts.js'
import { getOne } from '../../table/reads.js'
import { type Item, type Table, keyOf } from '../../table/table.js'
import { changeItem, changing, deleteItem, putNew, transact } from '../../table/transaction.js'
import { requestedMail } from '../../mail/store/requested-mail.js'
import { newSession } from './sign-in-store.js'
import type { SessionToken, SignedIn } from '../sign-in.js'
import { accessAt, stillHas } from '../../access/store/sign-in-addresses.js'

/*
 * The passkeys of an address are one item with an attribute for each, so that their number is a condition of the write
 * that adds one, and that one write removes all of them with the last role of the address.
 */

const keyFor = (address: string) => keyOf.passkeys(addressIdOf(address))

const passkeysAt = (table: Table, addressId: string) => getOne(table, keyOf.passkeys(addressId))

/** The passkeys of an address, in the order in which they were added. */
export const listPasskeys = async (table: Table, address: string): Promise<Passkey[]> =>
  passkeysIn(await passkeysAt(table, addressIdOf(address)))

/**
 * Finds a passkey with the address that it signs in.
 * @param addressId the id of the address
 * @returns undefined also where the address has no role in any group or account
 */
export async function findPasskey(
  table: Table,
  addressId: string,
  id: string,
): Promise<{ address: string; passkey: Passkey } | undefined> {
  const [item, [access]] = await Promise.all([passkeysAt(table, addressId), accessAt(table, addressId)])
  const passkey = item?.[attributeOf(id)] as Passkey | undefined
  return access && passkey && { address: access.address, passkey }
}

/**
 * Uses up a challenge and begins a session, both or none.
 * @param counter of the signature. One that is not above the counter of the passkey refuses it
 * @returns undefined when the challenge was used before, or the passkey is gone or used elsewhere
 */
export const beginByPasskey = (
  table: Table,
  {
    address,
    id,
    counter,
    challenge,
    known,
  }: { address: string; id: string; counter: number; challenge: AnsweredChallenge; known?: SessionToken },
  now: Date,
): Promise<SignedIn | undefined> =>
  retryOnConflict(async () => {
    const session = newSession(table, address, now, { known, passkey: id })
    const outcome = await transact(table, [
      useUp(table, challenge),
      changing(
        table,
        keyFor(address),
        {
          set: {
            [`${attributeOf(id)}.counter`]: counter,
            [`${attributeOf(id)}.last_used_on`]: dayOf(now),
          },
        },
        isAbove(id, counter),
      ),
      ...session.items,
    ])
    if (outcome === 'written') return { signedIn: session.signedIn }
    // Another use of the challenge, or a removal of the passkey, may be under way.
    const [used, item] = await Promise.all([
      getOne(table, keyOf.usedChallenge(challenge.id)),
      passkeysAt(table, addressIdOf(address)),
    ])
    const passkey = item?.[attributeOf(id)] as Passkey | undefined
    const isOver = used ?? (passkey === undefined || !(counter === 0 || passkey.counter < counter))
    return isOver ? { signedIn: undefined } : undefined
  }).then(({ signedIn }) => signedIn)

/** Uses up a challenge and adds a passkey to an address that has a role somewhere, both or none. */
export const addPasskey = (
  table: Table,
  address: string,
  passkey: Passkey,
  { challenge, ...change }: PasskeyChange & { challenge: AnsweredChallenge },
): Promise<Added> =>
  retryOnConflict(async () => {
    // An address that loses its last role at the same moment gets no passkey.
    const [access] = await accessAt(table, addressIdOf(address))
    if (!access) return 'refused' as const
    const attribute = attributeOf(passkey.id)
    const adding = changing(
      table,
      keyFor(address),
      { set: { [attribute]: passkey }, add: { count: 1 } },
      all(lacks(attribute), either(lacks('count'), isBelow('count', MOST_PASSKEYS))),
    )
    const using = useUp(table, challenge)
    const items = [using, adding, stillHas(table, access), ...mailOf(table, 'passkey-added', address, passkey, change)]
    const outcome = await transact(table, items)
    if (outcome === 'written') return 'added' as const
    if (outcome.with(using)) return 'refused' as const
    const met = outcome.with(adding)
    if (met?.[attribute]) return 'known' as const
    return met && 'too many'
  })

/** Gives a passkey another name. @returns whether the address has this passkey */
export async function renamePasskey(table: Table, address: string, id: string, name: string): Promise<boolean> {
  if (!isPasskeyId(id)) return false
  const attribute = attributeOf(id)
  const { item } = await changeItem(table, keyFor(address), { set: { [`${attribute}.name`]: name } }, has(attribute))
  return item !== undefined
}

/** Removes a passkey. @returns whether this call has removed it */
export const removePasskey = (table: Table, address: string, id: string, change: PasskeyChange): Promise<boolean> =>
  retryOnConflict(async () => {
    const passkey = passkeysIn(await passkeysAt(table, addressIdOf(address))).find((each) => each.id === id)
    if (!passkey) return false
    const outcome = await transact(table, [
      changing(table, keyFor(address), { remove: [attributeOf(id)], add: { count: -1 } }, has(attributeOf(id))),
      ...mailOf(table, 'passkey-removed', address, passkey, change),
    ])
    return outcome === 'written' || undefined
  })

/** Removes all passkeys of an address. @returns how many there were */
export async function removePasskeys(table: Table, address: string): Promise<number> {
  const found = passkeysIn(await passkeysAt(table, addressIdOf(address)))
  await deleteItem(table, keyFor(address))
  return found.length
}

/** The attribute of a passkey. Its id is of hexadecimal digits, so it is a name in expressions. */
const attributeOf = (id: string) => `passkey_${id}`

const passkeysIn = (item: Item | undefined): Passkey[] =>
  Object.entries(item ?? {})
    .flatMap(([name, value]) => (name.startsWith('passkey_') ? [value as Passkey] : []))
    .sort((one, other) => keyInOrder(one).localeCompare(keyInOrder(other)))

const keyInOrder = ({ created_on, name, id }: Passkey) => [created_on, name, id].join(' ')

/** Whether a passkey is there and a counter above its own. Authenticators that do not count send 0 each time. */
const isAbove = (id: string, counter: number): Condition => {
  const stored = `${attributeOf(id)}.counter`
  return counter === 0 ? is(stored, 0) : isBelow(stored, counter)
}

/** Uses up a challenge: of several uses at the same time, one succeeds. It is kept until it has expired anyway. */
const useUp = (table: Table, { id, expires }: AnsweredChallenge): TransactItem =>
  putNew(table, keyOf.usedChallenge(id), { expires: expires + 60 })

/** Tells an address of a change of its passkeys, in the transaction that makes it. */
const mailOf = (
  table: Table,
  kind: PasskeyMail['kind'],
  address: string,
  { name }: Passkey,
  { mailIn: language, now }: PasskeyChange,
): TransactItem[] =>
  language === undefined
    ? []
    : [putNew(table, keyOf.mail(randomUUID()), requestedMail<PasskeyMail>({ kind, address, name, language }, now))]

/**
 * Takes the passkeys of an address, in the transaction that takes its last access: who has the address one day, say
 * that of an office, must not find those of another person.
 */
export const endingPasskeys = (table: Table, addressId: string): TransactItem => ({
  Delete: { TableName: table.name, Key: keyOf.passkeys(addressId) },
})
