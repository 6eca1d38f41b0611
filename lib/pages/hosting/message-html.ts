import { htmlOfMarkdown } from '../../markdown/markdown.js'
import { sanitizeHtml } from '../../sanitize/sanitize-html.js'

/** Returns the message that a host has typed as HTML, without what mails may not hold. */
export const messageHtml = (typed: string): string => sanitizeHtml(htmlOfMarkdown(typed))
