import type { Person } from '../person.js'
import type { Owner } from '../../runtime/owner.js'
import { getBeside } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { putIfAbsent } from '../../table/transaction.js'
import { ttlCachePerTable } from '../../table/ttl-cache.js'

/** Names that a request reads. */
const MOST = 1_000

/** The custom fields that people of an owner have or had, by their names; the first thousand. */
export async function listCustomFields(table: Table, owner: Owner): Promise<CustomField[]> {
  const found = await getBeside(table, keyOf.customField(owner, ''), MOST)
  return found.slice(0, MOST).map((item) => valueOf<CustomField>(item))
}

/** Names that this process knows to be kept. */
const kept = ttlCachePerTable<true>()

/**
 * Keeps the names of the custom fields of a person that are new. It comes before the person is written, so that the
 * names are complete, and costs a write for a name that this process has not met.
 * @param before the person before a change
 */
export async function keepFieldNames(
  table: Table,
  { owner, custom_fields }: Pick<Person, 'owner' | 'custom_fields'>,
  before: Person['custom_fields'] = {},
): Promise<void> {
  const isUnknown = (name: string) => !(name in before) && !kept(table).get(`${owner} ${name}`)
  await Promise.all(
    Object.keys(custom_fields)
      .filter(isUnknown)
      .map(async (name) => {
        const created_date = new Date().toISOString()
        await putIfAbsent(table, keyOf.customField(owner, name), { owner, name, created_date })
        kept(table).set(`${owner} ${name}`, true)
      }),
  )
}

/** A field that an owner has given to people, besides those that every person has. */
export interface CustomField {
  name: string
  /** When a person first had it: UTC with milliseconds. */
  created_date: string
}
