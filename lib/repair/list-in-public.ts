import type { OsdiEvent } from '../events/event.js'
import { wronglyListed } from '../near/listed.audit.js'
import { getOne } from '../table/reads.js'
import { scan } from '../table/scan.js'
import { listedItems, putListed } from '../near/store/listed-items.js'
import { type Item, type Table, keyOf, valueOf } from '../table/table.js'
import { writeAlone } from '../table/transaction.js'

/**
 * Writes events that an earlier release has recorded into the public lists, and removes what is there and should not
 * be. Reads the whole table. Repeating it changes nothing.
 * @returns how many items were written or removed
 */
export async function listInPublic(table: Table): Promise<number> {
  let changed = 0
  for await (const items of scan(table))
    for (const { event, key, expected } of await wronglyListed(table, items)) {
      const isWritten = await bringUpToDate(table, event, key.pk, key.sk)
      if (isWritten || expected) changed += 1
    }
  return changed
}

/** Writes or removes one item on condition that its event is still as it was read. */
async function bringUpToDate(table: Table, id: string, pk: string, sk: string): Promise<boolean> {
  for (let turn = 0; turn < 5; turn++) {
    const item = await getOne(table, keyOf.event(id))
    const expected =
      item && listedItems(valueOf<OsdiEvent>(item)).find((each) => each.pk === pk && each.sk === sk)
    const outcome = await writeAlone(table, () => [
      expected ? putListed(table, expected) : { Delete: { TableName: table.name, Key: { pk, sk } } },
      whileSame(table, id, item),
    ])
    if (outcome === 'written') return true
  }
  return false
}

const whileSame = (table: Table, id: string, item: Item | undefined) => ({
  ConditionCheck: {
    TableName: table.name,
    Key: keyOf.event(id),
    ConditionExpression: item ? 'revision = :revision' : 'attribute_not_exists(pk)',
    ...(item && { ExpressionAttributeValues: { ':revision': item['revision'] } }),
  },
})
