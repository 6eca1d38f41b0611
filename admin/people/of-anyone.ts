import { notFound } from '../../lib/runtime/errors.js'
import type { Owner } from '../../lib/runtime/owner.js'
import type { IdentifiedStore } from '../../lib/resources/record-by-identifier.js'

/** Finds a resource by its id alone, across owners. @throws OsdiError not_found */
export async function ofAnyone<Resource>(
  store: Pick<IdentifiedStore<never>, 'ownerOf'> & { find: (owner: Owner, id: string) => Promise<Resource> },
  id: string,
): Promise<Resource> {
  const owner = await store.ownerOf(id)
  if (!owner) throw notFound()
  return store.find(owner, id)
}
