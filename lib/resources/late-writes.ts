import type { NumberedList } from '../collections/numbered-list.js'
import { getOne } from '../table/reads.js'
import { retryOnConflict } from '../table/conflicts.js'
import { type Change, type Changed, LATE_MS, changeOf } from '../collections/search/changes.js'
import type { Key, Table } from '../table/table.js'
import { type OptimisticUpdate, updateWith } from '../table/transaction.js'
import { is } from '../table/condition.js'
import { change } from '../table/change.js'

/*
 * Repeats the part of a late write that depends on time: its date may be older than what readers of changes have read
 * already (docs/decisions/0014).
 */

/** Nothing lives longer than a request: an older date is meant as it is. */
const REQUEST_MS = 30_000

/** Marks a new resource whose dates are from elsewhere. No item holds it. */
export const KEEPS_DATES = Symbol('keeps its dates')

const keepsDates = (resource: object) => KEEPS_DATES in resource

/**
 * A new resource with the date of the attempt that writes it: earlier attempts may have taken seconds.
 */
export function restamp<Resource extends Changed>(resource: Resource): Resource {
  const now = new Date()
  if (keepsDates(resource) || now.getTime() - Date.parse(resource.created_date) > REQUEST_MS) return resource
  return { ...resource, created_date: now.toISOString(), modified_date: now.toISOString() }
}

/**
 * Stamps a write again if it ended so long after its date that readers of changes may have passed it. A concurrent
 * change of the resource has done so.
 * @returns the resource as it was written last by this write
 */
export async function restampIfLate<Resource extends Changed & { revision: number }>(
  table: Table,
  list: NumberedList,
  key: Key,
  resource: Resource,
): Promise<Resource> {
  const late = Date.now() - Date.parse(resource.modified_date)
  if (late < LATE_MS || late > REQUEST_MS || keepsDates(resource)) return resource
  const { revision } = resource
  return retryOnConflict(async () => {
    const dated = { ...resource, modified_date: new Date().toISOString(), revision: revision + 1 }
    const update = restamping(key, revision, dated, changeOf(list, dated))
    if ((await updateWith(table, update, [])) === 'written') return dated
    // Refused, or met by a transaction that may yet fail.
    return (await getOne(table, key))?.['revision'] === revision ? undefined : resource
  })
}

/** @param position in the index over changes */
function restamping(
  Key: Key,
  before: number,
  { modified_date, revision }: Changed & { revision: number },
  position: Change,
): OptimisticUpdate {
  const attributes = { ...position, modified_date, revision }
  return { update: change(Key, { set: { ...attributes } }, is('revision', before)), attributes }
}
