import { notFound } from '../../../domain/errors.js'
import type { Role } from '../../../domain/access/principal.js'
import { UpdateCommand } from '../../client/commands.js'
import { ConditionalCheckFailedException } from '../../client/errors.js'
import { getOne } from '../../reads.js'
import { retryOnConflict } from '../../retry-on-conflict.js'
import { type Table, keyOf } from '../../table.js'
import { transact } from '../../transaction.js'
import { writeSingle } from '../../write.js'
import { keyOfAccess } from './sign-in-store.js'

/** A group has one creator, who stays it. */
const NOT_THE_CREATOR = {
  ExpressionAttributeNames: { '#role': 'role' },
  ExpressionAttributeValues: { ':creator': 'creator' },
}

/** Gives a member another role. @throws OsdiError not_found, also for the creator */
export async function changeRole(table: Table, group: string, person: string, role: Role): Promise<void> {
  try {
    await writeSingle(
      table,
      () =>
        new UpdateCommand({
          TableName: table.name,
          Key: keyOf.member(group, person),
          UpdateExpression: 'SET #role = :role',
          ConditionExpression: 'attribute_exists(pk) AND #role <> :creator',
          ...NOT_THE_CREATOR,
          ExpressionAttributeValues: { ...NOT_THE_CREATOR.ExpressionAttributeValues, ':role': role },
        }),
    )
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw notFound()
    throw error
  }
}

/**
 * Makes a member the creator of a group; the creator so far becomes an administrator. Repeating it changes nothing.
 * @throws OsdiError not_found when there is no such group, or the person is no member of it
 */
export async function handOver(table: Table, group: string, person: string): Promise<void> {
  await retryOnConflict(async () => {
    const creator = (await getOne(table, keyOf.group(group)))?.['creator'] as string | undefined
    if (creator === undefined) throw notFound()
    if (creator === person) return true
    const give = (member: string, role: Role) => ({
      Update: {
        TableName: table.name,
        Key: keyOf.member(group, member),
        UpdateExpression: 'SET #role = :role',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#role': 'role' },
        ExpressionAttributeValues: { ':role': role },
      },
    })
    const outcome = await transact(table, [
      {
        Update: {
          TableName: table.name,
          Key: keyOf.group(group),
          UpdateExpression: 'SET creator = :person',
          ConditionExpression: 'creator = :creator',
          ExpressionAttributeValues: { ':person': person, ':creator': creator },
        },
      },
      give(person, 'creator'),
      give(creator, 'administrator'),
    ])
    if (outcome === 'written') return true
    if (!(await getOne(table, keyOf.member(group, person)))) throw notFound()
    return undefined
  })
}

/**
 * Takes the role of a member together with the access of the address. Repeating it changes nothing.
 * @throws OsdiError not_found for the creator
 */
export async function removeMember(table: Table, group: string, person: string): Promise<void> {
  const key = keyOf.member(group, person)
  await retryOnConflict(async () => {
    const member = await getOne(table, key)
    if (!member) return true
    if (member['role'] === 'creator') throw notFound()
    const address = member['sign_in_address'] as string | undefined
    const access = address === undefined ? [] : [keyOfAccess({ address, owner: `group:${group}` })]
    const outcome = await transact(table, [
      {
        Delete: {
          TableName: table.name,
          Key: key,
          ConditionExpression: 'attribute_not_exists(pk) OR #role <> :creator',
          ...NOT_THE_CREATOR,
        },
      },
      ...access.map((Key) => ({ Delete: { TableName: table.name, Key } })),
    ])
    return outcome === 'written' || undefined
  })
}
