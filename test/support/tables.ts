import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import type { LocalTable } from '../../local/data.js'
import { ensureTable } from '../../local/table.js'
import { engineEndpoint, type EngineKind } from './engines.js'

/** Creates a table from infra/table.yml for one test, in the run's engine or another one. */
export async function freshTable(kind?: EngineKind): Promise<LocalTable> {
  const endpoint = await engineEndpoint(kind)
  const tableName = `test-${randomUUID()}`
  const client = new DynamoDBClient({ endpoint })
  await ensureTable(client, tableName)
  client.destroy()
  return { endpoint, tableName }
}
