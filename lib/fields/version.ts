/** The fields that tell the versions of a resource apart. */
interface Version {
  modified_date: string
  revision: number
}

/** The clocks of processes differ by less. A date that is further ahead comes from another installation. */
const SKEW_MS = 60_000

/**
 * Returns the date and the revision of a resource after a change. The date is later than the one before, also where two
 * changes fall into one millisecond or the clocks of two processes differ: receivers of webhooks keep the latest.
 */
export const nextVersion = ({ modified_date, revision }: Version, now: Date): Version => ({
  modified_date: revision > 0 ? laterDate(modified_date, now) : now.toISOString(),
  revision: revision + 1,
})

/** Returns the time, or the millisecond after an earlier date where the clock is not past that. */
export function laterDate(date: string, now: Date): string {
  const last = Date.parse(date)
  const ahead = last - now.getTime()
  return (ahead >= 0 && ahead < SKEW_MS ? new Date(last + 1) : now).toISOString()
}
