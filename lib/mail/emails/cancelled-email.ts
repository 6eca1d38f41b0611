import { ALL, type EventMailPolicy } from '../event-email-policy.js'

/** Goes to all people of an event that was canceled. */
export const cancelled = {
  cause: 'event',
  to: ALL,
  of: 'cancelled',
  until: 'end',
  isEndedByQuiet: false,
  calendar: 'CANCEL',
} as const satisfies EventMailPolicy
