import { environmentAccount } from '../environment.js'
import { type ConsumedCapacity, nothingConsumed } from '../consumed-capacity.js'
import { type Account, type Client, dynamodbClient } from './client/client.js'
import type { Key } from './items/kind.js'
import { forRequests } from './service-client.js'

export { keyOf } from './items/items.js'
export type { Key, ResourceType } from './items/kind.js'

/** A table and the client that reaches it. */
export interface Table {
  name: string
  client: Client
  /** DynamoDB units that this client has spent, as DynamoDB counted them. */
  spent: ConsumedCapacity
}

/** The id in a part of a key: what follows its first `#`. */
export const idInKey = (part: string) => part.slice(part.indexOf('#') + 1)

/** An item as it is read, before anybody knows of what kind it is. */
export type Item = Record<string, unknown> & Key

export const keyIn = ({ pk, sk }: Key): Key => ({ pk, sk })

/** The value of an item, without what only the table knows. */
export function valueOf<Value extends object>(item: Record<string, unknown>): Value {
  const { pk: _pk, sk: _sk, block: _block, ordinal: _ordinal, ...rest } = item
  const { unnumbered: _unnumbered, since: _since, waits_for: _waits, numbered: _numbered, ...more } = rest
  const { changed_in: _partition, changed_at: _order, numbered_at: _at, ...value } = more
  return value as Value
}

export interface TableAddress {
  tableName: string
  /** Another DynamoDB than the region's own. */
  dynamodbEndpoint?: string | undefined
  /** Whose table it is; by default, as the environment of a function says. */
  account?: Account
  /** What every answer adds its units to. */
  spent?: ConsumedCapacity
}

const ofFunction: Account = {
  region: async () => environmentAccount().region,
  credentials: async () => environmentAccount().credentials,
}

/** Opens a table. Every command asks DynamoDB for the units it consumed, which cost nothing to report. */
export function openTable({
  tableName: name,
  dynamodbEndpoint: endpoint,
  account = ofFunction,
  spent = nothingConsumed(),
}: TableAddress): Table {
  const client = dynamodbClient({ endpoint, account, consumedCapacity: spent })
  return { name, client: forRequests(client), spent }
}
