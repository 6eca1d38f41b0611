import type { Announcements } from '../../openapi/announcement.js'
import { webhookAnnouncements } from '../../webhooks/documents/message.description.v2.js'

/** The messages of webhooks, for OpenAPI. */
export const announcements: Announcements[] = [webhookAnnouncements]
