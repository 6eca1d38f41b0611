import type { Clock } from '../clock.js'

/** The limits of DynamoDB for one value of a partition key, per second. */
const PER_SECOND = { write: 1000, read: 3000 }

interface Bucket {
  time: number
  units: number
}

/**
 * The limits of partitions. Each value of a partition key, in the table and in each index, has a second's worth of
 * units in hand and earns them anew. AWS is more generous for a while (it lends up to five minutes of unused
 * units), but does not promise to be.
 */
export class Partitions {
  private readonly buckets = { write: new Map<string, Bucket>(), read: new Map<string, Bucket>() }

  constructor(private readonly clock: Clock) {}

  /** Takes units from all of the partitions, or from none. @returns the partitions that have not enough left */
  take(kind: 'read' | 'write', wanted: ReadonlyMap<string, number>): Set<string> {
    const short = new Set<string>()
    for (const [partition, units] of wanted) if (this.bucket(kind, partition).units < units) short.add(partition)
    if (short.size === 0) for (const [partition, units] of wanted) this.bucket(kind, partition).units -= units
    return short
  }

  private bucket(kind: 'read' | 'write', partition: string): Bucket {
    const { now } = this.clock
    const most = PER_SECOND[kind]
    const buckets = this.buckets[kind]
    let bucket = buckets.get(partition)
    if (!bucket) buckets.set(partition, (bucket = { time: now, units: most }))
    bucket.units = Math.min(most, bucket.units + ((now - bucket.time) * most) / 1000)
    bucket.time = now
    return bucket
  }
}
