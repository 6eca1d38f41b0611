import { type Access, addressIdOf, signInAddress } from '../../access/sign-in-address.js'
import { secondsOf } from '../../fields/seconds.js'
import {
  type BegunBy,
  type FoundSession,
  KNOWN_S,
  LINK_S,
  type ProvenAttempt,
  SESSION_S,
  type Session,
  type SessionToken,
  type SignedIn,
} from '../sign-in.js'
import { getBeside, getOne } from '../../table/reads.js'
import { type TransactItem, retryOnConflict } from '../../table/conflicts.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { deleteItem, putIfAbsent, putNew, transact } from '../../table/transaction.js'
import { reachOf } from './identity-provider-store.js'
import { hashOf, newSecret } from '../../access/store/secret-store.js'
import { accessAt } from '../../access/store/sign-in-addresses.js'

const findLink = async (table: Table, { address, hash }: Link, now: Date) => {
  const item = await getOne(table, keyOf.signInLink(address, hash))
  return item && isAlive(item, now) ? (item['address'] as string) : undefined
}

/** The groups and accounts to which an address may sign in. */
export const accessOfAddress = (table: Table, address: string): Promise<Access[]> =>
  accessAt(table, addressIdOf(address))

/**
 * Makes a link for an address.
 * @param seconds of its life
 * @returns what it names, of which the secret is not stored, and when it expires
 */
export async function createLink(
  table: Table,
  address: string,
  now: Date,
  seconds = LINK_S,
): Promise<{ secret: string; expires: Date }> {
  const [id, secret] = [addressIdOf(address), newSecret()]
  const expires = new Date((secondsOf(now) + seconds) * 1000)
  await putIfAbsent(table, keyOf.signInLink(id, hashOf(secret)), {
    address: signInAddress(address),
    expires: secondsOf(expires),
  })
  return { secret: `${id}.${secret}`, expires }
}

/** Whether a link can still be used. */
export const isUsableLink = async (table: Table, secret: string, now: Date): Promise<boolean> =>
  (await findLink(table, linkOf(secret), now)) !== undefined

/**
 * Uses up a link and begins a session, both or none.
 * @param known what the browser keeps of an earlier sign-in
 * @returns undefined for a link that was used or has expired
 */
export async function beginSession(
  table: Table,
  linkSecret: string,
  now: Date,
  known?: SessionToken,
): Promise<SignedIn | undefined> {
  const link = linkOf(linkSecret)
  const address = await findLink(table, link, now)
  if (address === undefined) return undefined
  const { items, signedIn } = newSession(table, address, now, { known })
  return retryOnConflict(async () => {
    const outcome = await transact(table, [useUp(table, link), ...items])
    if (outcome === 'written') return { signedIn }
    // Another use of the link is under way, or has been before.
    return (await findLink(table, link, now)) === undefined ? { signedIn: undefined } : undefined
  }).then(({ signedIn }) => signedIn)
}

/**
 * Uses up an attempt to sign in by a provider and begins a session, both or none.
 * @returns undefined for an attempt that was used
 */
export async function beginByProvider(
  table: Table,
  { address, provider, id, expires }: ProvenAttempt,
  now: Date,
): Promise<SessionToken | undefined> {
  const token = { address: addressIdOf(address), secret: newSecret() }
  const session: Session = {
    id: hashOf(token.secret),
    address: signInAddress(address),
    signed_in_date: now.toISOString(),
    expires: secondsOf(now) + SESSION_S,
    provider,
  }
  const used = keyOf.usedAttempt(id)
  return retryOnConflict(async () => {
    const outcome = await transact(table, [
      putNew(table, used, { id, expires }),
      putNew(table, keyOf.session(token.address, session.id), session),
    ])
    if (outcome === 'written') return { signedIn: token }
    // Another use of the attempt is under way, or has been before.
    return (await getOne(table, used)) ? { signedIn: undefined } : undefined
  }).then(({ signedIn }) => signedIn)
}

/** Whether an address has signed in with a browser in the last year. */
export async function knowsBrowser(table: Table, { address, secret }: SessionToken, now: Date): Promise<boolean> {
  const item = await getOne(table, keyOf.knownBrowser(address, hashOf(secret)))
  return item !== undefined && isAlive(item, now)
}

/**
 * Reads a session together with what it gives access to: all that its address has, unless a provider began it that
 * speaks for one group alone.
 * @returns undefined when it has ended, or its provider may not sign this address in any more
 */
export async function findSession(
  table: Table,
  { address, secret }: SessionToken,
  now: Date,
): Promise<FoundSession | undefined> {
  const [item, access] = await Promise.all([
    getOne(table, keyOf.session(address, hashOf(secret))),
    accessAt(table, address),
  ])
  if (!item || !isAlive(item, now)) return undefined
  const session = valueOf<Session>(item)
  if (!session.provider) return { session, access, reach: 'everything' }
  const reach = await reachOf(table, session.address, session.provider)
  if (reach === undefined) return undefined
  const reached = access.filter(({ owner }) => reach === 'everything' || owner === reach)
  return { session, access: reached, reach }
}

export async function endSession(table: Table, { address, secret }: SessionToken): Promise<void> {
  await deleteItem(table, keyOf.session(address, hashOf(secret)))
}

/**
 * Ends all sessions of an address, for example of a lost phone, and its links that are under way.
 * @param begunBy ends only the sessions that the provider of a group began, or a passkey
 * @returns how many sessions there were
 */
export async function endSessions(table: Table, address: string, begunBy?: BegunBy): Promise<number> {
  const id = addressIdOf(address)
  const ended = new Set<string>()
  for (;;) {
    const [links, sessions, browsers] = await Promise.all(
      [keyOf.signInLink(id, ''), keyOf.session(id, ''), keyOf.knownBrowser(id, '')].map((key) => getBeside(table, key)),
    )
    const items =
      begunBy === undefined
        ? [links, sessions, browsers].flatMap((each) => each ?? [])
        : (sessions ?? []).filter((item) => isBegunBy(valueOf<Session>(item), begunBy))
    for (const { sk } of sessions ?? []) if (items.some((item) => item.sk === sk)) ended.add(sk)
    // A link that was used meanwhile has become a session.
    if (items.length === 0) return ended.size
    await Promise.all(items.map(({ pk, sk }) => deleteItem(table, { pk, sk })))
  }
}

const isBegunBy = ({ id, provider, passkey }: Session, by: BegunBy): boolean =>
  'group' in by ? provider?.group === by.group : passkey === by.passkey && id !== by.except

/**
 * Makes the session of an address, with the items of the transaction that begins it.
 * @param by what the browser keeps of an earlier sign-in, and the passkey that begins the session
 */
export function newSession(
  table: Table,
  email: string,
  now: Date,
  by: { known?: SessionToken | undefined; passkey?: string | undefined } = {},
): { items: TransactItem[]; signedIn: SignedIn } {
  const { known, passkey } = by
  const address = addressIdOf(email)
  const token = { address, secret: newSecret() }
  const browser = known?.address === address ? known : { address, secret: newSecret() }
  const session: Session = {
    id: hashOf(token.secret),
    address: email,
    signed_in_date: now.toISOString(),
    expires: secondsOf(now) + SESSION_S,
    ...(passkey !== undefined && { passkey }),
  }
  const items = [putNew(table, keyOf.session(address, session.id), session), remember(table, browser, now)]
  return { items, signedIn: { session: token, browser } }
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
