import { COMING, OF_ATTENDANCE, type EventMailPolicy } from '../event-email-policy.js'

/** Goes to a person who waited and now has a seat. */
export const promoted = {
  ...OF_ATTENDANCE,
  to: COMING,
  calendar: 'REQUEST',
} as const satisfies EventMailPolicy
