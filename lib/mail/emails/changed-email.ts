import { ALL, type EventMailPolicy } from '../event-email-policy.js'

/** Goes to all people of an event whose time, place or link to join has changed. */
export const changed = {
  cause: 'event',
  to: ALL,
  of: 'confirmed',
  until: 'end',
  isEndedByQuiet: true,
  calendar: 'REQUEST',
} as const satisfies EventMailPolicy
