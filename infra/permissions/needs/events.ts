import type { Need } from './need.js'

/** Events, campaigns, their lists and pages. */
export const events = {
  'read events': { reads: ['events'] },
  'list events': {
    reads: ['events', 'lists of events', 'starts of events', 'changes of events', 'identifiers of events'],
  },
  'record events': {
    reads: [
      'events',
      'identifiers of events',
      'owners',
      'lists of events',
      'lists of actions',
      'lists of selectable actions',
    ],
    writes: [
      'public lists',
      'events to review',
      'contacts of events',
      'events',
      'addresses of events',
      'identifiers of events',
      'lists of events',
      'lists of actions',
      'lists of selectable actions',
    ],
    // Here and below: a claim whose holder does not exist.
    deletes: ['identifiers of events'],
  },
  /** A draft names the address that it will have: one that no other event holds. */
  'change events': {
    reads: ['events', 'owners', 'addresses of events'],
    writes: [
      'public lists',
      'events to review',
      'contacts of events',
      'events',
      'addresses of events',
      'identifiers of events',
    ],
    deletes: ['public lists', 'events to review', 'contacts of events', 'addresses of events', 'identifiers of events'],
  },
  'list actions': {
    reads: ['events', 'owners', 'lists of actions', 'lists of selectable actions', 'identifiers of events'],
  },
  /** The waiting list is read where some seats are free and people may still wait for more. */
  'show events': {
    reads: ['events', 'owners', 'seats', 'waiting lists', 'addresses of events', 'lists of attendances'],
  },
  /** For anybody, on the pages of groups and campaigns. */
  'list upcoming events': {
    reads: ['owners', 'campaigns', 'events', 'public lists', 'addresses of campaigns', 'addresses of groups'],
  },
  'read campaigns': { reads: ['campaigns', 'events'] },
  'list campaigns': {
    reads: ['campaigns', 'events', 'lists of campaigns', 'changes of campaigns', 'identifiers of campaigns'],
  },
  'record campaigns': {
    reads: ['campaigns', 'identifiers of campaigns', 'events', 'lists of campaigns'],
    writes: ['campaigns', 'addresses of campaigns', 'identifiers of campaigns', 'lists of campaigns'],
    deletes: ['identifiers of campaigns'],
  },
  'change campaigns': {
    reads: ['campaigns', 'events'],
    writes: ['campaigns', 'addresses of campaigns', 'identifiers of campaigns'],
    deletes: ['identifiers of campaigns'],
  },
  'join campaigns': { reads: ['campaigns', 'lists of events'], writes: ['campaigns', 'lists of events'] },
} satisfies Record<string, Need>
