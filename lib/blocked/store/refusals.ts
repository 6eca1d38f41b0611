import { isContended } from '../../collections/contention.js'
import { lists } from '../../collections/numbered-list.js'
import { type Admit, PersonRefused, type Refusals } from '../../people/refusals.js'
import type { Owner } from '../../runtime/owner.js'
import { has } from '../../table/condition.js'
import { getOne, getTogether } from '../../table/reads.js'
import { type Item, type Table, keyOf } from '../../table/table.js'
import { changeItem } from '../../table/transaction.js'
import { ttlCache } from '../../table/ttl-cache.js'
import { hashOfContact } from '../blocked-contact.js'

/** In a rush, a process remembers whom an owner refuses: a partition gives 3,000 read units a second. */
const REMEMBERED_MS = 1_000

/*
 * Two kinds of items in one partition: what is known of each block, and the hashes of all of them in one item, which is
 * what an RSVP reads.
 */

/** Whom owners refuse, as RSVPs read it. */
export function blockedRefusals(table: Table): Refusals {
  const remembered = ttlCache<Item>(REMEMBERED_MS)
  const read = async (owner: Owner) => {
    const [hashes] = await getTogether(table, [keyOf.blockedHashes(owner)])
    if (hashes) remembered.set(owner, hashes)
    return hashes
  }
  return {
    async of(owner) {
      const isRush = isContended(table, lists.peopleOf(owner))
      const hashes = (isRush ? remembered.get(owner) : undefined) ?? (await read(owner))
      return hashes && admitExcept(hashes)
    },

    async count(owner, { contact }) {
      const hashes = await getOne(table, keyOf.blockedHashes(owner))
      if (!hashes) return
      const key = keyOf.blockedContact(owner, hashOfContact(secretIn(hashes), contact))
      await changeItem(table, key, { add: { attempts: 1 } }, has('pk'))
    },
  }
}

/** The secret of an owner's hashes. */
export const secretIn = (hashes: Item) => hashes['secret'] as string

/** The hashes of an owner, without what else the item has. */
export const hashesIn = ({ pk: _pk, sk: _sk, owner: _owner, secret: _secret, ...hashes }: Item) => hashes

const admitExcept =
  (hashes: Item): Admit =>
  (contacts) => {
    const refused = contacts.find((each) => hashes[hashOfContact(secretIn(hashes), each)] !== undefined)
    if (refused) throw new PersonRefused(refused)
  }
