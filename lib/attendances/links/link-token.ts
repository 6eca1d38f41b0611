import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Attendance } from '../attendance.js'

/*
 * The link of an attendance, by which its person changes it without an account. Its token names the attendance and the
 * event, and is signed. It names no person; only the service can make one (docs/decisions/0029).
 */

/** The keys that sign tokens, by their versions. */
export interface LinkKeys {
  /** The version that signs. Tokens of all versions are valid. */
  current: number
  keys: Record<string, LinkKey>
}

export interface LinkKey {
  /** 32 bytes in base64url. */
  key: string
  created_date: string
}

/** The attendance that a token names. */
export type LinkedAttendance = Pick<Attendance, 'event' | 'id'>

/** Versions are a byte of the token. */
const VERSIONS = 255

/** The parts of tokens: an id, and a signature of 128 bits. */
export const [ID_BYTES, SIGNATURE_BYTES] = [16, 16]

/** A token has the version, the ids of the attendance and the event, and a signature. */
const LINK_BYTES = 1 + 2 * ID_BYTES + SIGNATURE_BYTES

/** The token of a mailing list has the version, an id and a signature. */
const ID_TOKEN_BYTES = 1 + ID_BYTES + SIGNATURE_BYTES

/** The token of a host has the version, the id of the event, the number of the link, and a signature. */
export const NUMBER_BYTES = 4
export const HOST_BYTES = 1 + ID_BYTES + NUMBER_BYTES + SIGNATURE_BYTES

/** The code of a friend has a tag and a block (lib/attendances/friend-code.ts). */
export const FRIEND_BYTES = 24

export const newLinkKey = (now: Date): LinkKey => ({
  key: randomBytes(32).toString('base64url'),
  created_date: now.toISOString(),
})

/** Returns the version after another one. After 255 versions, the first one is used again. */
export const versionAfter = (version: number) => (version % VERSIONS) + 1

/** Makes the token of an attendance: 66 characters that an address may hold. It stays the same until a rotation. */
export function linkToken({ current, keys }: LinkKeys, { id, event }: LinkedAttendance): string {
  const signed = Buffer.concat([Buffer.from([current]), bytesOf(id), bytesOf(event)])
  return Buffer.concat([signed, signature(keys[current] as LinkKey, signed)]).toString('base64url')
}

/** Returns the version of the key of a token of any kind; undefined when it is malformed. */
export const versionOf = (token: string): number | undefined =>
  [LINK_BYTES, ID_TOKEN_BYTES, HOST_BYTES, FRIEND_BYTES].map((length) => bytesIn(token, length)).find(Boolean)?.[0]

/**
 * Reads a token.
 * @returns undefined when it is malformed, its key has been revoked, or it is not signed by its key
 */
export function readLinkToken({ keys }: LinkKeys, token: string): LinkedAttendance | undefined {
  const bytes = bytesIn(token, LINK_BYTES)
  if (!bytes) return undefined
  const [signed, found] = [bytes.subarray(0, -SIGNATURE_BYTES), bytes.subarray(-SIGNATURE_BYTES)]
  const key = keys[signed[0] as number]
  if (!key || !timingSafeEqual(signature(key, signed), found)) return undefined
  return { id: uuidOf(signed.subarray(1, 1 + ID_BYTES)), event: uuidOf(signed.subarray(1 + ID_BYTES)) }
}

/** The bytes of a token, which has one spelling. */
export function bytesIn(token: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(token, 'base64url')
  return bytes.length === length && bytes.toString('base64url') === token ? bytes : undefined
}

/** The purpose is signed, too: a key that signs something else one day makes no token by it. */
export const signature = ({ key }: LinkKey, signed: Buffer, purpose = 'attendance link') =>
  createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(purpose)
    .update(signed)
    .digest()
    .subarray(0, SIGNATURE_BYTES)

export const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

export const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/*
 * The link by which a person leaves the mailing list of an owner. Its token names the person, and is signed for this
 * purpose alone.
 */

const UNSUBSCRIBE = 'leave the mailing list'

/** Makes the token by which a person leaves a mailing list. */
export const unsubscribeToken = (keys: LinkKeys, person: string): string => idToken(keys, person, UNSUBSCRIBE)

/** Reads the person in a token. @returns undefined when it is malformed, revoked or not signed by its key */
export const readUnsubscribeToken = (keys: LinkKeys, token: string): string | undefined =>
  readIdToken(keys, token, UNSUBSCRIBE)

/** Makes the token that names an id for a purpose. */
export function idToken({ current, keys }: LinkKeys, id: string, purpose: string): string {
  const signed = Buffer.concat([Buffer.from([current]), bytesOf(id)])
  return Buffer.concat([signed, signature(keys[current] as LinkKey, signed, purpose)]).toString('base64url')
}

/** Reads the id in a token for a purpose. @returns undefined as above */
export function readIdToken({ keys }: LinkKeys, token: string, purpose: string): string | undefined {
  const bytes = bytesIn(token, ID_TOKEN_BYTES)
  const key = bytes && keys[bytes[0] as number]
  if (!key) return undefined
  const [signed, found] = [bytes.subarray(0, -SIGNATURE_BYTES), bytes.subarray(-SIGNATURE_BYTES)]
  return timingSafeEqual(signature(key, signed, purpose), found) ? uuidOf(signed.subarray(1)) : undefined
}
