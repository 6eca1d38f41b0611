import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import type { LocalTable } from '../../local/data.js'
import { ensureTable } from '../../local/table.js'
import { engineEndpoint, type EngineKind } from './engines.js'

/** Creates a table from infra/table.yml for one test, in the engine of its file or another one. */
export async function freshTable(kind?: EngineKind): Promise<LocalTable> {
  return tableAt(await engineEndpoint(kind))
}

/** Creates one in the engine at an endpoint. */
export async function tableAt(endpoint: string): Promise<LocalTable> {
  const tableName = `test-${randomUUID()}`
  const client = new DynamoDBClient({ endpoint })
  await ensureTable(client, tableName)
  client.destroy()
  return { endpoint, tableName }
}
