import { FORGETTING } from '../../table/items/pending-work.js'
import type { Owner } from '../../runtime/owner.js'
import { type OwnerSettingsChange, settingsIn } from '../../access/owner-settings.js'
import { keyOfOwner } from '../../table/items/items.js'
import { getOne } from '../../table/reads.js'
import { is } from '../../table/condition.js'
import { PENDING } from '../../collections/pending.js'
import { type Table, keyOf } from '../../table/table.js'
import { changeItem, putIfAbsent } from '../../table/transaction.js'

/*
 * The people of an owner who sets `forget_after` are forgotten event by event, in the order of starts. An item keeps
 * how far that is. It is in the index of pending members, in a partition of its own, and is due once a day.
 */

/** The progress of the work of an owner. */
export interface Forgetting {
  owner: Owner
  /** When the setting was saved. */
  started: string
  /** The entry of the index over start dates of the last event that was looked at. */
  after?: Record<string, unknown>
  /** Events that had started by then, and not ended long enough ago. */
  open?: string[]
  /** The event that is being looked at, and the ordinal of the last of its RSVPs that was. */
  event?: string
  position?: number
}

const dueAt = (time: Date) => ({ [PENDING]: FORGETTING, since: time.toISOString() })

/** Begins anew, now, where a change sets another number of days. */
export async function beginForgetting(
  table: Table,
  owner: Owner,
  { forget_after: wanted }: OwnerSettingsChange,
): Promise<void> {
  if (!wanted) return
  const { forget_after } = settingsIn((await getOne(table, keyOfOwner(owner))) ?? {})
  if (wanted === forget_after) return
  const remove = ['after', 'open', 'event', 'position']
  await changeItem(table, keyOf.forgetting(owner), { set: beginning(owner), remove })
}

function beginning(owner: Owner) {
  const now = new Date()
  return { owner, started: now.toISOString(), ...dueAt(now) }
}

/** Begins where nothing has started. @returns whether it did */
export const planForgetting = (table: Table, owner: Owner) =>
  putIfAbsent(table, keyOf.forgetting(owner), beginning(owner))

/**
 * Keeps the progress of the work.
 * @param due when it goes on, if it is done for now
 * @returns false when it has started anew meanwhile
 */
export async function keepProgress(
  table: Table,
  { owner, started, ...progress }: Forgetting,
  due?: Date,
): Promise<boolean> {
  const { after, open, event, position } = progress
  const set = { after, open, event, position, ...(due && dueAt(due)) }
  const { item } = await changeItem(table, keyOf.forgetting(owner), { set }, is('started', started))
  return item !== undefined
}
