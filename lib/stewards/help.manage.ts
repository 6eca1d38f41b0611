import type { Help } from './team-link.js'

/** The work that a link opens in the interface. */
export const HELP_WITH_GUESTS: Help = { right: 'guests', page: 'guests', permissions: ['see_guests', 'change_guests'] }
export const HELP_WITH_MESSAGES: Help = { right: 'message', page: 'write', permissions: ['target'] }
export const HELP_WITH_EVENT: Help = { right: 'edit', page: 'change', permissions: ['change_events'] }
