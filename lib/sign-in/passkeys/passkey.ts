import { createHash } from 'node:crypto'
import type { Site } from '../../runtime/site.js'

/** A passkey of an address (WebAuthn, level 3). Only the device of its person has the private key. */
export interface Passkey {
  /** The first half of the SHA-256 of the credential's id, in hexadecimal digits. */
  id: string
  /** The id that the authenticator gave it, in base64url. */
  credential_id: string
  /** The public key as COSE, in base64url. */
  public_key: string
  /** The number of signatures that its authenticator has counted; 0 for one that does not count. */
  counter: number
  /** The ways in which browsers reach the authenticator: `internal`, `hybrid`, `usb`. */
  transports: string[]
  /** The name that its person gave it. */
  name: string
  /** The day on which it was added, in UTC: `2026-11-23`. */
  created_on: string
  /** The day on which it last signed in. */
  last_used_on?: string | undefined
}

/** The credential that an authenticator has made, once it is verified. */
export type NewCredential = Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports'>

/** The service as authenticators know it. A passkey works for the host name for which it was made, and no other. */
export interface RelyingParty {
  /** The host name. */
  id: string
  origin: string
}

/** A challenge that has been answered: what it is known by, and when it expires, in seconds since 1970. */
export interface AnsweredChallenge {
  id: string
  expires: number
}

/** A change of the passkeys of an address, which its person is told of. */
export interface PasskeyChange {
  now: Date
  /** The language of the email; undefined where the installation sends none. */
  mailIn: string | undefined
}

/** To the address that signs in with a passkey, which was added or removed. */
export interface PasskeyMail {
  kind: 'passkey-added' | 'passkey-removed'
  address: string
  name: string
  language: string
}

/** The outcome of adding a passkey. */
export type Added = 'added' | 'too many' | 'known' | 'refused'

/** The most passkeys of an address. */
export const MOST_PASSKEYS = 10

/** The most letters of a name. */
export const LONGEST_NAME = 60

export const passkeyIdOf = (credentialId: string) =>
  createHash('sha256').update(credentialId).digest('hex').slice(0, 32)

/** Whether a text of an address can be the id of a passkey: no other one may stand in an expression. */
export const isPasskeyId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

/** Returns the day of a time, in UTC. */
export const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/**
 * Returns the service as authenticators know it. Browsers make passkeys for host names alone, and only over https or on
 * this machine.
 * @returns undefined where there can be no passkeys
 */
export function relyingPartyOf({ publicUrl }: Pick<Site, 'publicUrl'>): RelyingParty | undefined {
  const { hostname: id, origin, protocol } = new URL(publicUrl)
  const isName = !/^[\d.]+$|^\[/.test(id)
  const isLocal = /(^|\.)localhost$/.test(id)
  return isName && (protocol === 'https:' || isLocal) ? { id, origin } : undefined
}

/** The handle by which an authenticator knows the person: the id of the address, in base64url. It names no one. */
export const handleOf = (addressId: string) => Buffer.from(addressId.replaceAll('-', ''), 'hex').toString('base64url')

const HANDLE_BYTES = 16

/** Returns the id of an address by its handle; undefined for what is not a handle. */
export function addressIdOfHandle(handle: string): string | undefined {
  const bytes = Buffer.from(handle, 'base64url')
  if (bytes.length !== HANDLE_BYTES) return undefined
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
