import { environmentAccount, isUnsigned } from '../runtime/environment.js'
import { type ConsumedCapacity, consumedByProcess, nothingConsumed } from '../runtime/consumed-capacity.js'
import type { Service } from '../runtime/service.js'
import { type Account, type Client, dynamodbClient, forRequests } from './client/client.js'
import type { Key } from './items/kind.js'
import { unsigned } from './client/embedded-engine.js'

export { keyOf } from './items/items.js'
export type { Key, ResourceType } from './items/kind.js'

/** A table and the client that reaches it. */
export interface Table {
  name: string
  client: Client
  /** DynamoDB units that this client has consumed. */
  consumedCapacity: ConsumedCapacity
}

/** The id in a part of a key: what follows its first `#`. */
export const idInKey = (part: string) => part.slice(part.indexOf('#') + 1)

/** An item as it is read, before its kind is known. */
export type Item = Record<string, unknown> & Key

export const keyIn = ({ pk, sk }: Key): Key => ({ pk, sk })

/** Attributes that only the table knows: keys of the table and its indexes, and the state of lists. */
const INTERNAL = new Set([
  'pk',
  'sk',
  'block',
  'ordinal',
  'pending',
  'since',
  'waits_for',
  'numbered',
  'numbered_at',
  'changed_in',
  'changed_at',
  'modified_in',
  'announces',
  'mails',
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
  /** The account of the table; by default, the one in the environment of a function. */
  account?: Account
  /** The sum of the units of all answers. */
  consumedCapacity?: ConsumedCapacity
  /** The time limit of an attempt of a command, in milliseconds. */
  answer_ms?: number
}

/**
 * The SDK's own defaults. It would look for other values in the environment and in files of a home directory, which a
 * function has not: a tenth of its first command.
 */
const DEFAULTS: Account = {
  accountIdEndpointMode: 'preferred',
  authSchemePreference: [],
  disableClockSkewCorrection: false,
  ignoreConfiguredEndpointUrls: true,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
}

/** Read at the first command, and once: the SDK asks for them at every one. */
function accountOfFunction(): Account {
  let account: ReturnType<typeof environmentAccount> | undefined
  const read = () => (account ??= environmentAccount())
  return {
    ...DEFAULTS,
    region: async () => read().region,
    credentials: async () => read().credentials,
    ...(isUnsigned() && { signer: unsigned(read) }),
  }
}

/** Opens a table. Every command asks DynamoDB for the units it consumed, which cost nothing to report. */
export function openTable({
  tableName: name,
  dynamodbEndpoint: endpoint,
  account = accountOfFunction(),
  consumedCapacity = nothingConsumed(),
  answer_ms,
}: TableAddress): Table {
  const client = dynamodbClient({ endpoint, account, consumedCapacity, ...(answer_ms && { answer_ms }) })
  return { name, client: forRequests(client), consumedCapacity }
}

/** The table of a service, and the client that reaches it. */
export const table = ({ environment }: Service) => openTable({ ...environment, consumedCapacity: consumedByProcess })
