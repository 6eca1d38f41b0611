import { calendarOfDemo } from './demo-calendar.calendars.js'
import { outbox } from './outbox.mail.js'
import type { LocalPart } from './part.js'
import { signInLink } from './sign-in-link.manage.js'
import { webhooksOfDemo } from './demo-webhooks.webhooks.js'

export const localParts: LocalPart[] = [outbox, calendarOfDemo, webhooksOfDemo, signInLink]
