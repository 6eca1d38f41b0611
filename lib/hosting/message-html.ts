import { htmlOfMarkdown } from '../markup/markdown.js'
import { sanitizeHtml } from '../markup/sanitize-html.js'

/** Variables in braces are for organizers. */
export const withoutBraces = (text: string): string => text.replaceAll(/[{}]/g, '')

/**
 * Returns the message that a host or a helper has typed as HTML, without what emails may not hold. A reference to a
 * character is text, as a tag is: it could hide a brace, or the dot of an address.
 */
export const messageHtml = (typed: string): string =>
  sanitizeHtml(htmlOfMarkdown(withoutBraces(typed).replaceAll('&', '&amp;'), 'message'))
