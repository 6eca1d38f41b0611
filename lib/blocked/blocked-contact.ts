import { createHmac } from 'node:crypto'
import type { Contact } from '../people/person.js'
import type { Owner } from '../runtime/owner.js'

/** A contact that may not come to events of an owner. */
export interface BlockedContact {
  owner: Owner
  /** By which it is recognized, also after its person was erased. */
  hash: string
  /** The contact as it is compared; absent after its person was erased. */
  contact?: Contact
  reason?: string
  /** Person id of the member who blocked it; absent for a command. */
  by?: string
  date: string
  /** RSVPs and forms that came to nothing. */
  attempts?: number
}

/** Blocks that one owner may have: an RSVP reads the hashes of all of them. */
export const MOST_BLOCKED = 1000

/** Characters of a reason. */
export const LONGEST_REASON = 200

/** Characters of a hash: 128 bits of it. */
const HASH_LENGTH = 32

/** Recognizes a contact. Without the secret, nobody learns it by trying addresses. */
export const hashOfContact = (secret: string, { kind, value }: Contact): string =>
  createHmac('sha256', secret).update(`${kind}:${value}`).digest('hex').slice(0, HASH_LENGTH)
