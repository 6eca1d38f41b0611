import type { Owner } from '../../lib/domain/access/principal.js'
import { type KindName, partitionsOf } from '../../lib/dynamodb/items/items.js'
import type { ListName, ResourceType } from '../../lib/dynamodb/items/kind.js'
import { PENDING } from '../../lib/dynamodb/lists/pending.js'
import { FORGETTING } from '../../lib/dynamodb/stores/people/forgetting.js'
import { DEPARTURES } from '../../lib/dynamodb/stores/merging/departure.js'
import { DUE_KINDS } from '../../lib/dynamodb/stores/mail/due-mail.js'
import { DEFERRED, lists, membersOf } from '../../lib/dynamodb/lists/numbered-list.js'

/*
 * The needs of endpoints of the table. An endpoint names its needs in lib/api/endpoints.json; its role allows them and
 * nothing else. Tests refuse all that a role does not allow (test/support/engine/permissions.ts), so a need that was
 * forgotten shows.
 */

/** The keys of a kind of item, as patterns of partition keys. */
export interface Keys {
  table?: string[]
  /** Reads of the indexes, by list. */
  members?: string[]
  starts?: string[]
  changes?: string[]
  [PENDING]?: string[]
  /** The only attributes of these items that may be updated; any when absent. */
  attributes?: string[]
}

export const INDEXES = ['members', 'starts', 'changes', PENDING] as const

/** The partitions of the index of pending members, by what the members of a list are. */
const PENDING_PARTITIONS = [...DEFERRED, 'webhooks'].map((members) => `${members} *`).sort()

const at = (...names: KindName[]): Keys => ({ table: names.map((name) => partitionsOf(name)) })

const claimsOf = (type: ResourceType): Keys => ({ table: [partitionsOf('identifier', type)] })

/** The lists of a kind, whatever they belong to. */
const names = (kind: Exclude<ListName, 'groups' | 'accounts'>) =>
  `${membersOf(lists[kind]('*' as Owner))} of *`

/** A numbered list: its length, the segments of its members that were deferred, its pages. */
function listOf(
  kind: Exclude<ListName, 'groups' | 'accounts'>,
  length = partitionsOf('length', names(kind)),
): Keys {
  return { table: [length, partitionsOf('segment', names(kind))], members: [names(kind)] }
}

/** The same of a list whose segments count their members by the dates of their creation. */
function datedListOf(kind: 'peopleOf' | 'attendancesOf'): Keys {
  const { table = [], ...others } = listOf(kind)
  return { table: [partitionsOf('lateMembers', names(kind)), ...table], ...others }
}

/** Every kind of item that a request meets, by its keys in lib/dynamodb/items. An attendance lies with its person. */
export const kinds = {
  keys: at('apiKey'),
  /** Functions that check keys may not issue them, lift their limits or restore them. */
  'last use of keys': { ...at('apiKey'), attributes: ['pk', 'sk', 'last_used_date'] },
  owners: at('group', 'account'),
  /** The state of a series says whether its events are in sight. */
  events: at('event', 'series'),
  'addresses of events': { table: [partitionsOf('slug', 'event')] },
  'addresses of campaigns': { table: [partitionsOf('slug', 'event_campaign')] },
  'addresses of groups': { table: [partitionsOf('slug', 'group')] },
  campaigns: at('campaign'),
  people: at('person'),
  contacts: at('contact'),
  'custom fields': at('customField'),
  queries: at('query'),
  'people of results': at('resultChunk'),
  tags: at('tag'),
  taggings: at('tagging', 'removedTagging'),
  webhooks: at('webhook'),
  'webhook key': at('webhookKey'),
  'messages of webhooks': at('webhookLog', 'webhookMessage', 'announced'),
  'deliveries of webhooks': at('webhookState', 'webhookRetry', 'webhookDelivery'),
  seats: at('seats'),
  'counts of sources': at('rsvpSources'),
  'counts of outcomes': at('whatWorked'),
  'files of guests': at('guestsFile', 'guestsFilePart'),
  calls: at('call', 'callRound'),
  'changes of totals': at('totalsChange'),
  'waiting lists': at('waitingEntry'),
  'settlements of places': at('dueSettlement'),
  departures: at('departure'),
  forgetting: at('forgetting'),
  'forgetting that is due': { [PENDING]: [FORGETTING] },
  'due departures': { [PENDING]: [DEPARTURES] },
  calendars: at('calendar'),
  'link keys': at('linkKeys'),
  'visits and solutions': at('attempts', 'solution'),
  'challenge secret': at('challengeSecret'),
  'requests of keys': at('requests'),
  mails: at('mail'),
  mailings: at('mailing', 'eventMail', 'seriesEdit'),
  'wordings of mails': at('mailWordings', 'eventMailWordings'),
  'pace of mails': at('mailPace'),
  'suppressed addresses': at('suppressed'),
  'due mails': { [PENDING]: DUE_KINDS.map((kind) => `${kind} *`) },
  'sign-ins': at('access', 'session', 'knownBrowser', 'passkeys'),
  'used challenges': at('usedChallenge'),
  'links to sign in': at('signInLink'),
  'identity providers': at('identityProvider'),
  /** Only commands of the owner write them. */
  'domains of identity providers': at('vouchedDomain'),
  'used attempts': at('usedAttempt'),
  'log entries': at('logEntry'),
  'lists of log entries': listOf('logOf'),
  answers: at('answer'),
  'identifiers of events': claimsOf('event'),
  'identifiers of campaigns': claimsOf('event_campaign'),
  'identifiers of people': claimsOf('person'),
  'identifiers of queries': claimsOf('targeting_query'),
  'identifiers of attendances': claimsOf('attendance'),
  'list of groups': {
    table: [partitionsOf('length', 'groups'), partitionsOf('segment', 'groups')],
    members: ['groups#*'],
  },
  'lists of events': listOf('eventsOf'),
  'lists of actions': listOf('actionsOf'),
  'lists of selectable actions': listOf('selectableOf'),
  names: at('nameEntry', 'nameEnding'),
  'summaries of events': at('eventSummary'),
  'what finds a resource': at('foundBy'),
  'public lists': at('listedByStart', 'listedByPlace', 'series'),
  'events to review': at('waitingReview'),
  'reports of campaigns': at('campaignReport'),
  'requests of hosts': at('hostRequest', 'hostLinkSlot'),
  'starts of events': { starts: ['group:*', 'account:*'] },
  'changes of events': { changes: [names('eventsOf')] },
  'changes of campaigns': { changes: [names('campaignsOf')] },
  'changes of people': { changes: [names('peopleOf')] },
  'changes of attendances': { changes: [names('attendancesOf')] },
  /** Pending members of any list. */
  'pending members': { [PENDING]: PENDING_PARTITIONS },
  /** Items that assign ordinals to pending members. */
  'journals of lists': at('journalEntry', 'lease', 'handedOver'),
  'lists of queries': listOf('queriesOf'),
  'lists of campaigns': listOf('campaignsOf'),
  'lists of people': datedListOf('peopleOf'),
  'lists of tags': listOf('tagsOf'),
  'lists of attendances': datedListOf('attendancesOf'),
  /** Personal email lists. */
  'personal lists': listOf('itemsOf', partitionsOf('emailListLength')),
} satisfies Record<string, Keys>

type Kind = keyof typeof kinds

/** The kinds that a need reads, writes and deletes. Writing includes conditions on existing items. */
interface Need {
  reads?: Kind[]
  writes?: Kind[]
  deletes?: Kind[]
}

const needs = {
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

/** A permission of a role on the table or an index of it. */
export interface Grant {
  actions: string[]
  index?: string
  /** Patterns of partition keys, of the table or the index; any key when absent. */
  leadingKeys?: string[]
  /** The only attributes that a command may name; any when absent. */
  attributes?: string[]
}

const ACTIONS = {
  reads: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  writes: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem'],
  deletes: ['dynamodb:DeleteItem'],
}

const VERBS = ['reads', 'writes', 'deletes'] as const

/** The kinds that some needs read, write and delete, each once. */
export function kindsOf(names: NeedName[]): Required<Need> {
  const all = names.map((name): Need => needs[name])
  const [reads = [], writes = [], deletes = []] = VERBS.map((verb) => [
    ...new Set(all.flatMap((need) => need[verb] ?? [])),
  ])
  return { reads, writes, deletes }
}

/** Returns the grants of some needs. */
export function grantsFor(names: NeedName[]): Grant[] {
  const wanted = kindsOf(names)
  const keysOf = (kindsWanted: Kind[], of: keyof Keys) =>
    kindsWanted.flatMap((kind) => (kinds[kind] as Keys)[of] ?? []).sort()
  const inPart = (kind: Kind) => 'attributes' in kinds[kind]
  const grants: Grant[] = [
    ...VERBS.map((verb) => ({
      actions: ACTIONS[verb],
      leadingKeys: keysOf(
        wanted[verb].filter((kind) => !inPart(kind)),
        'table',
      ),
    })),
    ...wanted.writes.filter(inPart).map((kind) => {
      const { table: leadingKeys = [], attributes = [] } = kinds[kind] as Keys
      return { actions: ['dynamodb:UpdateItem'], leadingKeys, attributes }
    }),
    ...INDEXES.map((index) => ({
      actions: ['dynamodb:Query'],
      index,
      leadingKeys: keysOf(wanted.reads, index),
    })),
  ]
  return grants.filter(({ leadingKeys = [] }) => leadingKeys.length > 0)
}

const keysOfKinds = (...names: KindName[]) => [...new Set(names.map((name) => partitionsOf(name)))].sort()

/** The items of a list with a deferred path besides its members, which lie with their persons. */
const LENGTHS: KindName[] = ['attendancesLength', 'emailListLength', 'length']

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

/**
 * The two functions that assign ordinals to pending members, whatever the list. One of them makes the key of links, so
 * that functions which only read need not.
 */
export const ordinalGrants: Grant[] = [
  {
    actions: ['dynamodb:GetItem', 'dynamodb:Query'],
    leadingKeys: keysOfKinds(
      ...LENGTHS,
      ...([
        'event',
        'campaign',
        'webhook',
        'segment',
        'journalEntry',
        'handedOver',
        'totalsChange',
        'placesState',
        'dueSettlement',
        'waitingEntry',
        'linkKeys',
      ] as const),
    ),
  },
  {
    actions: ['dynamodb:BatchGetItem'],
    leadingKeys: keysOfKinds('person', 'attendance', 'listItem', 'seats'),
  },
  {
    actions: ['dynamodb:PutItem'],
    leadingKeys: keysOfKinds(
      ...(['selectable', 'segment', 'lateMembers', 'journalEntry', 'lease', 'handedOver'] as const),
      ...(['totalsChange', 'placesState', 'dueSettlement', 'linkKeys'] as const),
    ),
  },
  {
    actions: ['dynamodb:DeleteItem'],
    leadingKeys: keysOfKinds(
      'journalEntry',
      'lease',
      'handedOver',
      'totalsChange',
      'dueSettlement',
      'waitingEntry',
    ),
  },
  {
    actions: ['dynamodb:UpdateItem'],
    leadingKeys: keysOfKinds(
      ...LENGTHS,
      ...(['person', 'attendance', 'listItem', 'journalEntry', 'seats', 'placesState'] as const),
      'webhookState',
    ),
  },
  {
    actions: ['dynamodb:ConditionCheckItem'],
    leadingKeys: keysOfKinds('attendancesLength', 'attendance'),
  },
  { actions: ['dynamodb:Query'], index: PENDING, leadingKeys: PENDING_PARTITIONS },
]

export const isNeed = (name: string): name is NeedName => name in needs
