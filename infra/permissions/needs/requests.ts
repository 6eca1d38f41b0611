import type { Need } from './need.js'

/** Requests of any kind: keys, browsers, settings, calendars and pages for everybody. */
export const requests = {
  'check keys': { reads: ['keys'], writes: ['requests of keys', 'last use of keys'] },
  /** By `Idempotency-Key`. */
  'remember answers': { writes: ['answers'] },
  'admit browsers': {
    reads: ['events', 'owners', 'challenge secret'],
    writes: ['visits and solutions', 'challenge secret'],
  },
  /** The language of an owner. */
  'read settings': { reads: ['owners'] },
  /** For crawlers. */
  'list groups': { reads: ['list of groups'] },
  'open calendars': { reads: ['calendars'] },
  'read calendars': { reads: ['events', 'starts of events'] },
  'issue keys': { reads: ['keys', 'owners'], writes: ['keys', 'owners'] },
  'issue calendars': { reads: ['calendars', 'owners'], writes: ['calendars', 'owners'] },
} satisfies Record<string, Need>
