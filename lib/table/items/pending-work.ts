/* The partitions of the index of pending work, by what waits in them. */

/** The forgetting of people of an owner. */
export const FORGETTING = 'forgetting'

/** Merges and erasures that requests under way have outlived. */
export const DEPARTURES = 'departures'

/** Mails and mailings that are due: each has some partitions, with numbers behind the name. */
export const DUE_KINDS = ['mail', 'mailing'] as const
