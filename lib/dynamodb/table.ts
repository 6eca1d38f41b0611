import type { Owner } from '../domain/principal.js'
import { environmentAccount } from '../environment.js'
import { type ConsumedCapacity, nothingConsumed } from '../consumed-capacity.js'
import { type Account, type Client, dynamodbClient } from './client/client.js'
import { forRequests } from './service-client.js'

/** A table and the client that reaches it. */
export interface Table {
  name: string
  client: Client
  /** DynamoDB units that this client has consumed. */
  consumedCapacity: ConsumedCapacity
}

/**
 * Where an item lives. Whoever adds a kind of item adds its key here, so that this file is the map of the table:
 *
 * | item                         | pk                               | sk              | also in                     |
 * | ---------------------------- | -------------------------------- | --------------- | --------------------------- |
 * | event                        | event#id                         | event           | members: an owner's; starts |
 * | length of its attendances    | event#id                         | attendances     |                             |
 * | event campaign               | event_campaign#id                | event_campaign  | members: campaigns          |
 * | length of its events         | event_campaign#id                | events          |                             |
 * | event among all actions      | event#id                         | action          | members: actions of an owner |
 * | event that can be targeted   | event#id                         | selectable      | members: selectable actions |
 * | event in a campaign          | event_campaign#id                | event#id        | members: its events         |
 * | person                       | person#id                        | person          | members: people of an owner |
 * | attendance                   | person#id                        | attendance#event | members: those of its event |
 * | person on a personal list    | person#id                        | email_list#creator | members: the list         |
 * | length of a personal list    | email_list#creator               | items           |                             |
 * | email or phone in a list     | contact#owner#email:address      | contact         |                             |
 * | saved query                  | targeting_query#id               | query           | members: queries of an owner |
 * | result of a query            | targeting_query#id               | result#id       |                             |
 * | people of a result           | query_result#id                  | their number    |                             |
 * | tag                          | tag#id                           | tag             | members: tags of an owner   |
 * | tagging                      | taggings#tag#digit of its id     | tagging#id      |                             |
 * | group, account               | group#id, account#id             | group, account  | members: all of them        |
 * | member of a group            | group#id                         | member#person   |                             |
 * | API key                      | api_key#id                       | api_key         |                             |
 * | API key of an owner          | group#id, account#id             | api_key#id      |                             |
 * | calendar to subscribe to     | calendar#id                      | calendar        |                             |
 * | calendar of an owner         | group#id, account#id             | calendar#id     |                             |
 * | foreign identifier           | identifier#type#system:id        | identifier      | identifiers                 |
 * | attempts without a key       | attempts#hash of an address      | minute          |                             |
 * | length of any other list     | list#name                        | length          |                             |
 * | seats taken in a bucket      | seats#event#bucket               | seats           |                             |
 * | segment of a contended list  | run#list#block                   | first ordinal   |                             |
 * | late members of a segment    | late#list                        | date, first ordinal |                         |
 * | answer to a named request    | answer#hash                      | answer          |                             |
 * | requests of a key            | requests#key                     | start of a time |                             |
 * | journal entry of a list      | unmarked#list                    | first ordinal   |                             |
 * | lease on a list              | turn#list                        | turn            |                             |
 *
 * Besides, events with a start date are in the index `starts` of their owner, and members of lists that were changed
 * since they came in the index `changes` of their list.
 */
export interface Key {
  pk: string
  sk: string
}

export const keyOf = {
  event: (id: string): Key => ({ pk: `event#${id}`, sk: 'event' }),
  /** An event's places in the lists that it joins by its origin. */
  action: (event: string): Key => ({ pk: `event#${event}`, sk: 'action' }),
  selectable: (event: string): Key => ({ pk: `event#${event}`, sk: 'selectable' }),
  campaign: (id: string): Key => ({ pk: `event_campaign#${id}`, sk: 'event_campaign' }),
  campaignEvent: (campaign: string, event: string): Key => ({
    pk: `event_campaign#${campaign}`,
    sk: `event#${event}`,
  }),
  person: (id: string): Key => ({ pk: `person#${id}`, sk: 'person' }),
  /** Attendances lie with their person: spread over the table however hot their event is, and unique by their key. */
  attendance: (person: string, event: string): Key => ({ pk: `person#${person}`, sk: `attendance#${event}` }),
  /** Places of an event with a limited number of them. */
  seats: (event: string, bucket: number): Key => ({ pk: `seats#${event}#${bucket}`, sk: 'seats' }),
  listItem: (list: string, person: string): Key => ({ pk: `person#${person}`, sk: `email_list#${list}` }),
  contact: (owner: Owner, kind: 'email' | 'phone', value: string): Key => ({
    pk: `contact#${owner}#${kind}:${value}`,
    sk: 'contact',
  }),
  query: (id: string): Key => ({ pk: `targeting_query#${id}`, sk: 'query' }),
  result: (query: string, id: string): Key => ({ pk: `targeting_query#${query}`, sk: `result#${id}` }),
  resultChunk: (result: string, chunk: number): Key => ({
    pk: `query_result#${result}`,
    sk: String(chunk).padStart(6, '0'),
  }),
  tag: (id: string): Key => ({ pk: `tag#${id}`, sk: 'tag' }),
  /** The taggings of a tag lie in sixteen partitions, so that the tag of a hot event is none. */
  tagging: (tag: string, id: string): Key => ({
    pk: `taggings#${tag}#${id.slice(0, 1)}`,
    sk: `tagging#${id}`,
  }),
  group: (id: string): Key => ({ pk: `group#${id}`, sk: 'group' }),
  account: (id: string): Key => ({ pk: `account#${id}`, sk: 'account' }),
  /** The group or the account that an owner, `group:id` or `account:id`, is. */
  owner: (owner: string): Key => {
    const [type, id] = owner.split(':') as [string, string]
    return { pk: `${type}#${id}`, sk: type }
  },
  member: (group: string, person: string): Key => ({ pk: `group#${group}`, sk: `member#${person}` }),
  apiKey: (id: string): Key => ({ pk: `api_key#${id}`, sk: 'api_key' }),
  /** Members of a block that were numbered together; the first ordinal is padded, so that runs stand in order. */
  segment: (block: string, first: number): Key => ({ pk: `run#${block}`, sk: padded(first) }),
  /** In the order in which the members got their ordinals, so that a reader takes those since a time. */
  lateMembers: (list: string, numberedAt = '', first = 0): Key => ({
    pk: `late#${list}`,
    sk: `${numberedAt}#${padded(first)}`,
  }),
  lease: (list: string): Key => ({ pk: `turn#${list}`, sk: 'turn' }),
  journalEntry: (list: string, first?: number): Key => ({
    pk: `unmarked#${list}`,
    sk: `from ${first === undefined ? '' : padded(first)}`,
  }),
  /** An owner, `group:id` or `account:id`, has its keys beside it. */
  apiKeyOf: (owner: string, id: string): Key => ({ pk: owner.replace(':', '#'), sk: `api_key#${id}` }),
  answer: (hash: string): Key => ({ pk: `answer#${hash}`, sk: 'answer' }),
  requests: (key: string, start: number): Key => ({ pk: `requests#${key}`, sk: `${start}` }),
  calendar: (id: string): Key => ({ pk: `calendar#${id}`, sk: 'calendar' }),
  calendarOf: (owner: string, id: string): Key => ({ pk: owner.replace(':', '#'), sk: `calendar#${id}` }),
  attempts: (hash: string, minute: number): Key => ({ pk: `attempts#${hash}`, sk: `${minute}` }),
  identifier: (type: ResourceType, identifier: string): Key => ({
    pk: `identifier#${type}#${identifier}`,
    sk: 'identifier',
  }),
}

/** The id in a part of a key: what follows its first `#`. */
export const idInKey = (part: string) => part.slice(part.indexOf('#') + 1)

const padded = (ordinal: number) => String(ordinal).padStart(12, '0')

/** An item as it is read, before anybody knows of what kind it is. */
export type Item = Record<string, unknown> & Key

export const keyIn = ({ pk, sk }: Key): Key => ({ pk, sk })

/** Identifiers are unique within a type of resource. */
export type ResourceType = 'event' | 'event_campaign' | 'person' | 'attendance' | 'targeting_query'

/** Attributes that only the table knows: keys of the table and its indexes, and the state of lists. */
const INTERNAL = new Set([
  ...['pk', 'sk', 'block', 'ordinal', 'unnumbered', 'since', 'waits_for', 'numbered', 'numbered_at'],
  ...['changed_in', 'changed_at'],
])

/** The value of an item, without what only the table knows. */
export function valueOf<Value extends object>(item: Record<string, unknown>): Value {
  const value: Record<string, unknown> = {}
  for (const name of Object.keys(item)) if (!INTERNAL.has(name)) value[name] = item[name]
  return value as Value
}

export interface TableAddress {
  tableName: string
  /** Another DynamoDB than the region's own. */
  dynamodbEndpoint?: string | undefined
  /** Whose table it is; by default, as the environment of a function says. */
  account?: Account
  /** What every answer adds its units to. */
  consumedCapacity?: ConsumedCapacity
}

/** Read at the first command, and once: the SDK asks for them at every one. */
function accountOfFunction(): Account {
  let account: ReturnType<typeof environmentAccount> | undefined
  const read = () => (account ??= environmentAccount())
  return { region: async () => read().region, credentials: async () => read().credentials }
}

/** Opens a table. Every command asks DynamoDB for the units it consumed, which cost nothing to report. */
export function openTable({
  tableName: name,
  dynamodbEndpoint: endpoint,
  account = accountOfFunction(),
  consumedCapacity = nothingConsumed(),
}: TableAddress): Table {
  const client = dynamodbClient({ endpoint, account, consumedCapacity })
  return { name, client: forRequests(client), consumedCapacity }
}
