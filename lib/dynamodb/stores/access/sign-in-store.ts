import { derivedId } from '../../../domain/identifier.js'
import {
  type Access,
  LINK_S,
  SESSION_S,
  type Session,
  type SignInStore,
  secondsOf,
  signInAddress,
} from '../../../domain/access/sign-in.js'
import { getBeside, getOne } from '../../reads.js'
import type { TransactItem } from '../../conflicts.js'
import { retryOnConflict } from '../../retry-on-conflict.js'
import { type Table, keyOf, valueOf } from '../../table.js'
import { deleteItem, putIfAbsent, putNew, transact } from '../../transaction.js'
import { hashOf, newSecret } from './secret-store.js'

/** Links to sign in, sessions, and what addresses have access to. */
export function signInStore(table: Table): SignInStore {
  const findLink = async (secret: string, now: Date) => {
    const item = await getOne(table, keyOf.signInLink(hashOf(secret)))
    // DynamoDB removes an expired item some time after it expires.
    return item && (item['expires'] as number) > secondsOf(now) ? (item['address'] as string) : undefined
  }
  const accessAt = async (addressId: string) =>
    (await getBeside(table, keyOf.access(addressId, ''))).map((item) => valueOf<Access>(item))

  return {
    accessOf: (address) => accessAt(addressIdOf(address)),

    async createLink(address, now) {
      const secret = newSecret()
      const expires = new Date((secondsOf(now) + LINK_S) * 1000)
      await putIfAbsent(table, keyOf.signInLink(hashOf(secret)), {
        address: signInAddress(address),
        expires: secondsOf(expires),
      })
      return { secret, expires }
    },

    isUsable: async (secret, now) => (await findLink(secret, now)) !== undefined,

    async begin(linkSecret, now) {
      const address = await findLink(linkSecret, now)
      if (address === undefined) return undefined
      const token = { address: addressIdOf(address), secret: newSecret() }
      const session: Session = {
        id: hashOf(token.secret),
        address,
        signed_in_date: now.toISOString(),
        expires: secondsOf(now) + SESSION_S,
      }
      return retryOnConflict(async () => {
        const outcome = await transact(table, [
          useUp(table, hashOf(linkSecret)),
          putNew(table, keyOf.session(token.address, session.id), session),
        ])
        if (outcome === 'written') return { token }
        // Another use of the link is under way, or has been before.
        return (await findLink(linkSecret, now)) === undefined ? { token: undefined } : undefined
      }).then(({ token }) => token)
    },

    async find({ address, secret }, now) {
      const [item, access] = await Promise.all([
        getOne(table, keyOf.session(address, hashOf(secret))),
        accessAt(address),
      ])
      if (!item || (item['expires'] as number) <= secondsOf(now)) return undefined
      return { session: valueOf<Session>(item), access }
    },

    async end({ address, secret }) {
      await deleteItem(table, keyOf.session(address, hashOf(secret)))
    },

    async endAll(address) {
      const sessions = await getBeside(table, keyOf.session(addressIdOf(address), ''))
      await Promise.all(sessions.map(({ pk, sk }) => deleteItem(table, { pk, sk })))
      return sessions.length
    },
  }
}

/** Addresses are personal data, so keys have their hashes. */
const addressIdOf = (address: string) => derivedId('sign-in', signInAddress(address))

export const keyOfAccess = ({ address, owner }: Pick<Access, 'address' | 'owner'>) =>
  keyOf.access(addressIdOf(address), owner)

/** Lets an address sign in to an owner, in the transaction that makes its person a member. */
export const grantAccess = (table: Table, access: Access): TransactItem =>
  putNew(table, keyOfAccess(access), access)

/** Deletes a link, on condition that it is there: of several uses at the same time, one succeeds. */
const useUp = (table: Table, hash: string): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: keyOf.signInLink(hash),
    ConditionExpression: 'attribute_exists(pk)',
  },
})
