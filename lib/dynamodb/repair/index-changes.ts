import { missingChange } from '../audit/changes.js'
import { scan } from '../scan.js'
import { type Item, type Table, keyIn } from '../table.js'
import { updateIgnoringConflict } from '../transaction.js'

/** Puts into the index over changes what was changed before there was one; reads the whole table. @returns how many */
export async function indexChanges(table: Table): Promise<number> {
  let indexed = 0
  for await (const items of scan(table)) indexed += await indexChangesOf(table, items)
  return indexed
}

async function indexChangesOf(table: Table, items: Item[]): Promise<number> {
  const missing = items.flatMap((item) => {
    const change = missingChange(item)
    return change ? [{ item, change }] : []
  })
  for (const { item, change } of missing)
    await updateIgnoringConflict(table, {
      Key: keyIn(item),
      UpdateExpression: 'SET changed_in = :in, changed_at = :at',
      // A concurrent change puts it into the index, too.
      ConditionExpression: 'revision = :revision',
      ExpressionAttributeValues: {
        ':in': change.changed_in,
        ':at': change.changed_at,
        ':revision': item['revision'],
      },
    })
  return missing.length
}
