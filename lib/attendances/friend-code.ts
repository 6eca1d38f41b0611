import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto'
import { otherPartyIn } from './attendance.js'
import {
  type LinkKey,
  type LinkKeys,
  type LinkedAttendance,
  FRIEND_BYTES,
  bytesIn,
  bytesOf,
  signature,
  uuidOf,
} from './links/link-token.js'

/*
 * The code by which a person brings friends. It is in links that are passed on to anybody, so it says nothing and
 * allows nothing: it is the id of the person's attendance, enciphered, with a tag that binds it to the event. To read
 * one needs no item: an RSVP by a link costs what every RSVP costs.
 */

const TAG_BYTES = 7

/** A person who has passed an event on, and the code by which a friend has come. */
export interface Friend {
  code: string
  person: string
}

/** Returns the code of an attendance: 32 characters, the same each time until the key is rotated. */
export function friendCode({ current, keys }: LinkKeys, attendance: LinkedAttendance): string {
  const key = keys[current] as LinkKey
  const cipher = createCipheriv('aes-128-ecb', cipherKey(key), null).setAutoPadding(false)
  const block = Buffer.concat([cipher.update(bytesOf(attendance.id)), cipher.final()])
  return Buffer.concat([Buffer.from([current]), tagOf(key, attendance), block]).toString('base64url')
}

/** Reads a code. @returns undefined when it is malformed, of a revoked key, or of another event */
export function readFriendCode({ keys }: LinkKeys, event: string, code: string): Friend | undefined {
  const bytes = bytesIn(code, FRIEND_BYTES)
  const key = bytes && keys[bytes[0] as number]
  if (!key) return undefined
  const decipher = createDecipheriv('aes-128-ecb', cipherKey(key), null).setAutoPadding(false)
  const [tag, block] = [bytes.subarray(1, 1 + TAG_BYTES), bytes.subarray(1 + TAG_BYTES)]
  const id = uuidOf(Buffer.concat([decipher.update(block), decipher.final()]))
  return timingSafeEqual(tag, tagOf(key, { id, event })) ? { code, person: otherPartyIn(id, event) } : undefined
}

/** A block that is a random-looking id, and is never used twice for two ids, needs no mode. */
const cipherKey = (key: LinkKey) => signature(key, Buffer.alloc(0), 'cipher of codes of friends')

const tagOf = (key: LinkKey, { id, event }: LinkedAttendance) =>
  signature(key, Buffer.concat([bytesOf(id), bytesOf(event)]), 'code of a friend').subarray(0, TAG_BYTES)
