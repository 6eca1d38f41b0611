import { randomUUID } from 'node:crypto'
import type { RateLimit } from '../../runtime/principal.js'
import { asBookkeeping } from '../../runtime/request-context.js'
import { type Key, type Table, keyOf } from '../../table/table.js'
import { type TtlCache, ttlCache } from '../../table/ttl-cache.js'
import { all, either, is, isAtMost, lacks, not } from '../../table/condition.js'
import { changeItem } from '../../table/transaction.js'
import { OsdiError } from '../../runtime/errors.js'

/** The share of a key's requests in one window of time that this process has taken. */
interface Share {
  /** When the window began, in seconds since 1970. */
  start: number
  /** Taken and not used yet. */
  left: number
  /** The size of the last share, and when it was taken. */
  size: number
  at: number
  /** Requests used by all processes, as the table said last. */
  used: number
}

/** The time for which a share should last: a process writes the counter every four seconds, however busy its key is. */
const SHARE_MS = 4_000

/** The counters. A share is at most one of `parts` parts of a limit, and the first is one of `firstParts`. */
const COUNTED = {
  requests: { keyOf: keyOf.requests, parts: 10, firstParts: Infinity },
  // Others see a share as used up when it is taken. Limits of visitors are compared with what is used. A crowd starts
  // hundreds of processes within a second: with shares that begin at one, they would write the counter of an event
  // more often than an item can be written.
  attempts: { keyOf: keyOf.attempts, parts: 100, firstParts: 10_000 },
}

/**
 * Requests are counted in windows of time, one item for each key and window, which DynamoDB removes afterwards. A
 * process takes them in shares, the first a small one; a share that is used up soon is followed by a larger one.
 * So the counter of a busy key is not a hot item, more requests than the limit are never let through, and what a
 * process has taken and does not use is lost until the next window.
 * @param counted requests of keys, or attempts of visitors
 */
export function rateStore(table: Table, counted: keyof typeof COUNTED = 'requests') {
  const shares = ttlCache<Share>()
  return {
    /** Takes one request of a key's limit, if there is one left. */
    async take(key: string, limit: RateLimit, now: Date): Promise<Allowance> {
      const share = shareOf(shares, key, limit, now)
      if (share.left === 0 && share.used < limit.requests)
        await asBookkeeping(() => takeShare(table, counted, key, limit, share, now))
      const isExceeded = share.left === 0
      if (!isExceeded) share.left -= 1
      return allowance(limit, share, now, isExceeded)
    },
  }
}

/** The counter of requests by key. */
export type RateStore = ReturnType<typeof rateStore>

function shareOf(shares: TtlCache<Share>, key: string, { seconds }: RateLimit, now: Date): Share {
  const start = Math.floor(now.getTime() / 1000 / seconds) * seconds
  const known = shares.get(key)
  if (known?.start === start) return known
  const share = { start, left: 0, size: known?.size ?? 0, at: known?.at ?? 0, used: 0 }
  shares.set(key, share)
  return share
}

async function takeShare(
  table: Table,
  counted: keyof typeof COUNTED,
  key: string,
  limit: RateLimit,
  share: Share,
  now: Date,
) {
  const wasShort = now.getTime() - share.at < SHARE_MS
  const wanted = wasShort ? share.size * 2 : Math.floor(share.size / 2)
  const { parts, firstParts } = COUNTED[counted]
  const partOf = (count: number) => Math.max(1, Math.floor(limit.requests / count))
  for (let size = Math.max(partOf(firstParts), Math.min(wanted, partOf(parts))); size > 0;) {
    const { taken, used } = await count(table, COUNTED[counted].keyOf(key, share.start), limit, share.start, size)
    share.used = used
    if (taken) {
      Object.assign(share, { size, at: now.getTime() })
      share.left += size
      return
    }
    size = Math.min(size - 1, limit.requests - used)
  }
}

async function count(table: Table, Key: Key, { requests, seconds }: RateLimit, start: number, size: number) {
  // A retry whose first attempt was counted must not be counted again.
  const taker = randomUUID()
  const outcome = await changeItem(
    table,
    Key,
    { set: { expires: start + 2 * seconds + 60, taker }, add: { used: size } },
    either(lacks('used'), all(isAtMost('used', requests - size), not(is('taker', taker)))),
  )
  if (outcome.item) return { taken: true, used: outcome.item['used'] as number }
  const { met } = outcome
  return { taken: met?.['taker'] === taker, used: (met?.['used'] as number | undefined) ?? requests }
}

const allowance = (limit: RateLimit, { start, used, left }: Share, now: Date, isExceeded: boolean): Allowance => ({
  limit,
  remaining: isExceeded ? 0 : limit.requests - used + left,
  reset: Math.max(1, Math.ceil(start + limit.seconds - now.getTime() / 1000)),
  isExceeded,
})

/** The rest of a limit. */
export interface Allowance {
  limit: RateLimit
  remaining: number
  /** Seconds until all of it is there again. */
  reset: number
  isExceeded: boolean
}

export const tooManyRequests = ({ limit: { requests, seconds }, reset }: Allowance) =>
  new OsdiError(
    'too_many_requests',
    `This API key may make ${requests} requests in ${seconds} seconds; try again in ${reset} seconds`,
    [],
    reset,
  )

const SECONDS = { second: 1, minute: 60, hour: 3600 }

/** Reads `100/minute`, also by `second` or `hour`. @returns undefined for anything else */
export function readRateLimit(text: string): RateLimit | undefined {
  const [, requests = '', unit = ''] = /^([1-9]\d{0,8})\/(second|minute|hour)$/.exec(text) ?? []
  return requests ? { requests: Number(requests), seconds: SECONDS[unit as keyof typeof SECONDS] } : undefined
}
