import type { ProviderOfSession, Reach } from './identity-provider.js'
import type { Access } from '../access/sign-in-address.js'

/** A sign-in of an address in a browser. */
export interface Session {
  /** SHA-256 of its secret, which only the browser has. */
  id: string
  address: string
  /** When it began: the link was used, or the provider answered. */
  signed_in_date: string
  /** The identity provider that began it; absent for a link. */
  provider?: ProviderOfSession | undefined
  /** The id of the passkey that began it. */
  passkey?: string | undefined
  /** In seconds since 1970, after which DynamoDB removes it. */
  expires: number
}

/** The token of a session, present or past, that a browser keeps: the id of its address, and its secret. */
export interface SessionToken {
  /** The id of the address. */
  address: string
  secret: string
}

/** The tokens that a browser gets when it signs in. */
export interface SignedIn {
  session: SessionToken
  /** By which the browser is known when its person asks for a link again. */
  browser: SessionToken
}

/** The beginning of sessions: the provider of a group, by the group's id, or a passkey; one session may go on. */
export type BegunBy = { group: string } | { passkey: string; except: string }

export interface FoundSession {
  session: Session
  access: Access[]
  reach: Reach
}

/** An attempt to sign in, and the address that a provider has proven for it. */
export interface ProvenAttempt {
  id: string
  /** In seconds since 1970. */
  expires: number
  address: string
  provider: ProviderOfSession
}

const MINUTE_S = 60

/** The life of a link to sign in, in seconds. */
export const LINK_S = 15 * MINUTE_S

/** The life of a session, in seconds: two weeks. */
export const SESSION_S = 14 * 24 * 60 * MINUTE_S

/** The time for which a browser is known after its last sign-in, in seconds: a year. */
export const KNOWN_S = 365 * 24 * 60 * MINUTE_S

/** The time after a sign-in within which keys and members may be changed, in milliseconds. */
const FRESH_MS = 15 * MINUTE_S * 1000

/** Whether a session began recently enough to change keys, members and secrets. */
export const isFresh = ({ signed_in_date }: Session, now: Date): boolean =>
  now.getTime() - Date.parse(signed_in_date) <= FRESH_MS
