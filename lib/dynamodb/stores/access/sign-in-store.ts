import {
  type Access,
  KNOWN_S,
  LINK_S,
  SESSION_S,
  type Session,
  type SessionToken,
  type SignInStore,
  addressIdOf,
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
  const findLink = async ({ address, hash }: Link, now: Date) => {
    const item = await getOne(table, keyOf.signInLink(address, hash))
    return item && isAlive(item, now) ? (item['address'] as string) : undefined
  }
  const accessAt = async (addressId: string) =>
    (await getBeside(table, keyOf.access(addressId, ''))).map((item) => valueOf<Access>(item))

  return {
    accessOf: (address) => accessAt(addressIdOf(address)),

    async createLink(address, now) {
      const [id, secret] = [addressIdOf(address), newSecret()]
      const expires = new Date((secondsOf(now) + LINK_S) * 1000)
      await putIfAbsent(table, keyOf.signInLink(id, hashOf(secret)), {
        address: signInAddress(address),
        expires: secondsOf(expires),
      })
      return { secret: `${id}.${secret}`, expires }
    },

    isUsable: async (secret, now) => (await findLink(linkOf(secret), now)) !== undefined,

    async begin(linkSecret, now, known) {
      const link = linkOf(linkSecret)
      const address = await findLink(link, now)
      if (address === undefined) return undefined
      const token = { address: link.address, secret: newSecret() }
      const browser = known?.address === link.address ? known : { ...token, secret: newSecret() }
      const session: Session = {
        id: hashOf(token.secret),
        address,
        signed_in_date: now.toISOString(),
        expires: secondsOf(now) + SESSION_S,
      }
      return retryOnConflict(async () => {
        const outcome = await transact(table, [
          useUp(table, link),
          putNew(table, keyOf.session(token.address, session.id), session),
          remember(table, browser, now),
        ])
        if (outcome === 'written') return { signedIn: { session: token, browser } }
        // Another use of the link is under way, or has been before.
        return (await findLink(link, now)) === undefined ? { signedIn: undefined } : undefined
      }).then(({ signedIn }) => signedIn)
    },

    async knows({ address, secret }, now) {
      const item = await getOne(table, keyOf.knownBrowser(address, hashOf(secret)))
      return item !== undefined && isAlive(item, now)
    },

    async find({ address, secret }, now) {
      const [item, access] = await Promise.all([
        getOne(table, keyOf.session(address, hashOf(secret))),
        accessAt(address),
      ])
      if (!item || !isAlive(item, now)) return undefined
      return { session: valueOf<Session>(item), access }
    },

    async end({ address, secret }) {
      await deleteItem(table, keyOf.session(address, hashOf(secret)))
    },

    async endAll(address) {
      const id = addressIdOf(address)
      const ended = new Set<string>()
      for (;;) {
        const [links, sessions, browsers] = await Promise.all(
          [keyOf.signInLink(id, ''), keyOf.session(id, ''), keyOf.knownBrowser(id, '')].map((key) =>
            getBeside(table, key),
          ),
        )
        for (const { sk } of sessions ?? []) ended.add(sk)
        const items = [links, sessions, browsers].flatMap((each) => each ?? [])
        // A link that was used meanwhile has become a session.
        if (items.length === 0) return ended.size
        await Promise.all(items.map(({ pk, sk }) => deleteItem(table, { pk, sk })))
      }
    },
  }
}

/** The content of a link: the id of its address, and the hash of its secret. */
interface Link {
  address: string
  hash: string
}

function linkOf(named: string): Link {
  const [address = '', secret = ''] = named.split('.')
  return { address, hash: hashOf(secret) }
}

/** Whether an item has not expired. DynamoDB removes it some time after. */
const isAlive = (item: Record<string, unknown>, now: Date) => (item['expires'] as number) > secondsOf(now)

export const keyOfAccess = ({ address, owner }: Pick<Access, 'address' | 'owner'>) =>
  keyOf.access(addressIdOf(address), owner)

/** Lets an address sign in to an owner, in the transaction that makes its person a member. */
export const grantAccess = (table: Table, access: Access): TransactItem =>
  putNew(table, keyOfAccess(access), access)

/** Remembers a browser, or remembers it for longer. */
const remember = (table: Table, { address, secret }: SessionToken, now: Date): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { expires: secondsOf(now) + KNOWN_S, ...keyOf.knownBrowser(address, hashOf(secret)) },
  },
})

/** Deletes a link, on condition that it is there: of several uses at the same time, one succeeds. */
const useUp = (table: Table, { address, hash }: Link): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: keyOf.signInLink(address, hash),
    ConditionExpression: 'attribute_exists(pk)',
  },
})
