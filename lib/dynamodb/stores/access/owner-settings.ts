import { notFound } from '../../../domain/errors.js'
import type { OwnerSettingsChange } from '../../../domain/access/owner-settings.js'
import type { Account, Group, Owner } from '../../../domain/access/principal.js'
import { UpdateCommand } from '../../client/commands.js'
import { ConditionalCheckFailedException } from '../../client/errors.js'
import { keyOfOwner } from '../../items/items.js'
import { type Table, valueOf } from '../../table.js'
import { writeSingle } from '../../write.js'

/**
 * Changes the settings of an owner, which are attributes of its item.
 * @returns the owner with all of its settings
 * @throws OsdiError not_found
 */
export async function changeOwnerSettings(
  table: Table,
  owner: Owner,
  change: OwnerSettingsChange,
): Promise<Group | Account> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined)
  const set = entries.filter(([, value]) => value !== null).map(([name]) => `#${name} = :${name}`)
  const remove = entries.filter(([, value]) => value === null).map(([name]) => `#${name}`)
  const values = entries.filter(([, value]) => value !== null).map(([name, value]) => [`:${name}`, value])
  const expression = [
    set.length > 0 && `SET ${set.join(', ')}`,
    remove.length > 0 && `REMOVE ${remove.join(', ')}`,
  ]
  const names = Object.fromEntries(entries.map(([name]) => [`#${name}`, name])) as Record<string, string>
  try {
    const { Attributes = {} } = await writeSingle(
      table,
      () =>
        new UpdateCommand({
          TableName: table.name,
          Key: keyOfOwner(owner),
          ConditionExpression: 'attribute_exists(pk)',
          ...(entries.length > 0 && {
            UpdateExpression: expression.filter(Boolean).join(' '),
            ExpressionAttributeNames: names,
          }),
          ...(values.length > 0 && {
            ExpressionAttributeValues: Object.fromEntries(values) as Record<string, unknown>,
          }),
          ReturnValues: 'ALL_NEW',
        }),
    )
    return valueOf<Group | Account>(Attributes)
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw notFound()
    throw error
  }
}
