import type { Need } from './need.js'

/** Organizers: sign-in, members, the log. */
export const access = {
  /** Sessions of the organizer's interface, and what they have access to. */
  'sign in': {
    reads: ['sign-ins', 'used challenges', 'challenge secret', 'links to sign in', 'owners'],
    writes: ['sign-ins', 'used challenges', 'challenge secret'],
    deletes: ['sign-ins', 'links to sign in'],
  },
  'sign in by providers': {
    reads: ['identity providers', 'domains of identity providers', 'used attempts', 'link keys', 'secrets key'],
    writes: ['identity providers', 'used attempts', 'link keys', 'secrets key'],
    deletes: ['identity providers'],
  },
  /** The first organizer of a launched stack. */
  'make a first group': {
    reads: ['sign-ins', 'owners', 'people', 'contacts', 'list of groups', 'lists of people'],
    writes: [
      'sign-ins',
      'links to sign in',
      'owners',
      'people',
      'contacts',
      'list of groups',
      'lists of people',
      'native prefix',
    ],
  },
  'mail links to sign in': { reads: ['sign-ins'], writes: ['emails', 'visits and solutions'] },
  /** A setting of an owner may begin work. */
  'manage members': {
    reads: ['owners', 'people'],
    writes: ['owners', 'forgetting', 'addresses of groups'],
    deletes: ['owners'],
  },
  'keep a log': {
    reads: ['log entries', 'lists of log entries', 'people'],
    writes: ['log entries', 'lists of log entries'],
  },
} satisfies Record<string, Need>
