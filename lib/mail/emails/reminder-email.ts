import { COMING, type EventMailPolicy } from '../event-email-policy.js'

/** The time before the start at which a reminder is sent (version 2, "Reminder"), as an instant: days vary. */
const REMINDER_MS = 1_440 * 60_000

/** Goes to the people who come, the day before. */
export const reminder = {
  cause: 'event',
  to: COMING,
  of: 'confirmed',
  until: 'start',
  isEndedByQuiet: true,
  due: { of: 'start_date_utc', afterMs: -REMINDER_MS },
} as const satisfies EventMailPolicy
