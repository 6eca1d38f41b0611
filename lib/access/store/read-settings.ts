import { type OwnerSettings, settingsIn } from '../owner-settings.js'
import type { Account, Group } from '../group.js'
import type { Owner } from '../../runtime/owner.js'
import { notFound } from '../../runtime/errors.js'
import { keyOfOwner } from '../../table/items/items.js'
import { getOne, getTogether } from '../../table/reads.js'
import { type Table, valueOf } from '../../table/table.js'

/** Reads the settings of an owner together with what else the request reads. @throws OsdiError not_found */
export async function readSettings(table: Table, owner: Owner): Promise<OwnerSettings> {
  const [item] = await getTogether(table, [keyOfOwner(owner)])
  if (!item) throw notFound()
  return settingsIn(item)
}

/** Reads the country of an owner; undefined where none is set. */
export async function readCountry(table: Table, owner: Owner): Promise<string | undefined> {
  const [item] = await getTogether(table, [keyOfOwner(owner)])
  return settingsIn(item ?? {}).country
}

/** Reads the settings of an owner and the title of a group. @throws OsdiError not_found */
export async function readIntroduction(
  table: Table,
  owner: Owner,
): Promise<{ settings: OwnerSettings; title?: string }> {
  const item = await getOne(table, keyOfOwner(owner))
  if (!item) throw notFound()
  const value = valueOf<Group | Account>(item)
  return { settings: settingsIn(value), ...('title' in value && { title: value.title }) }
}
