/* The capacity that an event day needs of the table, from the rate of RSVPs that the owner expects. */

/** Units a second of the table, or of an index of it. */
interface Throughput {
  read: number
  write: number
}

/**
 * Units that an RSVP of a new person consumes while the lists of people and of attendances are contended
 * (docs/performance.md). RSVPs of known people consume less.
 */
const UNITS_OF_RSVP = {
  table: {
    // The request reads 4. Sequencers read each of both members, consistently, and their segments and lengths.
    read: 4 + 2 + 0.2,
    // The claim of the email, the person, the attendance; the two ordinals; a share of the items of their batches.
    write: 3 + 2 + 0.3,
  },
  // Both members enter the index of pending members and leave it.
  pending: { read: 0, write: 4 },
  // The attendance is in the index over dates.
  modified: { read: 0, write: 1 },
} satisfies Record<string, Throughput>

/** A new table is ready for this. AWS refuses to lower it. */
const AWS_DEFAULT: Throughput = { read: 12_000, write: 4_000 }

/** The throughput that the table and the indexes that each RSVP enters should be ready for. */
export function throughputFor(rsvpsPerSecond: number): Record<keyof typeof UNITS_OF_RSVP, Throughput> {
  const ready = ({ read, write }: Throughput): Throughput => ({
    read: Math.max(Math.ceil(read * rsvpsPerSecond), AWS_DEFAULT.read),
    write: Math.max(Math.ceil(write * rsvpsPerSecond), AWS_DEFAULT.write),
  })
  const { table, pending, modified } = UNITS_OF_RSVP
  return { table: ready(table), pending: ready(pending), modified: ready(modified) }
}
