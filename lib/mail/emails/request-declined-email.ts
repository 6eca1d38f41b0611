import { OF_ATTENDANCE, type EventMailPolicy } from '../event-email-policy.js'

/** Goes to a person whose request was declined. */
export const requestDeclined = { ...OF_ATTENDANCE, to: ['declined'] } as const satisfies EventMailPolicy
