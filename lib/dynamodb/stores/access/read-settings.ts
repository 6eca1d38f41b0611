import { type OwnerSettings, settingsIn } from '../../../domain/access/owner-settings.js'
import type { Owner } from '../../../domain/access/principal.js'
import { notFound } from '../../../domain/errors.js'
import { keyOfOwner } from '../../items/items.js'
import { getTogether } from '../../reads.js'
import type { Table } from '../../table.js'

/** Reads the settings of an owner together with what else the request reads. @throws OsdiError not_found */
export async function readSettings(table: Table, owner: Owner): Promise<OwnerSettings> {
  const [item] = await getTogether(table, [keyOfOwner(owner)])
  if (!item) throw notFound()
  return settingsIn(item)
}
