import { randomUUID } from 'node:crypto'
import { addressIdOf } from '../../access/sign-in-address.js'
import {
  type AnsweredChallenge,
  MOST_PASSKEYS,
  type Passkey,
  type PasskeyChange,
  type PasskeyMail,
  type PasskeyStore,
  dayOf,
} from '../passkeys/passkey.js'
import { type Condition, all, either, has, is, isBelow, lacks } from '../../table/condition.js'
import type { TransactItem } from '../../table/conflicts.js'
import { getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/retry-on-conflict.js'
import { type Item, type Table, keyOf } from '../../table/table.js'
import { changeItem, changing, deleteItem, putNew, transact } from '../../table/transaction.js'
import { requestedMail } from '../../mail/store/requested-mail.js'
import { newSession } from './sign-in-store.js'
import { accessAt, stillHas } from '../../access/store/sign-in-addresses.js'

/*
 * The passkeys of an address are one item with an attribute for each, so that their number is a condition of the write
 * that adds one, and that one write removes all of them with the last role of the address.
 */

/** Keeps passkeys. */
export function passkeyStore(table: Table): PasskeyStore {
  const itemOf = (addressId: string) => getOne(table, keyOf.passkeys(addressId))
  const keyFor = (address: string) => keyOf.passkeys(addressIdOf(address))

  return {
    list: async (address) => passkeysIn(await itemOf(addressIdOf(address))),

    async find(addressId, id) {
      const [item, [access]] = await Promise.all([itemOf(addressId), accessAt(table, addressId)])
      const passkey = item?.[attributeOf(id)] as Passkey | undefined
      return access && passkey && { address: access.address, passkey }
    },

    begin: ({ address, id, counter, challenge, known }, now) =>
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
          itemOf(addressIdOf(address)),
        ])
        const passkey = item?.[attributeOf(id)] as Passkey | undefined
        const isOver = used ?? (passkey === undefined || !(counter === 0 || passkey.counter < counter))
        return isOver ? { signedIn: undefined } : undefined
      }).then(({ signedIn }) => signedIn),

    add: (address, passkey, { challenge, ...change }) =>
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
        const items = [
          using,
          adding,
          stillHas(table, access),
          ...mailOf(table, 'passkey-added', address, passkey, change),
        ]
        const outcome = await transact(table, items)
        if (outcome === 'written') return 'added' as const
        if (outcome.with(using)) return 'refused' as const
        const met = outcome.with(adding)
        if (met?.[attribute]) return 'known' as const
        return met && 'too many'
      }),

    async rename(address, id, name) {
      const attribute = attributeOf(id)
      const { item } = await changeItem(
        table,
        keyFor(address),
        { set: { [`${attribute}.name`]: name } },
        has(attribute),
      )
      return item !== undefined
    },

    remove: (address, id, change) =>
      retryOnConflict(async () => {
        const passkey = passkeysIn(await itemOf(addressIdOf(address))).find((each) => each.id === id)
        if (!passkey) return false
        const outcome = await transact(table, [
          changing(table, keyFor(address), { remove: [attributeOf(id)], add: { count: -1 } }, has(attributeOf(id))),
          ...mailOf(table, 'passkey-removed', address, passkey, change),
        ])
        return outcome === 'written' || undefined
      }),

    async removeAll(address) {
      const found = passkeysIn(await itemOf(addressIdOf(address)))
      await deleteItem(table, keyFor(address))
      return found.length
    },
  }
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
