import type { Owner } from '../../../lib/runtime/owner.js'
import type { Context } from '../../command.js'
import { orMissing } from '../../errors.js'
import { describeOwner } from '../../options.js'

/** The stores, once it is sure that the owner exists. @throws OsdiError not_found */
export async function existing(of: Owner, open: Context['open']) {
  const stores = await open()
  await orMissing(stores.owners.principalOf(of), describeOwner(of))
  return {
    of,
    ...stores,
    /** @throws OsdiError not_found */
    find: (id: string) => orMissing(stores.queries.find(of, id), `query with the id ${id} of this owner`),
  }
}
