/** What tells the versions of a resource apart. */
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
export function nextVersion({ modified_date, revision }: Version, now: Date): Version {
  const last = Date.parse(modified_date)
  const ahead = last - now.getTime()
  const isTaken = revision > 0 && ahead >= 0 && ahead < SKEW_MS
  return { modified_date: (isTaken ? new Date(last + 1) : now).toISOString(), revision: revision + 1 }
}
