import type { TransactItem } from '../table/conflicts.js'
import type { ResourceKey } from '../table/items/kind.js'
import type { NumberedList } from '../collections/numbered-list.js'
import { type Changed, changeOf } from '../collections/search/changes.js'
import { type Table, keyIn } from '../table/table.js'
import { type OptimisticUpdate, putNew } from '../table/transaction.js'
import { revise } from '../table/update.js'
import { restampIfLate } from './late-writes.js'

/*
 * The one way in which resources are written, whatever they are. Readers of changes do not miss a write that took long
 * (docs/decisions/0014). The key of a resource is accepted here alone, so that no other code can write one: a reader
 * who follows the table's stream sees each change of a resource by its next revision (docs/decisions/0031).
 */

/** Tells where the items of a kind of resource are. The store of each subject declares its own. */
export interface ResourceKind<Resource> {
  keyOf: (resource: Resource) => ResourceKey
  /** The list whose readers follow changes of the resource. */
  listOf: (resource: Resource) => NumberedList
  /** The part of a resource that its item holds, where the rest is counted elsewhere. */
  itemOf?: (resource: Resource) => { revision: number }
}

/** The part that every resource has. */
type Resource = Changed & { revision: number }

/** Builds the items of the resources of one write. */
export interface Writer {
  /**
   * Returns the put of a new resource.
   * @param attributes that its item has besides: its position in the list, and what it causes
   */
  put: <Kept extends Resource>(kind: ResourceKind<Kept>, resource: Kept, attributes?: object) => TransactItem
  /**
   * Returns the update of a resource, on condition of the revision that it had.
   * @param attributes that its item gets besides: what the change causes
   */
  update: <Kept extends Resource>(
    kind: ResourceKind<Kept>,
    before: Kept,
    after: Kept,
    attributes?: object,
  ) => OptimisticUpdate
}

/** The end of a write: what stood against it, or the resources as they were written last. */
export interface Ended<Missed> {
  outcome: 'written' | Missed
  /** Returns a resource as it was written: its date is later where the write took long. */
  latest: <Kept extends { id: string }>(resource: Kept) => Kept
}

/**
 * Writes resources. Those that are written so late that a reader may have missed them are stamped again.
 * @param write sends the items that the writer builds, each as often as it needs to
 */
export async function writeResource<Missed>(
  table: Table,
  write: (writer: Writer) => Promise<'written' | Missed>,
): Promise<Ended<Missed>> {
  const pending = new Map<string, () => Promise<Resource>>()
  const note = <Kept extends Resource>({ keyOf, listOf }: ResourceKind<Kept>, resource: Kept) =>
    pending.set(resource.id, () => restampIfLate(table, listOf(resource), keyOf(resource), resource))
  const outcome = await write({
    put(kind, resource, attributes) {
      note(kind, resource)
      return putNew(table, keyIn(kind.keyOf(resource)), { ...keptOf(kind, resource), ...attributes })
    },
    update(kind, before, after, attributes) {
      note(kind, after)
      return revise(keyIn(kind.keyOf(after)), keptOf(kind, before), {
        ...keptOf(kind, after),
        ...changeOf(kind.listOf(after), after),
        ...attributes,
      })
    },
  })
  const latest = new Map<string, Resource>()
  if (outcome === 'written')
    await Promise.all([...pending].map(async ([id, restamp]) => latest.set(id, await restamp())))
  return {
    outcome,
    latest: (resource) => (latest.get(resource.id) as typeof resource | undefined) ?? resource,
  }
}

const keptOf = <Kept extends Resource>({ itemOf }: ResourceKind<Kept>, resource: Kept) => itemOf?.(resource) ?? resource
