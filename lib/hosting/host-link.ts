import {
  HOST_BYTES,
  ID_BYTES,
  type LinkKey,
  type LinkKeys,
  NUMBER_BYTES,
  SIGNATURE_BYTES,
  bytesIn,
  bytesOf,
  signature,
  uuidOf,
} from '../attendances/links/link-token.js'
import { timingSafeEqual } from 'node:crypto'
import type { OsdiEvent } from '../events/event.js'
import type { Scheduling } from '../events/record-event.js'
import type { Owner } from '../runtime/owner.js'
import { nextVersion } from '../fields/version.js'

/*
 * The link by which a supporter makes and runs one event without an account. Its token names the event and the number
 * of the link, and is signed for this purpose alone (docs/decisions/0029).
 */

const PURPOSE = 'host of an event'

/** The event of a link, which may not be made yet, and the number of the link. */
export interface LinkedHost {
  event: string
  generation: number
}

export function hostToken({ current, keys }: LinkKeys, { event, generation }: LinkedHost): string {
  const number = Buffer.alloc(NUMBER_BYTES)
  number.writeUInt32BE(generation)
  const signed = Buffer.concat([Buffer.from([current]), bytesOf(event), number])
  return Buffer.concat([signed, signature(keys[current] as LinkKey, signed, PURPOSE)]).toString('base64url')
}

/** Reads a token. @returns undefined when it is malformed, its key was revoked, or it is not signed by its key */
export function readHostToken({ keys }: LinkKeys, token: string): LinkedHost | undefined {
  const bytes = bytesIn(token, HOST_BYTES)
  const key = bytes && keys[bytes[0] as number]
  if (!key) return undefined
  const [signed, found] = [bytes.subarray(0, -SIGNATURE_BYTES), bytes.subarray(-SIGNATURE_BYTES)]
  if (!timingSafeEqual(signature(key, signed, PURPOSE), found)) return undefined
  return {
    event: uuidOf(signed.subarray(1, 1 + ID_BYTES)),
    generation: signed.readUInt32BE(1 + ID_BYTES),
  }
}

/** Whether a link opens the tools of an event: it is the last one that was sent, and was not revoked. */
export const opensTools = ({ host_link: link }: Pick<OsdiEvent, 'host_link'>, { generation }: LinkedHost) =>
  link?.generation === generation && !link.revoked

/**
 * Revokes the link of a host, or makes another one, which is mailed to the host; the old one ends. An event without a
 * host stays as it is.
 */
export const changeHostLink = (
  owner: Owner,
  id: string,
  action: 'send' | 'revoke',
  { events, now }: Pick<Scheduling, 'events' | 'now'>,
): Promise<OsdiEvent> =>
  events.change(
    owner,
    id,
    async (event) => {
      const { host_link: link } = event
      if (!link || (action === 'revoke' && link.revoked)) return event
      const after = action === 'send' ? { generation: link.generation + 1 } : { ...link, revoked: true as const }
      return { ...event, host_link: after, ...nextVersion(event, now()) }
    },
    'leave out',
  )
