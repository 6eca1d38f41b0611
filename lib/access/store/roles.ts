import { groupIdOf, type Owner } from '../../runtime/owner.js'
import type { TransactItem } from '../../table/conflicts.js'
import { keyOfOwner } from '../../table/items/items.js'
import type { Role } from '../group.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'

/** Returns the key of what gives a person a role: a membership, or the account of the person. */
export const keyOfRole = (owner: Owner, person: string) => {
  const group = groupIdOf(owner)
  return group === undefined ? keyOfOwner(owner) : keyOf.member(group, person)
}

/** Reads the role of a person in an owner. The person of an account is its creator. */
export async function roleIn(table: Table, owner: Owner, person: string): Promise<Role | undefined> {
  const item = await getOne(table, keyOfRole(owner, person))
  if (item?.['person'] !== person) return undefined
  return groupIdOf(owner) === undefined ? 'creator' : (item['role'] as Role)
}

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
