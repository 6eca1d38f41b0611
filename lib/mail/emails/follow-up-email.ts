import { COMING, type EventMailPolicy } from '../event-email-policy.js'

/** The time after the end at which people who came, and people who did not, get an email. */
const FOLLOW_UP_MS = 60 * 60_000

/** Goes to the people who came, an hour after the end. */
export const followUp = {
  cause: 'event',
  to: COMING,
  of: 'confirmed',
  until: 'afterwards',
  isEndedByQuiet: true,
  isOptional: true,
  isForSubscribers: true,
  isOnce: true,
  due: { of: 'end_date_utc', afterMs: FOLLOW_UP_MS },
} as const satisfies EventMailPolicy

/** The wording of the same for people who were missed. */
export const followUpMissed = {
  cause: 'wording',
  to: COMING,
  of: 'confirmed',
  until: 'afterwards',
  isEndedByQuiet: true,
  isOptional: true,
  isForSubscribers: true,
} as const satisfies EventMailPolicy
