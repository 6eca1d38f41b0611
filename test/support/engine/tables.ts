import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import type { LocalTable } from '../../../local/engine/data.js'
import { ensureTable, tableDefinition } from '../../../local/engine/table.js'
import { engineEndpoint, type EngineKind } from './engines.js'

/**
 * Creates a table from infra/table/table.yml for one test, in the engine of its file or another one. It has no stream
 * until `startStream`: dynoxide looks through the whole log of a stream with each write, so that every write of a file
 * would make the next one slower.
 */
export async function freshTable(kind?: EngineKind): Promise<LocalTable> {
  return tableAt(await engineEndpoint(kind))
}

/** Creates one in the engine at an endpoint. */
export async function tableAt(endpoint: string): Promise<LocalTable> {
  const table = { endpoint, tableName: `test-${randomUUID()}` }
  const client = new DynamoDBClient({ endpoint })
  await ensureTable(client, table.tableName)
  await client.send(
    new UpdateTableCommand({ TableName: table.tableName, StreamSpecification: { StreamEnabled: false } }),
  )
  client.destroy()
  return table
}

/**
 * Starts the stream of a table, as infra/table/table.yml has it. It tells of what is written from now on.
 * @returns the table
 */
export async function startStream(table: LocalTable): Promise<LocalTable> {
  const { endpoint, tableName } = table
  const client = new DynamoDBClient({ endpoint })
  const { StreamSpecification } = (await tableDefinition(tableName)).create
  await client.send(new UpdateTableCommand({ TableName: tableName, StreamSpecification }))
  client.destroy()
  return table
}
