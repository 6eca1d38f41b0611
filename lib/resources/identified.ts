import { notFound } from '../runtime/errors.js'
import type { Owner } from '../runtime/owner.js'
import { type Identified, type IdentifiedStore, identifierConflict } from './record-by-identifier.js'
import { assertItemSize } from './item-size.js'
import { claim, holderIn, identifierIn } from './identifiers.js'
import type { WithSlug } from './slug.js'
import { slugChange, slugIn } from './slugs.js'
import { type ResourceKind, writeResource } from './write-resource.js'
import { releaseOrphanedIdentifiers } from './orphaned-claims.js'
import { append } from '../collections/append.js'
import type { PendingAttributes } from '../collections/pending.js'
import { type NumberedList, type Position } from '../collections/numbered-list.js'
import { getMany, getOne } from '../table/reads.js'
import type { ResourceKey } from '../table/items/kind.js'
import { type ResourceType, type Table, keyOf as keys, valueOf } from '../table/table.js'
import { retryOnConflict, type TransactItem } from '../table/conflicts.js'
import { updateWith } from '../table/transaction.js'

/** A kind of resource that callers find by identifiers. Its item is the member of its list. */
export interface IdentifiedKind<Resource extends Identified & WithSlug> extends ResourceKind<Resource> {
  /** The type under which its identifiers are claimed. */
  type: Exclude<ResourceType, 'person'>
  keyOf: (resource: { id: string }) => ResourceKey
  /** Reads a resource as it stands this moment. */
  load: (id: string) => Promise<Resource | undefined>
  /** The lists that a new resource joins besides its own. */
  furtherLists?: (resource: Resource) => NumberedList[]
  /** Builds the members of these lists, and what else is written together with a new resource. */
  withNew?: (resource: Resource, positions: (Position | PendingAttributes)[]) => TransactItem[]
  /** Builds what is written together with a change of a resource. */
  withChange?: (before: Resource, after: Resource) => TransactItem[]
}

/**
 * Creates a store of resources with identifiers. A resource is created together with a claim for each identifier, and
 * changed on condition of the revision that was read.
 */
export const identified = <Resource extends Identified & WithSlug>(
  table: Table,
  kind: IdentifiedKind<Resource>,
): IdentifiedStore<Resource> => ({
  create: async function create(wanted, addressed, slugs = []) {
    const { type, keyOf, listOf, furtherLists, withNew } = kind
    const resource = addressed ? addressed(wanted, slugs) : wanted
    const { id, identifiers } = assertItemSize(resource, nounOf(type))
    const lists: [NumberedList, ...NumberedList[]] = [listOf(resource), ...(furtherLists?.(resource) ?? [])]
    const { outcome, latest } = await writeResource(table, (writer) =>
      append(table, lists, ([position, ...others]) => [
        ...identifiers.map((identifier) => claim(table, type, identifier, id)),
        ...slugChange(table, type, { id }, resource),
        writer.put(kind, resource, position),
        ...(withNew?.(resource, others) ?? []),
      ]),
    )
    if (outcome === 'written') return { resource: latest(resource), holders: [] }
    const holders = outcome.of('identifier').map(holderIn)
    const existing = outcome.at(keyOf({ id }))
    const met = outcome.of('slug').map(slugIn)
    if (addressed && met.length > 0 && !existing && holders.length === 0)
      return create(wanted, addressed, [...slugs, ...met])
    return { resource: { ...resource, ...valueOf(existing ?? {}) }, holders }
  },

  async releaseOrphans(identifiers, holders) {
    const keysOfClaims = identifiers.map((identifier) => keys.identifier(kind.type, identifier))
    const found = await getMany(table, keysOfClaims, { consistent: true })
    const claims = found.filter((claim) => claim !== undefined)
    const isReleased = await releaseOrphanedIdentifiers(table, claims)
    const now = claims.map(holderIn)
    return isReleased || holders.some((holder) => !now.includes(holder))
  },

  async ownerOf(id) {
    return (await getOne(table, kind.keyOf({ id })))?.['owner'] as Owner | undefined
  },

  async change(owner, id, change, whenTaken) {
    const { type, load, withChange } = kind
    const [leftOut, slugs]: [string[], string[]] = [[], []]
    return retryOnConflict(async () => {
      const before = await load(id)
      if (before?.owner !== owner) throw notFound()
      const wanted = await change(before, slugs)
      if (wanted === before) return before
      const identifiers = wanted.identifiers.filter((each) => !leftOut.includes(each))
      const after = assertItemSize({ ...wanted, identifiers }, nounOf(type))
      const claimed = identifiers.filter((each) => !before.identifiers.includes(each))
      const claims = claimed.map((identifier) => claim(table, type, identifier, id))
      const { outcome, latest } = await writeResource(table, (writer) =>
        updateWith(table, writer.update(kind, before, after), [
          ...claims,
          ...slugChange(table, type, before, after),
          ...(withChange?.(before, after) ?? []),
        ]),
      )
      if (outcome === 'written') return latest(after)
      slugs.push(...outcome.of('slug').map(slugIn))
      const held = outcome.of('identifier')
      const taken = held.map(identifierIn)
      if (taken.length > 0 && (await releaseOrphanedIdentifiers(table, held))) return undefined
      if (taken.length > 0 && whenTaken === 'refuse') throw identifierConflict(nounOf(type))
      leftOut.push(...taken)
      return undefined
    })
  },
})

const nounOf = (type: ResourceType) => type.replaceAll('_', ' ')
