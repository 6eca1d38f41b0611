import type { Slugged, WithSlug } from './slug.js'
import type { TransactItem } from '../table/conflicts.js'
import { onCondition } from '../table/change.js'
import { either, is, lacks } from '../table/condition.js'
import type { ResourceType } from '../table/items/kind.js'
import { getOne } from '../table/reads.js'
import { type Table, keyOf } from '../table/table.js'

/*
 * Readable addresses of pages. Each is an item whose key is the address, written on condition that no other page has
 * it, in the transaction that writes the page: two pages never have one address, whatever races.
 */

/** The types of resources with pages, and of those that are written like them. */
type Addressed = ResourceType | Slugged

/** Claims an address for a page. */
export function claimSlug(table: Table, type: Addressed, slug: string, id: string): TransactItem {
  return {
    Put: {
      TableName: table.name,
      Item: { slug, holder: id, ...keyOf.slug(type, slug) },
      ...onCondition(either(lacks('pk'), is('holder', id))),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  }
}

/** Returns the claim of a new address, and the release of one that no person could know. */
export function slugChange(table: Table, type: Addressed, before: WithSlug, after: WithSlug): TransactItem[] {
  const { slug, former_slugs: former = [] } = after
  if (slug === before.slug) return []
  const isReleased = before.slug !== undefined && !former.includes(before.slug)
  return [
    ...(slug === undefined ? [] : [claimSlug(table, type, slug, after.id)]),
    ...(isReleased ? [releaseSlug(table, type, before.slug ?? '', after.id)] : []),
  ]
}

const releaseSlug = (table: Table, type: Addressed, slug: string, id: string): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: keyOf.slug(type, slug),
    ...onCondition(either(lacks('pk'), is('holder', id))),
  },
})

/** The address of a claim that stood against ours. */
export const slugIn = (claim: Record<string, unknown>) => claim['slug'] as string

/** Returns the id of the page that has or had an address; undefined where there is none. */
export async function findBySlug(table: Table, type: Slugged, slug: string): Promise<string | undefined> {
  return (await getOne(table, keyOf.slug(type, slug)))?.['holder'] as string | undefined
}
