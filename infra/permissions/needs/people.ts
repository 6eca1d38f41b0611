import type { Need } from './need.js'

/** People, tags and email lists. */
export const people = {
  'read people': { reads: ['people', 'waiting lists'] },
  'list people': {
    reads: [
      'people',
      // The country in which a number without a code is dialed, here and below.
      'owners',
      'contacts',
      'lists of people',
      'changes of people',
      'identifiers of people',
      'pending members',
    ],
  },
  /** All that is kept about a person, for the person: tags, calls, the events that the person hosts, and a role. */
  'show own data': {
    reads: ['owners', 'campaigns', 'lists of campaigns', 'tags', 'lists of tags', 'taggings', 'calls'],
  },
  /** Whom an owner refuses, and how often. */
  'refuse people': { reads: ['blocked contacts'], writes: ['blocked contacts'] },
  'block people': {
    reads: ['blocked contacts', 'owners', 'keys'],
    writes: ['blocked contacts', 'owners', 'keys'],
    deletes: ['blocked contacts'],
  },
  /** Links by which people help with one event, their emails, and who tries them. */
  'let teams help': {
    reads: ['links of teams', 'events'],
    writes: ['links of teams', 'emails', 'visits and solutions'],
  },
  'list custom fields': { reads: ['custom fields'] },
  'record people': {
    reads: ['people', 'owners', 'contacts', 'lists of people'],
    writes: ['people', 'contacts', 'custom fields', 'identifiers of people', 'lists of people'],
    inserts: ['contacts'],
    // The claim of an email or a phone that a person has no longer.
    deletes: ['contacts', 'identifiers of people'],
  },
  'change people': {
    reads: ['people', 'owners', 'contacts'],
    writes: ['people', 'contacts', 'custom fields', 'identifiers of people'],
    deletes: ['contacts', 'identifiers of people'],
  },
  /** The attendances of one person and events are recorded for another, and get ordinals at once. */
  'merge people': {
    reads: [
      'campaigns',
      'lists of campaigns',
      'owners',
      'people',
      'events',
      'taggings',
      'personal lists',
      'lists of attendances',
      'journals of lists',
      'waiting lists',
    ],
    writes: [
      'campaigns',
      'people',
      'events',
      'contacts',
      'identifiers of people',
      'identifiers of attendances',
      'seats',
      'taggings',
      'personal lists',
      'lists of attendances',
      'lists of selectable actions',
      'journals of lists',
      'waiting lists',
      'settlements of places',
      'changes of totals',
      'counts of sources',
      'departures',
    ],
    deletes: [
      'campaigns',
      'contacts',
      'identifiers of people',
      'identifiers of attendances',
      'journals of lists',
      'waiting lists',
      'changes of totals',
    ],
  },
  /** The sweeper repeats merges and erasures. An erasure is written on condition that the person has no role. */
  'finish departures': { reads: ['due departures', 'owners'], writes: ['owners'], deletes: ['departures'] },
  /** People are forgotten as erased ones, and logged. */
  'forget people': {
    reads: [
      'forgetting',
      'forgetting that is due',
      'owners',
      'people',
      'events',
      'starts of events',
      'lists of attendances',
    ],
    writes: ['forgetting'],
    deletes: ['forgetting'],
  },
  'read tags': { reads: ['tags'] },
  'list tags': { reads: ['tags', 'lists of tags'] },
  'record tags': { reads: ['tags', 'lists of tags'], writes: ['tags', 'lists of tags'] },
  'read taggings': { reads: ['tags', 'taggings'] },
  'tag people': {
    reads: ['taggings', 'tags', 'people'],
    writes: ['taggings'],
  },
  'untag people': { reads: ['tags'], writes: ['taggings'] },
  'read lists': { reads: ['owners', 'people', 'lists of people', 'personal lists'] },
} satisfies Record<string, Need>
