import { calendarOfDemo } from './rooms/calendars.js'
import { outbox } from './rooms/mail.js'
import type { LocalPart } from './part.js'
import { signInLink } from './rooms/manage.js'
import { webhooksOfDemo } from './rooms/webhooks.js'

export const localParts: LocalPart[] = [outbox, calendarOfDemo, webhooksOfDemo, signInLink]
