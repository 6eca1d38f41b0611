import { OF_ATTENDANCE, type EventMailPolicy } from '../event-email-policy.js'

/** To a person whose request to come was declined. */
export const requestDeclined = { ...OF_ATTENDANCE, to: ['declined'] } as const satisfies EventMailPolicy
