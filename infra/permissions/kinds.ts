import type { Owner } from '../../lib/runtime/owner.js'
import { type KindName, SEQUENCING, partitionsOf } from '../../lib/table/items/items.js'
import type { ListName, ResourceType } from '../../lib/table/items/kind.js'
import { PENDING } from '../../lib/collections/pending.js'
import { DEPARTURES, DUE_KINDS, FORGETTING } from '../../lib/table/items/pending-work.js'
import { DEFERRED, lists, membersOf } from '../../lib/collections/numbered-list.js'

/** The keys of a kind of item, as patterns of partition keys. */
export interface Keys {
  table?: string[]
  /** Reads of the indexes, by list. */
  members?: string[]
  starts?: string[]
  changes?: string[]
  modified?: string[]
  [PENDING]?: string[]
  /** The only attributes of these items that may be updated; any when absent. */
  attributes?: string[]
}

export const INDEXES = ['members', 'starts', 'changes', 'modified', PENDING] as const

/** The partitions of the index of pending members, by what the members of a list are. */
export const PENDING_PARTITIONS = [...DEFERRED, 'webhooks'].map((members) => `${members} *`).sort()

const at = (...names: KindName[]): Keys => ({ table: names.map((name) => partitionsOf(name)) })

const claimsOf = (type: ResourceType): Keys => ({ table: [partitionsOf('identifier', type)] })

/** The lists of a kind, whatever they belong to. */
const names = (kind: Exclude<ListName, 'groups' | 'accounts'>) => `${membersOf(lists[kind]('*' as Owner))} of *`

/** A numbered list: its length, the segments of its members that were deferred, its pages. */
function listOf(kind: Exclude<ListName, 'groups' | 'accounts'>, length = partitionsOf('length', names(kind))): Keys {
  return { table: [length, partitionsOf('segment', names(kind))], members: [names(kind)] }
}

/** The same of a list whose segments count their members by the dates of their creation. */
function datedListOf(kind: 'peopleOf' | 'attendancesOf'): Keys {
  const { table = [], ...others } = listOf(kind)
  return { table: [partitionsOf('lateMembers', names(kind)), ...table], ...others }
}

/** Every kind of item that a request meets, by its keys in lib/table/items. An attendance lies with its person. */
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
  'blocked contacts': at('blockedContact', 'blockedHashes'),
  'boxes to confirm': at('askedOptIn'),
  'links of teams': at('teamLink'),
  'people of results': at('resultChunk'),
  tags: at('tag'),
  taggings: at('tagging'),
  webhooks: at('webhook'),
  'secrets key': at('secretsKey'),
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
  'native prefix': at('nativePrefix'),
  'visits and solutions': at('attempts', 'solution'),
  'challenge secret': at('challengeSecret'),
  'requests of keys': at('requests'),
  emails: at('mail'),
  'asked addresses': at('askedAddress'),
  mailings: at('mailing', 'eventMail', 'seriesEdit'),
  'lists of messages': at('messageOfOwner'),
  'wordings of emails': at('mailWordings', 'eventMailWordings'),
  'pace of emails': at('mailPace'),
  'suppressed addresses': at('suppressed'),
  'due emails': { [PENDING]: DUE_KINDS.map((kind) => `${kind} *`) },
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
  'contacts of events': at('contactOfEvent'),
  'reports of campaigns': at('campaignReport'),
  'requests of hosts': at('hostRequest', 'hostLinkSlot'),
  'starts of events': { starts: ['group:*', 'account:*'] },
  'changes of events': { changes: [names('eventsOf')] },
  'changes of campaigns': { changes: [names('campaignsOf')] },
  'changes of people': { changes: [names('peopleOf')] },
  'changes of attendances': { changes: [names('attendancesOf')] },
  'attendances of owners': { modified: ['attendances of group:*', 'attendances of account:*'] },
  /** Pending members of any list. */
  'pending members': { [PENDING]: PENDING_PARTITIONS },
  /** Items that assign ordinals to pending members. */
  'journals of lists': at(...SEQUENCING),
  'lists of queries': listOf('queriesOf'),
  'lists of campaigns': listOf('campaignsOf'),
  'lists of people': datedListOf('peopleOf'),
  'lists of tags': listOf('tagsOf'),
  'lists of attendances': datedListOf('attendancesOf'),
  /** Personal email lists. */
  'personal lists': listOf('itemsOf', partitionsOf('emailListLength')),
} satisfies Record<string, Keys>

export type Kind = keyof typeof kinds
