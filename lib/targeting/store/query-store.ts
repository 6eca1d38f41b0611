import { notFound } from '../../runtime/errors.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Owner } from '../../runtime/owner.js'
import type { IdentifiedStore } from '../../resources/record-by-identifier.js'
import type { TargetingQuery } from '../targeting-query.js'
import { identified } from '../../resources/identified.js'
import { lists } from '../../collections/numbered-list.js'
import { readPage } from '../../collections/read-page.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'

export type QueryStore = IdentifiedStore<TargetingQuery> & {
  /** @throws OsdiError not_found, also for another owner's query */
  find(owner: Owner, id: string): Promise<TargetingQuery>
  /** Queries of an owner, newest first. */
  list(owner: Owner, page: PageRequest): Promise<Page<TargetingQuery>>
}

/** Stores queries: the item, its identifiers, its position in the owner's list, and its results. */
export function queryStore(table: Table): QueryStore {
  const load = async (id: string) => {
    const item = await getOne(table, keyOf.query(id))
    return item && valueOf<TargetingQuery>(item)
  }
  return {
    ...identified<TargetingQuery>(table, {
      type: 'targeting_query',
      keyOf: ({ id }) => keyOf.query(id),
      listOf: ({ owner }) => lists.queriesOf(owner),
      load,
    }),

    async find(owner, id) {
      const query = await load(id)
      if (query?.owner !== owner) throw notFound()
      return query
    },

    list: (owner, request) => readPage<TargetingQuery>(table, lists.queriesOf(owner), request),
  }
}
