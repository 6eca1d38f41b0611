import { OF_ATTENDANCE, type EventMailPolicy } from '../event-email-policy.js'

/** Goes to a person who has made a request. */
export const requested = { ...OF_ATTENDANCE, to: ['requested'] } as const satisfies EventMailPolicy
