import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  type LinkKeys,
  ID_BYTES,
  SIGNATURE_BYTES,
  bytesIn,
  bytesOf,
  signature,
  uuidOf,
} from '../attendances/links/link-token.js'
import type { IdentityProvider } from './identity-provider.js'
import { secondsOf } from '../fields/seconds.js'

/*
 * The `state` of a sign-in by a provider (OAuth 2.0). It is signed by the service and bound to a browser, which keeps a
 * secret in a cookie. Nonce and PKCE's verifier follow from both, so that beginning a sign-in writes nothing.
 */

/** The life of an attempt, in seconds. */
export const ATTEMPT_S = 10 * 60

/** An attempt to sign in, as its `state` names it. */
export interface Attempt {
  id: string
  group: string
  /** In seconds since 1970. */
  expires: number
}

/** The values of an attempt that are sent to the provider, or compared with what it answers. */
export interface Proofs {
  state: string
  nonce: string
  /** PKCE's code verifier. */
  verifier: string
}

const PURPOSE = 'sign in by a provider'

/** A state has the version of the key, the ids of attempt and group, the expiry, the provider's print, a signature. */
const PRINT_BYTES = 8
const EXPIRY_BYTES = 4
const STATE_BYTES = 1 + 2 * ID_BYTES + EXPIRY_BYTES + PRINT_BYTES + SIGNATURE_BYTES

type Named = Pick<IdentityProvider, 'group' | 'issuer' | 'client_id'>

/** Makes the secret of a browser: 43 characters. */
export const newBrowserSecret = () => randomBytes(32).toString('base64url')

export function beginAttempt({ current, keys }: LinkKeys, provider: Named, browser: string, now: Date): Proofs {
  const id = uuidOf(randomBytes(ID_BYTES))
  const expiry = Buffer.alloc(EXPIRY_BYTES)
  expiry.writeUInt32BE(secondsOf(now) + ATTEMPT_S)
  const signed = Buffer.concat([
    Buffer.from([current]),
    bytesOf(id),
    bytesOf(provider.group),
    expiry,
    printOf(provider),
  ])
  const key = keys[current]
  if (!key) throw new Error('The link keys have no current key')
  const state = Buffer.concat([signed, signature(key, bound(signed, browser), PURPOSE)])
  return { state: state.toString('base64url'), ...secretsOf(id, browser) }
}

/**
 * Reads a state that this browser has begun.
 * @returns undefined for one that is malformed, expired, of another browser or not signed by the service
 */
export function readAttempt(
  { keys }: LinkKeys,
  state: string,
  browser: string,
  now: Date,
): (Attempt & { isOf: (provider: Named) => boolean; proofs: Proofs }) | undefined {
  const bytes = bytesIn(state, STATE_BYTES)
  const key = bytes && keys[bytes[0] as number]
  if (!key) return undefined
  const [signed, found] = [bytes.subarray(0, -SIGNATURE_BYTES), bytes.subarray(-SIGNATURE_BYTES)]
  if (!timingSafeEqual(signature(key, bound(signed, browser), PURPOSE), found)) return undefined
  const group = 1 + ID_BYTES
  const expiry = group + ID_BYTES
  const id = uuidOf(signed.subarray(1, group))
  const expires = signed.readUInt32BE(expiry)
  if (expires <= secondsOf(now)) return undefined
  const print = signed.subarray(expiry + EXPIRY_BYTES)
  return {
    id,
    group: uuidOf(signed.subarray(group, expiry)),
    expires,
    isOf: (provider) => timingSafeEqual(printOf(provider), print),
    proofs: { state, ...secretsOf(id, browser) },
  }
}

/** A provider that has replaced another one is not asked for the answer of that one. */
const printOf = ({ issuer, client_id }: Named) =>
  createHash('sha256').update(`${issuer}\n${client_id}`).digest().subarray(0, PRINT_BYTES)

const bound = (signed: Buffer, browser: string) =>
  Buffer.concat([signed, createHash('sha256').update(browser).digest()])

function secretsOf(id: string, browser: string): Omit<Proofs, 'state'> {
  const derived = (name: string) => createHmac('sha256', browser).update(`${name} ${id}`).digest().toString('base64url')
  return { nonce: derived('nonce'), verifier: derived('verifier') }
}
