import { timingSafeEqual } from 'node:crypto'
import {
  type LinkKey,
  type LinkKeys,
  type LinkedAttendance,
  SIGNATURE_BYTES,
  bytesIn,
  bytesOf,
  signature,
} from '../attendances/links/link-token.js'

/*
 * A confirmation is forwarded to friends, and its link should not be the whole file of a person. The file needs a code
 * besides, which goes to the person's mailbox alone and ends soon. Nothing is kept of it: it names its end, and is
 * signed for this purpose and this attendance.
 */

const PURPOSE = 'own data'

/** The version of the key, and the end in seconds. */
const HEAD_BYTES = 1 + 4

/** The life of a code, in seconds. */
const LIFE_S = 60 * 60

const signed = (head: Buffer, { id, event }: LinkedAttendance) => Buffer.concat([head, bytesOf(id), bytesOf(event)])

/** Makes the code that opens the file of the person of an attendance for an hour. */
export function ownDataCode({ current, keys }: LinkKeys, linked: LinkedAttendance, now: Date): string {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(current)
  head.writeUInt32BE(Math.floor(now.getTime() / 1_000) + LIFE_S, 1)
  return Buffer.concat([head, signature(keys[current] as LinkKey, signed(head, linked), PURPOSE)]).toString('base64url')
}

/** Whether a code opens the file of the person of an attendance now. */
export function isOwnDataCode({ keys }: LinkKeys, linked: LinkedAttendance, code: string, now: Date): boolean {
  const bytes = bytesIn(code, HEAD_BYTES + SIGNATURE_BYTES)
  const key = bytes && keys[bytes[0] as number]
  if (!key) return false
  const [head, found] = [bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES)]
  return (
    timingSafeEqual(signature(key, signed(head, linked), PURPOSE), found) &&
    now.getTime() < head.readUInt32BE(1) * 1_000
  )
}
