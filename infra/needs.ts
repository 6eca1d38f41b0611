/*
 * What endpoints need of the table. An endpoint names its needs in lib/api/endpoints.json; its role allows them and
 * nothing else. Tests refuse whatever a role does not allow (test/support/permissions.ts), so a need that was
 * forgotten shows.
 */

/** The keys of a kind of items, as patterns of partition keys. */
export interface Keys {
  /** Of the table (the map in lib/dynamodb/table.ts). */
  table?: string[]
  /** Of the indexes. */
  members?: string[]
  starts?: string[]
  changes?: string[]
  unnumbered?: string[]
}

export const INDEXES = ['members', 'starts', 'changes', 'unnumbered'] as const

/** The partitions of the index over those who wait, by the kind of list. */
const WAITING = ['attendances *', 'items *', 'people *']

/** A numbered list: its length, the runs of its hot members, its pages. */
const listOf = (name: string): Keys => ({
  table: [`list#${name} of *`, `run#${name} of *`],
  members: [`${name} of *`],
})

/** The same of a list that counts its members by the dates of their creation. */
const datedListOf = (name: string): Keys => {
  const { table = [], ...others } = listOf(name)
  return { table: [`late#${name} of *`, ...table], ...others }
}

/** Every kind of items that a request meets. An attendance lies with its person. */
export const kinds = {
  keys: { table: ['api_key#*'] },
  owners: { table: ['group#*', 'account#*'] },
  events: { table: ['event#*'] },
  campaigns: { table: ['event_campaign#*'] },
  people: { table: ['person#*'] },
  contacts: { table: ['contact#*'] },
  queries: { table: ['targeting_query#*'] },
  'people of results': { table: ['query_result#*'] },
  tags: { table: ['tag#*'] },
  taggings: { table: ['taggings#*'] },
  seats: { table: ['seats#*'] },
  calendars: { table: ['calendar#*'] },
  attempts: { table: ['attempts#*'] },
  'requests of keys': { table: ['requests#*'] },
  answers: { table: ['answer#*'] },
  'identifiers of events': { table: ['identifier#event#*'] },
  'identifiers of campaigns': { table: ['identifier#event_campaign#*'] },
  'identifiers of people': { table: ['identifier#person#*'] },
  'identifiers of queries': { table: ['identifier#targeting_query#*'] },
  'identifiers of attendances': { table: ['identifier#attendance#*'] },
  'lists of events': listOf('events'),
  'lists of actions': listOf('actions'),
  'lists of selectable actions': listOf('selectable actions'),
  'starts of events': { starts: ['group:*', 'account:*'] },
  'changes of events': { changes: ['events of *'] },
  'changes of campaigns': { changes: ['event_campaigns of *'] },
  'changes of people': { changes: ['people of *'] },
  'changes of attendances': { changes: ['attendances of *'] },
  /** Since when somebody waits for a place in any hot list. */
  'who waits': { unnumbered: [...WAITING] },
  'lists of queries': listOf('queries'),
  'lists of campaigns': listOf('event_campaigns'),
  'lists of people': datedListOf('people'),
  'lists of tags': listOf('tags'),
  'lists of attendances': datedListOf('attendances'),
  /** Personal email lists. */
  'personal lists': { table: ['email_list#*', 'run#items of *'], members: ['items of *'] },
} satisfies Record<string, Keys>

type Kind = keyof typeof kinds

/** What may be done with which kinds. To write is to put and to change, and to depend on what is there. */
interface Need {
  reads?: Kind[]
  writes?: Kind[]
  deletes?: Kind[]
}

const needs = {
  'check keys': { reads: ['keys'], writes: ['requests of keys'] },
  /** By `Idempotency-Key`. */
  'remember answers': { writes: ['answers'] },
  'admit browsers': { reads: ['events', 'owners'], writes: ['attempts'] },

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
      'events',
      'identifiers of events',
      'lists of events',
      'lists of actions',
      'lists of selectable actions',
    ],
    // Here and below: a claim whose holder does not exist.
    deletes: ['identifiers of events'],
  },
  'change events': {
    reads: ['events', 'owners'],
    writes: ['events', 'identifiers of events'],
    deletes: ['identifiers of events'],
  },
  'list actions': {
    reads: ['events', 'owners', 'lists of actions', 'lists of selectable actions', 'identifiers of events'],
  },
  'show events': { reads: ['events', 'owners'] },

  'open calendars': { reads: ['calendars'] },
  'read calendars': { reads: ['events', 'starts of events'] },

  'read campaigns': { reads: ['campaigns', 'events'] },
  'list campaigns': {
    reads: ['campaigns', 'events', 'lists of campaigns', 'changes of campaigns', 'identifiers of campaigns'],
  },
  'record campaigns': {
    reads: ['campaigns', 'identifiers of campaigns', 'events', 'lists of campaigns'],
    writes: ['campaigns', 'identifiers of campaigns', 'lists of campaigns'],
    deletes: ['identifiers of campaigns'],
  },
  'change campaigns': {
    reads: ['campaigns', 'events'],
    writes: ['campaigns', 'identifiers of campaigns'],
    deletes: ['identifiers of campaigns'],
  },
  'join campaigns': { reads: ['campaigns', 'lists of events'], writes: ['campaigns', 'lists of events'] },

  'read people': { reads: ['people'] },
  'list people': {
    reads: ['people', 'lists of people', 'changes of people', 'identifiers of people', 'who waits'],
  },
  'record people': {
    reads: ['people', 'contacts', 'lists of people'],
    writes: ['people', 'contacts', 'identifiers of people', 'lists of people'],
    // The claim of an email or a phone that a person has no longer.
    deletes: ['contacts', 'identifiers of people'],
  },
  'change people': {
    reads: ['people', 'contacts'],
    writes: ['people', 'contacts', 'identifiers of people'],
    deletes: ['contacts', 'identifiers of people'],
  },

  'read attendances': { reads: ['events', 'people'] },
  'list attendances': {
    reads: [
      'events',
      'people',
      'lists of attendances',
      'changes of attendances',
      'identifiers of attendances',
      'who waits',
    ],
  },
  'record attendances': {
    // With its first attendance, an event joins the actions that can be selected.
    reads: ['events', 'people', 'seats', 'personal lists', 'lists of selectable actions'],
    writes: [
      'events',
      'people',
      'seats',
      'personal lists',
      'identifiers of attendances',
      'lists of selectable actions',
    ],
    deletes: ['identifiers of attendances'],
  },
  'change attendances': {
    reads: ['events', 'people'],
    writes: ['people', 'identifiers of attendances'],
    deletes: ['identifiers of attendances'],
  },

  'read tags': { reads: ['tags'] },
  'list tags': { reads: ['tags', 'lists of tags'] },
  'record tags': { reads: ['tags', 'lists of tags'], writes: ['tags', 'lists of tags'] },
  'read taggings': { reads: ['tags', 'taggings'] },
  'tag people': { reads: ['tags', 'people'], writes: ['taggings'], deletes: ['taggings'] },

  'read queries': { reads: ['queries'] },
  'list queries': { reads: ['queries', 'lists of queries'] },
  'record queries': {
    reads: ['queries', 'identifiers of queries', 'events', 'identifiers of events', 'lists of queries'],
    writes: ['queries', 'identifiers of queries', 'lists of queries'],
    deletes: ['identifiers of queries'],
  },
  'change queries': {
    reads: ['queries', 'events', 'identifiers of events'],
    writes: ['queries', 'identifiers of queries'],
    deletes: ['identifiers of queries'],
  },
  'run queries': {
    reads: ['queries', 'events', 'people', 'lists of attendances'],
    writes: ['queries', 'people of results'],
  },
  'read results': { reads: ['queries', 'people of results', 'people', 'events'] },

  'read lists': { reads: ['owners', 'people', 'lists of people', 'personal lists'] },
} satisfies Record<string, Need>

export type NeedName = keyof typeof needs

/** What a role allows on the table or an index of it. */
export interface Grant {
  actions: string[]
  index?: string
  /** Patterns of partition keys, of the table or the index; any key when absent. */
  leadingKeys?: string[]
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

/** What some needs come to. */
export function grantsFor(names: NeedName[]): Grant[] {
  const wanted = kindsOf(names)
  const keysOf = (kindsWanted: Kind[], of: keyof Keys) =>
    kindsWanted.flatMap((kind) => (kinds[kind] as Keys)[of] ?? []).sort()
  const grants: Grant[] = [
    ...VERBS.map((verb) => ({ actions: ACTIONS[verb], leadingKeys: keysOf(wanted[verb], 'table') })),
    ...INDEXES.map((index) => ({
      actions: ['dynamodb:Query'],
      index,
      leadingKeys: keysOf(wanted.reads, index),
    })),
  ]
  return grants.filter(({ leadingKeys = [] }) => leadingKeys.length > 0)
}

/** The two functions that number members of hot lists, whatever the list. */
export const numberingGrants: Grant[] = [
  {
    actions: ['dynamodb:GetItem', 'dynamodb:Query'],
    leadingKeys: ['email_list#*', 'event#*', 'list#*', 'run#*', 'unmarked#*'],
  },
  { actions: ['dynamodb:BatchGetItem'], leadingKeys: ['person#*'] },
  { actions: ['dynamodb:PutItem'], leadingKeys: ['event#*', 'late#*', 'run#*', 'turn#*', 'unmarked#*'] },
  { actions: ['dynamodb:DeleteItem'], leadingKeys: ['turn#*', 'unmarked#*'] },
  {
    actions: ['dynamodb:UpdateItem'],
    leadingKeys: ['email_list#*', 'event#*', 'list#*', 'person#*', 'unmarked#*'],
  },
  { actions: ['dynamodb:Query'], index: 'unnumbered', leadingKeys: [...WAITING] },
]

/** The function that computes large results. */
export const computingGrants: Grant[] = grantsFor(['run queries'])

export const isNeed = (name: string): name is NeedName => name in needs
