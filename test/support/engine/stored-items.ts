import { scan } from '../../../lib/table/scan.js'
import { items as registry, kindsOf } from '../../../lib/table/items/items.js'
import { listOf } from '../../../lib/collections/numbered-list.js'
import type { Item, Table } from '../../../lib/table/table.js'
import type { Kind } from '../../../lib/table/items/kind.js'

/** Returns the differences between an item and the declaration of its kind in lib/table/items. */
export function registryFaults(item: Item): string[] {
  const names = kindsOf(item)
  const [name] = names
  const at = `${item.pk} ${item.sk}`
  if (!name || names.length > 1) return [`${at} is of ${names.length} kinds: ${names.join(', ')}`]
  const { memberOf, indexes = [], claims, expires }: Kind = registry[name]
  const list = memberOf && listOf(memberOf.list, '')
  const isOfList = (text: unknown) => list !== undefined && String(text).startsWith(list.name)
  const waits = indexes.includes('pending')
  const has = (attribute: string) => item[attribute] !== undefined
  return [
    [
      has('expires') !== (expires === 'once removed' ? has('removed_date') : expires),
      `expires is ${String(item['expires'])}`,
    ],
    [has('block') && !isOfList(item['block']), `is in the block ${String(item['block'])}`],
    [has('waits_for') && !waits && !isOfList(item['waits_for']), `is pending in ${String(item['waits_for'])}`],
    [((has('waits_for') && !waits) || has('numbered')) && !list?.keyOfMember, 'took a deferred path'],
    [has('changed_in') && !isOfList(item['changed_in']), `was changed in ${String(item['changed_in'])}`],
    [has('changed_in') && !indexes.includes('changes'), 'is in the index changes'],
    [has('modified_in') !== indexes.includes('modified'), `is in the index modified: ${String(item['modified_in'])}`],
    [has('owner') && has('start_date') && !indexes.includes('starts'), 'is in the index starts'],
    [has('identifier') && has('holder') && !indexes.includes('identifiers'), 'is in the index identifiers'],
    [(item['identifiers'] as string[] | undefined)?.length && !claims, 'has identifiers'],
  ].flatMap(([isWrong, what]) => (isWrong ? [`${at}, of the kind ${name}, ${String(what)}`] : []))
}

/** Walks a table. @returns the kinds of its items, and what the registry does not say of them */
export async function walkTable(table: Table): Promise<{ kinds: Set<string>; faults: string[] }> {
  const kinds = new Set<string>()
  const faults: string[] = []
  for await (const page of scan(table))
    for (const item of page) {
      kindsOf(item).forEach((kind) => kinds.add(kind))
      faults.push(...registryFaults(item))
    }
  return { kinds, faults }
}
