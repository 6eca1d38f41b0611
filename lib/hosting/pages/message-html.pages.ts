import { htmlOfMarkdown } from '../../markup/markdown.js'
import { sanitizeHtml } from '../../markup/sanitize-html.js'

/** Returns the message that a host has typed as HTML, without what mails may not hold. */
export const messageHtml = (typed: string): string => sanitizeHtml(htmlOfMarkdown(typed, 'message'))
