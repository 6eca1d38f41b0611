import { type OwnerSettings, settingsIn } from '../owner-settings.js'
import type { Owner } from '../../runtime/owner.js'
import { notFound } from '../../runtime/errors.js'
import { keyOfOwner } from '../../table/items/items.js'
import { getTogether } from '../../table/reads.js'
import type { Table } from '../../table/table.js'

/** Reads the settings of an owner together with what else the request reads. @throws OsdiError not_found */
export async function readSettings(table: Table, owner: Owner): Promise<OwnerSettings> {
  const [item] = await getTogether(table, [keyOfOwner(owner)])
  if (!item) throw notFound()
  return settingsIn(item)
}
