import { notFound } from '../../runtime/errors.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Owner } from '../../runtime/owner.js'
import type { TargetingQuery } from '../targeting-query.js'
import { identified } from '../../resources/identified.js'
import { lists } from '../../collections/numbered-list.js'
import { readPage } from '../../collections/read-page.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'

/** Stores queries: the item, its identifiers, its position in the owner's list, and its results. */
export function queryStore(table: Table) {
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

    /** @throws OsdiError not_found, also for another owner's query */
    async find(owner: Owner, id: string): Promise<TargetingQuery> {
      const query = await load(id)
      if (query?.owner !== owner) throw notFound()
      return query
    },

    /** Queries of an owner, newest first. */
    list: (owner: Owner, request: PageRequest): Promise<Page<TargetingQuery>> =>
      readPage<TargetingQuery>(table, lists.queriesOf(owner), request),
  }
}

export type QueryStore = ReturnType<typeof queryStore>
