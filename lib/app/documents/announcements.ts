import type { Announcements } from '../../openapi/announcement.js'
import { webhookAnnouncements } from '../../webhooks/documents/message.description.v2.js'

/** The messages that version 2 sends to receivers. */
export const announcements: Announcements[] = [webhookAnnouncements]
