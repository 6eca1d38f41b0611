import { OF_ATTENDANCE, type EventMailPolicy } from '../event-email-policy.js'

/** Goes to a person whose RSVP the organizer has canceled, where they say so. */
export const rsvpCanceled = {
  ...OF_ATTENDANCE,
  to: ['declined'],
  calendar: 'CANCEL',
} as const satisfies EventMailPolicy
