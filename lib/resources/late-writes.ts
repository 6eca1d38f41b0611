import type { NumberedList } from '../collections/numbered-list.js'
import { getOne } from '../table/reads.js'
import { retryOnConflict } from '../table/retry-on-conflict.js'
import { type Change, type Changed, LATE_MS, changeOf } from '../collections/search/changes.js'
import type { Key, Table } from '../table/table.js'
import { type OptimisticUpdate, updateIgnoringConflict, updateWith } from '../table/transaction.js'
import { type Announced, type WebhookInterest, lateAnnouncement } from '../webhooks/store/announce.js'
import { has, is } from '../table/condition.js'
import { change } from '../table/change.js'

/*
 * Repeats the parts of a late write that depend on time: its date may be older than what readers of changes have read
 * already (docs/decisions/0014), and a webhook may have come into force since it looked (docs/decisions/0031).
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
 * Stamps a write again if it ended so long after its date that readers of changes may have passed it, and announces it
 * if webhooks hear of it now. A concurrent change of the resource has done both.
 * @param interest of webhooks before the write
 * @returns the resource as it was written last by this write
 */
export async function restampIfLate<Resource extends Changed & { revision: number }>(
  table: Table,
  list: NumberedList,
  key: Key,
  resource: Resource,
  interest: WebhookInterest,
): Promise<Resource> {
  const late = Date.now() - Date.parse(resource.modified_date)
  const isLate = late >= LATE_MS && late <= REQUEST_MS && !keepsDates(resource)
  const news = await lateAnnouncement(interest)
  if (!isLate) {
    if (news) await announceLate(table, key, news)
    return resource
  }
  const { revision } = resource
  return retryOnConflict(async () => {
    // A message of the same revision is the same message. What no webhook has heard of is new to it.
    const next = news ? revision : revision + 1
    const dated = { ...resource, modified_date: new Date().toISOString(), revision: next }
    const attributes = { ...changeOf(list, dated), ...interest.announced, ...news }
    const update = restamping(key, revision, dated, attributes)
    if ((await updateWith(table, update, [])) === 'written') return dated
    // Refused, or met by a transaction that may yet fail.
    return (await getOne(table, key))?.['revision'] === revision ? undefined : resource
  })
}

/** @param others attributes of the item besides its date and its revision */
function restamping(
  Key: Key,
  before: number,
  { modified_date, revision }: Changed & { revision: number },
  others: Change & Announced,
): OptimisticUpdate {
  const attributes = { ...others, modified_date, revision }
  return { update: change(Key, { set: { ...attributes } }, is('revision', before)), attributes }
}

/** Announces what was written before a webhook came into force. */
export const announceLate = (table: Table, Key: Key, { announces }: Announced): Promise<true> =>
  updateIgnoringConflict(table, change(Key, { set: { announces } }, has('pk')))
