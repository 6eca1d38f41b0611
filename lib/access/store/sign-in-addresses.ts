import { type Access, addressIdOf } from '../sign-in-address.js'
import type { TransactItem } from '../../table/conflicts.js'
import { getBeside } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { putNew } from '../../table/transaction.js'
import type { OwnerReactions } from './owner-reactions.js'

/** Returns the groups and accounts to which an address may sign in. @param addressId the id of the address */
export const accessAt = async (table: Table, addressId: string): Promise<Access[]> =>
  (await getBeside(table, keyOf.access(addressId, ''))).map((item) => valueOf<Access>(item))

export const keyOfAccess = ({ address, owner }: Pick<Access, 'address' | 'owner'>) =>
  keyOf.access(addressIdOf(address), owner)

/** Lets an address sign in to an owner, in the transaction that makes its person a member. */
export const grantAccess = (table: Table, access: Access): TransactItem => putNew(table, keyOfAccess(access), access)

/**
 * Takes an access from an address, in the transaction that takes the role. With its last access goes what else the
 * address has. The transaction fails where another access has just been taken; the caller repeats it.
 */
export async function endingAccess(
  table: Table,
  { address, owner }: Pick<Access, 'address' | 'owner'>,
  { onLastAccess }: Pick<OwnerReactions, 'onLastAccess'>,
): Promise<TransactItem[]> {
  const id = addressIdOf(address)
  const other = (await accessAt(table, id)).find((each) => each.owner !== owner)
  return [
    { Delete: { TableName: table.name, Key: keyOf.access(id, owner) } },
    ...(other ? [stillHas(table, other)] : onLastAccess.map((ending) => ending(table, id))),
  ]
}

/** The condition that an access has not been taken, in a transaction. */
export const stillHas = (table: Table, access: Access): TransactItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: keyOfAccess(access),
    ConditionExpression: 'attribute_exists(pk)',
  },
})
