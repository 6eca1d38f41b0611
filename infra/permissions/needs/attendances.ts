import type { Need } from './need.js'

/** RSVPs and what follows from them. */
export const attendances = {
  'show links': { reads: ['link keys'] },
  /** The first process that writes an attendance makes the keys. */
  'sign links': { reads: ['link keys'], writes: ['link keys'] },
  /** By the links of attendances. */
  'show rsvps': { reads: ['link keys', 'events', 'people', 'waiting lists'] },
  'read attendances': { reads: ['events', 'people', 'waiting lists'] },
  'list attendances': {
    reads: [
      'events',
      'waiting lists',
      'people',
      'lists of attendances',
      'changes of attendances',
      'identifiers of attendances',
      'pending members',
    ],
  },
  'list all attendances': {
    reads: ['people', 'waiting lists', 'attendances of owners', 'identifiers of attendances'],
  },
  'record attendances': {
    // With its first attendance, an event joins the actions that can be selected.
    reads: ['events', 'people', 'personal lists', 'lists of selectable actions'],
    writes: [
      'events',
      'people',
      'lists of attendances',
      'personal lists',
      'identifiers of attendances',
      'lists of selectable actions',
      'counts of sources',
    ],
    deletes: ['identifiers of attendances'],
  },
  /** RSVPs of visitors: no person is changed, and no attendance has identifiers. */
  'record visitors': {
    reads: [
      'events',
      'people',
      'contacts',
      'seats',
      'personal lists',
      'lists of people',
      'lists of selectable actions',
    ],
    writes: [
      'events',
      'people',
      'contacts',
      'seats',
      'personal lists',
      'lists of attendances',
      'lists of people',
      'lists of selectable actions',
      'counts of sources',
    ],
    inserts: ['contacts'],
    deletes: ['contacts'],
  },
  /** A person who is approved joins the personal list of the creator, and is counted by source from then on. */
  'change attendances': {
    reads: ['events', 'people', 'personal lists'],
    writes: ['events', 'people', 'personal lists', 'identifiers of attendances', 'counts of sources'],
    deletes: ['identifiers of attendances'],
  },
  /** Seats, waiting lists and totals: with an RSVP, its cancellation, or a change of the capacity. */
  'settle places': {
    reads: [
      'events',
      'people',
      'seats',
      'waiting lists',
      'settlements of places',
      'changes of totals',
      'lists of attendances',
      'pending members',
    ],
    writes: ['events', 'people', 'seats', 'waiting lists', 'settlements of places', 'changes of totals'],
    deletes: ['waiting lists', 'settlements of places', 'changes of totals'],
  },
  /** By source, of an event of the interface; an erasure begins a count anew. */
  'share calls': { reads: ['lists of attendances', 'people', 'calls'], writes: ['calls'] },
  'count sources': {
    reads: ['lists of attendances', 'people', 'counts of sources'],
    writes: ['counts of sources'],
  },
  'read outcomes': { reads: ['lists of attendances', 'people', 'counts of outcomes', 'link keys'] },
  'count outcomes': {
    reads: ['lists of attendances', 'people', 'events', 'counts of outcomes', 'link keys'],
    writes: ['counts of outcomes'],
  },
} satisfies Record<string, Need>
