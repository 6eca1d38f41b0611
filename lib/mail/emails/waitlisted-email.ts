import { OF_ATTENDANCE, type EventMailPolicy } from '../event-email-policy.js'

/** Goes to a person who waits for a seat, after the RSVP. */
export const waitlisted = { ...OF_ATTENDANCE, to: ['tentative'] } as const satisfies EventMailPolicy
