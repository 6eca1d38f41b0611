import { COMING, OF_ATTENDANCE, type EventMailPolicy } from '../event-email-policy.js'

/** Goes to a person who comes, after the RSVP. */
export const confirmation = {
  ...OF_ATTENDANCE,
  to: COMING,
  calendar: 'REQUEST',
} as const satisfies EventMailPolicy
