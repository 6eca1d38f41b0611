/*
 * Seats of an event are divided into buckets, because DynamoDB limits the writes of one item. These functions decide
 * how many seats a bucket has, and where a party takes its seats from.
 */

/** Least number of seats in a bucket, and most buckets of an event. */
const SEATS = 10
const BUCKETS = 64

/** Seats of a bucket of an event that has lost its capacity: more than there are people. */
const UNLIMITED = 1_000_000_000

/** Returns the number of seats in each bucket. They differ by at most one. */
export function quotasOf(capacity: number | undefined): number[] {
  if (capacity === undefined) return Array.from({ length: BUCKETS }, () => UNLIMITED)
  const count = Math.min(BUCKETS, Math.ceil(capacity / SEATS))
  return Array.from({ length: count }, (_, i) => Math.floor((capacity + i) / count))
}

/**
 * Plans the seats of each bucket: what is taken there, and an equal share of what is left.
 * @param taken in each bucket
 * @param capacity undefined where there is no limit
 */
export function planOf(taken: number[], capacity: number | undefined): number[] {
  const shares = quotasOf(capacity)
  if (capacity === undefined) return taken.map((each, i) => each + (shares[i] ?? 0))
  const room = capacity - taken.reduce((sum, each) => sum + each, 0)
  const rooms = shares.map((_, i) => Math.floor((room + i) / shares.length))
  return taken.map((each, i) => each + (rooms[i] ?? 0))
}

/** Seats of one bucket. */
export interface Share {
  bucket: number
  count: number
}

/**
 * Chooses the buckets from which a party takes its seats: a random bucket that has as many, as far as is known, or else
 * several. If they are not there either, the first bucket, which will refuse.
 * @param free seats in each bucket
 * @param pick returns an integer below its argument
 */
export function sharesOf(free: number[], count: number, pick = randomIn): Share[] {
  const buckets = free.flatMap((left, bucket) => (left >= count ? [bucket] : []))
  const bucket = buckets[pick(buckets.length)]
  if (bucket !== undefined) return [{ bucket, count }]
  const shares: Share[] = []
  let left = count
  for (const [i, each] of free.entries()) {
    const part = Math.min(left, each)
    if (part > 0) shares.push({ bucket: i, count: part })
    left -= part
  }
  return left > 0 ? [{ bucket: 0, count }] : shares
}

export const randomIn = (length: number) => Math.floor(Math.random() * length)
