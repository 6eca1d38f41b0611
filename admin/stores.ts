import { type CampaignStore, campaignStore } from '../lib/campaigns/store/campaign-store.js'
import { type EventStore } from '../lib/events/store/event-store.js'
import { eventStore } from '../lib/app/event-store.js'
import { type KeyStore, keyStore } from '../lib/access/store/key-store.js'
import { ownerStore } from '../lib/app/access.js'
import { type QueryStore, queryStore } from '../lib/targeting/store/query-store.js'
import { type ResultStore, resultStore } from '../lib/targeting/store/result-store.js'
import { type Table, openTable } from '../lib/table/table.js'
import type { App } from '../lib/table/app.js'
import type { LocalSettings } from '../lib/runtime/environment.js'
import { newId } from '../lib/runtime/request-context.js'
import { openLocalTable, provideOwnCredentials } from '../local/engine/data.js'
import { baseOf } from './site.js'
import { requireNode } from '../local/node-version.js'

/** No visitor waits for a command: it outlasts a slow network and a table that is busy for a while. */
const ANSWER_MS = 60_000

/** The stores of the table that a command works on. */
export interface Stores {
  table: Table
  app: App
  owners: ReturnType<typeof ownerStore>
  keys: KeyStore
  campaigns: CampaignStore
  events: EventStore
  queries: QueryStore
  results: ResultStore
  close: () => Promise<void>
}

/**
 * Opens the table of TABLE_NAME with the usual AWS settings, or else the local one.
 * @throws UserError when the local data cannot be used, or this Node.js
 */
export async function openStores(settings: LocalSettings): Promise<Stores> {
  requireNode()
  const { tableName, endpoint, close } = settings.tableName
    ? deployedTable(settings.tableName, settings.dynamodbEndpoint)
    : await openLocalTable(settings)
  // Region and credentials are found as the AWS tools find them on the owner's machine.
  const table = openTable({ tableName, dynamodbEndpoint: endpoint, account: {}, answer_ms: ANSWER_MS })
  return {
    table,
    app: {
      table,
      now: () => new Date(),
      newId,
      site: {
        nativePrefix: settings.nativePrefix,
        // Few commands show an address, which a deployed table does not know.
        get publicUrl() {
          return baseOf(settings)
        },
      },
    },
    owners: ownerStore(table),
    keys: keyStore(table),
    campaigns: campaignStore(table),
    events: eventStore(table),
    queries: queryStore(table),
    results: resultStore(table),
    close,
  }
}

function deployedTable(tableName: string, endpoint: string | undefined) {
  // Without an endpoint of one's own, nothing is invented: region and credentials are the owner's.
  if (endpoint) provideOwnCredentials(endpoint)
  return { tableName, endpoint, close: () => Promise.resolve() }
}
