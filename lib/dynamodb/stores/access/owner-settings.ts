import { notFound } from '../../../domain/errors.js'
import { type OwnerSettingsChange, settingsIn } from '../../../domain/access/owner-settings.js'
import type { Account, Group, Owner } from '../../../domain/access/principal.js'
import { keyOfOwner } from '../../items/items.js'
import { getOne } from '../../reads.js'
import { type Table, valueOf } from '../../table.js'
import { has } from '../../condition.js'
import { beginForgetting } from '../people/forgetting.js'
import { changeItem } from '../../transaction.js'

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
  if (change.forget_after) {
    const { forget_after } = settingsIn((await getOne(table, keyOfOwner(owner))) ?? {})
    // First, so that a crash in between leaves work that ends at once, and no setting without its work.
    if (change.forget_after !== forget_after) await beginForgetting(table, owner)
  }
  const entries = Object.entries(change).filter(([, value]) => value !== undefined)
  const set = Object.fromEntries(entries.map(([name, value]) => [name, value ?? undefined]))
  const { item } = await changeItem(table, keyOfOwner(owner), { set }, has('pk'))
  if (!item) throw notFound()
  return valueOf<Group | Account>(item)
}
