import type { Kind } from './kinds.js'

/*
 * The needs of endpoints of the table. An endpoint names its needs in lib/api/endpoints.json; its role allows them and
 * nothing else. Tests refuse all that a role does not allow (test/support/engine/permissions.ts), so a need that was
 * forgotten shows.
 */

/** The kinds that a need reads, writes and deletes. Writing includes conditions on existing items. */
export interface Need {
  reads?: Kind[]
  writes?: Kind[]
  deletes?: Kind[]
}

export const needs = {
  'check keys': { reads: ['keys'], writes: ['requests of keys', 'last use of keys'] },
  /** By `Idempotency-Key`. */
  'remember answers': { writes: ['answers'] },
  'admit browsers': {
    reads: ['events', 'owners', 'challenge secret'],
    writes: ['visits and solutions', 'challenge secret'],
  },

  'read events': { reads: ['events'] },
  'list events': {
    reads: ['events', 'lists of events', 'starts of events', 'changes of events', 'identifiers of events'],
  },
  'record events': {
    reads: [
      'webhooks',
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
  'change events': {
    reads: ['webhooks', 'events', 'owners'],
    writes: ['public lists', 'events to review', 'events', 'addresses of events', 'identifiers of events'],
    deletes: ['public lists', 'events to review', 'addresses of events', 'identifiers of events'],
  },
  'list actions': {
    reads: ['events', 'owners', 'lists of actions', 'lists of selectable actions', 'identifiers of events'],
  },
  /** The waiting list is read where some seats are free and people may still wait for more. */
  'show events': { reads: ['events', 'owners', 'seats', 'waiting lists', 'addresses of events'] },

  /** For anybody, on the pages of groups and campaigns. */
  'list upcoming events': {
    reads: ['owners', 'campaigns', 'events', 'public lists', 'addresses of campaigns', 'addresses of groups'],
  },

  /** For crawlers. */
  'list groups': { reads: ['list of groups'] },

  'open calendars': { reads: ['calendars'] },
  'read calendars': { reads: ['events', 'starts of events'] },

  'read campaigns': { reads: ['campaigns', 'events'] },
  'list campaigns': {
    reads: ['campaigns', 'events', 'lists of campaigns', 'changes of campaigns', 'identifiers of campaigns'],
  },
  'record campaigns': {
    reads: ['webhooks', 'campaigns', 'identifiers of campaigns', 'events', 'lists of campaigns'],
    writes: ['campaigns', 'addresses of campaigns', 'identifiers of campaigns', 'lists of campaigns'],
    deletes: ['identifiers of campaigns'],
  },
  'change campaigns': {
    reads: ['webhooks', 'campaigns', 'events'],
    writes: ['campaigns', 'addresses of campaigns', 'identifiers of campaigns'],
    deletes: ['identifiers of campaigns'],
  },
  'join campaigns': { reads: ['campaigns', 'lists of events'], writes: ['campaigns', 'lists of events'] },

  'read people': { reads: ['people', 'waiting lists'] },
  'list people': {
    reads: [
      'people',
      'contacts',
      'lists of people',
      'changes of people',
      'identifiers of people',
      'pending members',
    ],
  },
  'list custom fields': { reads: ['custom fields'] },
  'record people': {
    reads: ['webhooks', 'people', 'contacts', 'lists of people'],
    writes: ['people', 'contacts', 'custom fields', 'identifiers of people', 'lists of people'],
    // The claim of an email or a phone that a person has no longer.
    deletes: ['contacts', 'identifiers of people'],
  },
  'change people': {
    reads: ['webhooks', 'people', 'contacts'],
    writes: ['people', 'contacts', 'custom fields', 'identifiers of people'],
    deletes: ['contacts', 'identifiers of people'],
  },

  /** The attendances of one person are recorded for another, with their dates, and get ordinals at once. */
  'merge people': {
    reads: [
      'webhooks',
      'campaigns',
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
      'contacts',
      'identifiers of people',
      'identifiers of attendances',
      'taggings',
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
  'record attendances': {
    // With its first attendance, an event joins the actions that can be selected.
    reads: ['webhooks', 'campaigns', 'events', 'people', 'personal lists', 'lists of selectable actions'],
    writes: [
      'events',
      'people',
      'lists of attendances',
      'personal lists',
      'identifiers of attendances',
      'lists of selectable actions',
    ],
    deletes: ['identifiers of attendances'],
  },
  /** RSVPs of visitors: no person is changed, and no attendance has identifiers. */
  'record visitors': {
    reads: [
      'webhooks',
      'campaigns',
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
    ],
    deletes: ['contacts'],
  },
  'change attendances': {
    reads: ['webhooks', 'campaigns', 'events', 'people'],
    writes: ['events', 'people', 'identifiers of attendances'],
    deletes: ['identifiers of attendances'],
  },
  /** Seats, waiting lists and totals: with an RSVP, its cancellation, or a change of the capacity. */
  'settle places': {
    reads: [
      'webhooks',
      'campaigns',
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

  /** By words, in the interface. */
  'find people and events': { reads: ['names', 'summaries of events'] },
  'index names': {
    reads: ['people', 'events', 'names', 'what finds a resource'],
    writes: ['names', 'summaries of events', 'what finds a resource'],
    deletes: ['names', 'summaries of events', 'what finds a resource'],
  },
  'offer files of guests': {
    reads: ['files of guests', 'lists of attendances'],
    writes: ['files of guests'],
  },
  'write files of guests': {
    reads: ['files of guests', 'lists of attendances', 'people'],
    writes: ['files of guests'],
  },

  /** Numbers of a campaign, where people have no event near them, and the file of its events and hosts. */
  'offer reports of campaigns': {
    reads: ['reports of campaigns', 'files of guests', 'lists of people'],
    writes: ['reports of campaigns'],
  },
  'write reports of campaigns': {
    reads: ['reports of campaigns', 'campaigns', 'events', 'people', 'lists of people'],
    writes: ['reports of campaigns', 'files of guests'],
  },

  'read tags': { reads: ['tags'] },
  'list tags': { reads: ['tags', 'lists of tags'] },
  'record tags': { reads: ['tags', 'lists of tags'], writes: ['tags', 'lists of tags'] },
  'read taggings': { reads: ['tags', 'taggings'] },
  'tag people': {
    reads: ['taggings', 'webhooks', 'tags', 'people'],
    writes: ['taggings'],
    deletes: ['taggings'],
  },

  'read queries': { reads: ['queries'] },
  'list queries': { reads: ['queries', 'lists of queries'] },
  'record queries': {
    reads: [
      'queries',
      'identifiers of queries',
      'events',
      'identifiers of events',
      'lists of events',
      'lists of queries',
      'tags',
      'campaigns',
      'public lists',
      'owners',
    ],
    writes: ['queries', 'identifiers of queries', 'lists of queries'],
    deletes: ['identifiers of queries'],
  },
  'change queries': {
    reads: [
      ...(['queries', 'events', 'identifiers of events', 'lists of events', 'tags'] as const),
      ...(['campaigns', 'public lists', 'owners'] as const),
    ],
    writes: ['queries', 'identifiers of queries'],
    deletes: ['identifiers of queries'],
  },
  'run queries': {
    reads: [
      ...([
        'queries',
        'events',
        'people',
        'lists of attendances',
        'campaigns',
        'lists of campaigns',
      ] as const),
      ...(['lists of people', 'taggings', 'summaries of events', 'lists of selectable actions'] as const),
      // The dates of series.
      'public lists',
    ],
    writes: ['queries', 'people of results'],
  },
  'read results': { reads: ['queries', 'people of results', 'people', 'events'] },

  /** Sessions of the organiser's interface, and what they have access to. */
  'sign in': {
    reads: ['sign-ins', 'used challenges', 'challenge secret', 'links to sign in', 'owners'],
    writes: ['sign-ins', 'used challenges', 'challenge secret'],
    deletes: ['sign-ins', 'links to sign in'],
  },
  'sign in by providers': {
    reads: [
      'identity providers',
      'domains of identity providers',
      'used attempts',
      'link keys',
      'webhook key',
    ],
    writes: ['identity providers', 'used attempts', 'link keys', 'webhook key'],
    deletes: ['identity providers'],
  },
  'send mail': {
    reads: [
      'mails',
      'mailings',
      'wordings of mails',
      'suppressed addresses',
      'due mails',
      'events',
      'people',
      'owners',
      'sign-ins',
      'link keys',
      'lists of attendances',
      'pending members',
      'queries',
      'people of results',
      'requests of hosts',
      'campaigns',
      // The events that may be answered next.
      'public lists',
    ],
    writes: ['mails', 'mailings', 'pace of mails', 'visits and solutions', 'links to sign in', 'link keys'],
    deletes: ['mailings'],
  },
  'note bounces': {
    reads: ['webhooks', 'mails', 'people', 'contacts'],
    writes: ['mails', 'mailings', 'suppressed addresses', 'people', 'contacts', 'identifiers of people'],
    deletes: ['contacts', 'identifiers of people'],
  },
  /** To the people of queries, in the interface. */
  'write messages': {
    reads: ['queries', 'mailings'],
    writes: ['queries', 'mailings', 'mails', 'visits and solutions'],
  },
  /** The mails of events that the interface makes and changes. */
  'announce events': { writes: ['mailings', 'mails'] },

  /** The form by which supporters ask to host an event. */
  'ask hosts': { reads: ['requests of hosts'], writes: ['requests of hosts', 'mails'] },
  /** By the links of hosts. */
  'show hosts': {
    reads: ['link keys', 'requests of hosts', 'events', 'people', 'owners', 'campaigns'],
  },
  'answer hosts': { deletes: ['requests of hosts'] },
  'review events': {
    reads: ['events to review', 'campaigns', 'events', 'public lists'],
    writes: ['campaigns'],
    deletes: ['campaigns'],
  },
  'word mails': { reads: ['wordings of mails'], writes: ['wordings of mails', 'mails'] },
  'lift suppressed addresses': { deletes: ['suppressed addresses'] },
  /** Limits the links to sign in, so many in a time for an address. */
  'ask for mail': { writes: ['mails'] },
  'mail links to sign in': { reads: ['sign-ins'], writes: ['mails', 'visits and solutions'] },
  /** A setting of an owner may begin work. */
  'manage members': {
    reads: ['webhooks', 'owners', 'people'],
    writes: ['owners', 'forgetting', 'addresses of groups'],
    deletes: ['owners'],
  },
  'issue calendars': { reads: ['calendars', 'owners'], writes: ['calendars', 'owners'] },
  'issue keys': { reads: ['keys', 'owners'], writes: ['keys', 'owners'] },
  'keep a log': {
    reads: ['log entries', 'lists of log entries', 'people'],
    writes: ['log entries', 'lists of log entries'],
  },

  'read webhooks': { reads: ['webhooks', 'messages of webhooks', 'deliveries of webhooks'] },
  'manage webhooks': {
    reads: [
      'webhooks',
      'webhook key',
      'events',
      'campaigns',
      'messages of webhooks',
      'deliveries of webhooks',
    ],
    writes: ['webhooks', 'webhook key', 'messages of webhooks', 'deliveries of webhooks'],
    deletes: ['webhooks'],
  },
  'collect messages': {
    reads: [
      'webhooks',
      'events',
      'campaigns',
      'people',
      'tags',
      'waiting lists',
      'link keys',
      'messages of webhooks',
    ],
    writes: ['messages of webhooks'],
  },
  'send messages': {
    // People who may change a webhook get a mail when it is disabled.
    reads: ['webhooks', 'webhook key', 'messages of webhooks', 'deliveries of webhooks', 'owners', 'people'],
    writes: ['webhooks', 'deliveries of webhooks', 'mails'],
    deletes: ['deliveries of webhooks'],
  },

  /** The language of an owner. */
  'read settings': { reads: ['owners'] },
  'read lists': { reads: ['owners', 'people', 'lists of people', 'personal lists'] },
} satisfies Record<string, Need>

export type NeedName = keyof typeof needs

/** The needs of the sweeper besides `ordinalGrants`. */
export const SWEEPER_NEEDS: NeedName[] = [
  'change attendances',
  'change people',
  'finish departures',
  'forget people',
  'keep a log',
  'list tags',
  'merge people',
  'settle places',
]

export const isNeed = (name: string): name is NeedName => name in needs
