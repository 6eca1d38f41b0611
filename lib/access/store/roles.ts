import { groupIdOf, type Owner } from '../../runtime/owner.js'
import { groupHasToBeHandedOver } from '../../merging/erase-person.js'
import type { TransactItem } from '../../table/conflicts.js'
import { keyOfOwner } from '../../table/items/items.js'
import { getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/retry-on-conflict.js'
import { type Table, keyOf } from '../../table/table.js'
import { transact, changing } from '../../table/transaction.js'
import { removeMember } from './members.js'
import { endingAccess, signInStore } from '../../sign-in/store/sign-in-store.js'

/** Whether a person is a member of the group, or signs in to the account. */
export async function hasRole(table: Table, owner: Owner, person: string): Promise<boolean> {
  const group = groupIdOf(owner)
  if (group !== undefined) return (await getOne(table, keyOf.member(group, person))) !== undefined
  const account = await getOne(table, keyOfOwner(owner))
  return account?.['person'] === person && account['sign_in_address'] !== undefined
}

/** The condition that `hasRole` is false, in a transaction. */
export function withoutRole(table: Table, owner: Owner, person: string): TransactItem {
  const group = groupIdOf(owner)
  return {
    ConditionCheck: {
      TableName: table.name,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...(group !== undefined
        ? { Key: keyOf.member(group, person), ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            Key: keyOfOwner(owner),
            ConditionExpression: 'person <> :person OR attribute_not_exists(sign_in_address)',
            ExpressionAttributeValues: { ':person': person },
          }),
    },
  }
}

/**
 * Ends all that lets a person sign in to an owner: the role, sessions, links, passkeys and the address. Repeating it
 * changes nothing.
 * @throws OsdiError conflict for the creator of a group
 */
export async function endAccess(table: Table, owner: Owner, person: string): Promise<void> {
  const group = groupIdOf(owner)
  const held = await getOne(table, group === undefined ? keyOfOwner(owner) : keyOf.member(group, person))
  if (held?.['person'] !== person) return
  if (held['role'] === 'creator') throw groupHasToBeHandedOver()
  const address = held['sign_in_address'] as string | undefined
  if (group !== undefined) await removeMember(table, group, person)
  else if (address !== undefined) await leaveAccount(table, owner, address)
  if (address !== undefined) await signInStore(table).endAll(address)
}

/** The account stays with its person, whose keys work on; the address is forgotten. */
const leaveAccount = (table: Table, owner: Owner, address: string) =>
  retryOnConflict(async () => {
    const outcome = await transact(table, [
      changing(table, keyOfOwner(owner), { remove: ['sign_in_address', 'chosen_mails'] }),
      ...(await endingAccess(table, { address, owner })),
    ])
    return outcome === 'written' || undefined
  })
