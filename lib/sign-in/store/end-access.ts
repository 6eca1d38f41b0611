import { removeMember } from '../../access/store/members.js'
import type { OwnerReactions } from '../../access/store/owner-reactions.js'
import { keyOfRole } from '../../access/store/roles.js'
import { endingAccess } from '../../access/store/sign-in-addresses.js'
import { OsdiError } from '../../runtime/errors.js'
import { type Owner, groupIdOf } from '../../runtime/owner.js'
import { keyOfOwner } from '../../table/items/items.js'
import { getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/conflicts.js'
import type { Table } from '../../table/table.js'
import { changing, transact } from '../../table/transaction.js'
import { endSessions } from './sign-in-store.js'

/**
 * Ends all that lets a person sign in to an owner: the role, sessions, links, passkeys and the address. Repeating it
 * changes nothing.
 * @throws OsdiError conflict for the creator of a group
 */
export async function endAccess(table: Table, owner: Owner, person: string, reactions: OwnerReactions): Promise<void> {
  const group = groupIdOf(owner)
  const held = await getOne(table, keyOfRole(owner, person))
  if (held?.['person'] !== person) return
  if (held['role'] === 'creator') throw groupHasToBeHandedOver()
  const address = held['sign_in_address'] as string | undefined
  if (group !== undefined) await removeMember(table, group, person, reactions)
  else if (address !== undefined) await leaveAccount(table, owner, address, reactions)
  if (address !== undefined) await endSessions(table, address)
}

/** The account stays with its person, whose keys work on; the address is forgotten. */
const leaveAccount = (table: Table, owner: Owner, address: string, reactions: OwnerReactions) =>
  retryOnConflict(async () => {
    const outcome = await transact(table, [
      changing(table, keyOfOwner(owner), { remove: ['sign_in_address', 'chosen_mails'] }),
      ...(await endingAccess(table, { address, owner }, reactions)),
    ])
    return outcome === 'written' || undefined
  })

/** Returns the error for the end of a creator's access: a group always has a creator. */
function groupHasToBeHandedOver(): OsdiError {
  const description = 'This person is the creator of the group; hand the group over to another member first'
  return new OsdiError('conflict', description, [{ error_code: 'is_creator', description, properties: [] }])
}
