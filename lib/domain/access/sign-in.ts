import type { Owner } from './principal.js'

/** A group or an account that an address may sign in to, and the person that it is there. */
export interface Access {
  address: string
  owner: Owner
  person: string
}

/** A sign-in of an address in a browser. */
export interface Session {
  /** SHA-256 of its secret, which only the browser has. */
  id: string
  address: string
  /** When the link was used that began it. */
  signed_in_date: string
  /** In seconds since 1970, after which DynamoDB removes it. */
  expires: number
}

/** What a browser keeps of a session: which address it is of, and its secret. */
export interface SessionToken {
  /** Hash of the address. */
  address: string
  secret: string
}

export interface SignInStore {
  /** The groups and accounts to which an address may sign in. */
  accessOf(address: string): Promise<Access[]>
  /** Makes a link for an address. @returns the secret in it, which is not stored, and when it expires */
  createLink(address: string, now: Date): Promise<{ secret: string; expires: Date }>
  /** Whether a link can still be used. */
  isUsable(secret: string, now: Date): Promise<boolean>
  /** Uses up a link and begins a session, both or none. @returns undefined for a link that was used or has expired */
  begin(secret: string, now: Date): Promise<SessionToken | undefined>
  /** Reads a session together with what its address has access to. @returns undefined when it has ended */
  find(token: SessionToken, now: Date): Promise<{ session: Session; access: Access[] } | undefined>
  /** Ends a session. */
  end(token: SessionToken): Promise<void>
  /** Ends all sessions of an address, for example of a lost phone. @returns how many there were */
  endAll(address: string): Promise<number>
}

const MINUTE_S = 60

/** How long a link to sign in works, in seconds. */
export const LINK_S = 15 * MINUTE_S

/** How long a session lasts, in seconds: two weeks. */
export const SESSION_S = 14 * 24 * 60 * MINUTE_S

/** How long a sign-in is recent enough to change keys and members, in milliseconds. */
const FRESH_MS = 15 * MINUTE_S * 1000

/** Whether a session began recently enough to change keys, members and secrets. */
export const isFresh = ({ signed_in_date }: Session, now: Date): boolean =>
  now.getTime() - Date.parse(signed_in_date) <= FRESH_MS

/** The form in which addresses are compared. Mail providers ignore the case of an address, so the service does too. */
export const signInAddress = (email: string) => email.trim().toLowerCase()

/** Converts a date to seconds since 1970, in which items expire. */
export const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)
