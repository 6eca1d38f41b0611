import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AnsweredChallenge } from './passkey.js'
import { secondsOf } from '../../fields/seconds.js'

/*
 * Challenges are signed and not stored, so that a look at the page to sign in writes nothing. One is stored when it is
 * used: it works once.
 */

/** The life of a challenge, in seconds. */
export const CHALLENGE_S = 10 * 60

const [EXPIRES_BYTES, RANDOM_BYTES, SIGNATURE_BYTES] = [6, 16, 16]
const LENGTH = EXPIRES_BYTES + RANDOM_BYTES + SIGNATURE_BYTES

/** The purpose of a challenge: to sign in, or to add a passkey to an address. */
export type Purpose = { signIn: true } | { addTo: string }

/** Makes a challenge: when it expires, random bytes, and their signature, in base64url. */
export function newChallenge(secret: string, purpose: Purpose, now: Date): string {
  const expires = Buffer.alloc(EXPIRES_BYTES)
  expires.writeUIntBE(secondsOf(now) + CHALLENGE_S, 0, EXPIRES_BYTES)
  const signed = Buffer.concat([expires, randomBytes(RANDOM_BYTES)])
  return Buffer.concat([signed, signature(secret, purpose, signed)]).toString('base64url')
}

/** Reads a challenge. @returns undefined for one that this service has not made for the purpose, or that has expired */
export function readChallenge(
  secret: string,
  purpose: Purpose,
  challenge: string,
  now: Date,
): AnsweredChallenge | undefined {
  const bytes = Buffer.from(challenge, 'base64url')
  // One challenge has one spelling: it is known by it.
  if (bytes.length !== LENGTH || bytes.toString('base64url') !== challenge) return undefined
  const [signed, found] = [bytes.subarray(0, -SIGNATURE_BYTES), bytes.subarray(-SIGNATURE_BYTES)]
  if (!timingSafeEqual(signature(secret, purpose, signed), found)) return undefined
  const expires = signed.readUIntBE(0, EXPIRES_BYTES)
  return expires > secondsOf(now) ? { id: challenge, expires } : undefined
}

/** The secret signs challenges of proofs of work, too: the purpose tells them apart. */
const signature = (secret: string, purpose: Purpose, signed: Buffer) =>
  createHmac('sha256', secret)
    .update(JSON.stringify({ passkey: purpose }))
    .update(signed)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
