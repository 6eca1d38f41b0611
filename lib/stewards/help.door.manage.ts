import type { Help } from './team-link.js'

/** At the door: checking in. */
export const HELP_AT_DOOR: Help = { right: 'door', page: 'door', permissions: ['check_in'] }
