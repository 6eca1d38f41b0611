import { setTimeout as pause } from 'node:timers/promises'
import type { Changes } from '../../table/change.js'
import { type Condition, either, isAbove, isAtMost, lacks } from '../../table/condition.js'
import { type Table, keyOf } from '../../table/table.js'
import { changeItem } from '../../table/transaction.js'

/** When several mails are due within this time, in milliseconds, the process reserves several turns at once. */
const SOON_MS = 1_000

/** The largest share of a second's turns for one process. */
const SHARE = 0.25

/**
 * All processes share the emails that the account may send in a second. A process takes turns, the first one alone, and
 * twice as many each time it needs further ones soon: so that a rush of emails writes the item a few times a second.
 * @returns waits for the next turn
 */
export function mailPace(table: Table, perSecond: number): () => Promise<void> {
  const gap = 1_000 / perSecond
  let [size, takenAt, left, next] = [1, 0, 0, 0]
  const turnOf = async () => {
    if (left === 0) {
      const now = Date.now()
      size = now - takenAt < SOON_MS ? Math.max(1, Math.min(size * 2, Math.floor(perSecond * SHARE))) : 1
      next = await take(table, size * gap, now)
      ;[left, takenAt] = [size, Math.max(now, next)]
    }
    ;[left, next] = [left - 1, next + gap]
    return next - gap
  }
  // Parts of a mailing ask at the same time. One after the other, they use the turns that one of them has taken.
  let asked: Promise<unknown> = Promise.resolve()
  return async () => {
    const turn = asked.then(turnOf)
    asked = turn.catch(() => undefined)
    const wait = (await turn) - Date.now()
    if (wait > 0) await pause(wait)
  }
}

/** Takes a length of time for this process, in milliseconds. @returns when it begins, in milliseconds since 1970 */
async function take(table: Table, length: number, now: number): Promise<number> {
  const isFree = either(lacks('next_turn'), isAtMost('next_turn', now))
  const ways: [Changes, Condition][] = [
    [{ set: { next_turn: now + length } }, isFree],
    [{ add: { next_turn: length } }, isAbove('next_turn', now)],
  ]
  for (;;)
    for (const [changes, condition] of ways) {
      const { item } = await changeItem(table, keyOf.mailPace(), changes, condition)
      if (item) return (item['next_turn'] as number) - length
    }
}
