import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureLocationTable } from '../infra/package/location-table.js'
import { allEndpoints, codeOf } from '../lib/http/endpoints/endpoints.js'
import type { Endpoint } from '../lib/app/endpoint.js'
import { environment, provideEnvironment } from '../lib/runtime/environment.js'
import { createService, partOf } from '../lib/runtime/service.js'
import { table } from '../lib/table/table.js'
import { seedDemo } from '../local/demo.js'
import { startEngine } from '../local/engine/engine.js'
import { type Handler, createGateway } from '../local/http/gateway.js'
import { ensureTable, tableDefinition } from '../local/engine/table.js'
import { CreateTableCommand, DynamoDBClient, ResourceInUseException } from '@aws-sdk/client-dynamodb'

/**
 * The service in this process, over an engine that ends with it.
 * @param options.stream whether the table has one; without it, the engine writes fast however much is in the table
 * @param options.file where the engine keeps the table; without it, in memory
 */
export async function startService({ stream = true, file }: { stream?: boolean; file?: string } = {}) {
  const engine = await startEngine(file ? { file } : {})
  const tableName = file ? 'bench' : `bench-${randomUUID()}`
  provideEnvironment({
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    DYNAMODB_ENDPOINT: engine.endpoint,
    PUBLIC_URL: 'https://events.example.org',
    // Without it there is no contact to answer with.
    SECURITY_CONTACT: 'mailto:security@example.org',
    TABLE_NAME: tableName,
    IMAGES_FOLDER: await mkdtemp(join(tmpdir(), 'turnout-images-')),
    LOCATION_TABLE: await ensureLocationTable(),
    // The layer of the bundles: most of what is loaded beside a function lies there.
    EXPLORER_FILE: resolve('build/explorer/openapi-explorer.js'),
  })
  const client = new DynamoDBClient({ endpoint: engine.endpoint })
  if (!stream) {
    const { create } = await tableDefinition(tableName)
    await client.send(new CreateTableCommand({ ...create, StreamSpecification: undefined })).catch((error: unknown) => {
      // The file has the table already.
      if (!(error instanceof ResourceInUseException)) throw error
    })
  }
  await ensureTable(client, tableName)
  const demo = await seedDemo({ endpoint: engine.endpoint, tableName })
  const service = createService(environment())
  const handlers = new Map<string, Promise<Handler>>()
  const make = async (name: string) => {
    const { file, exported } = codeOf(name)
    const code = (await import(`../functions/${file}.ts`)) as Record<string, Endpoint>
    return code[exported]?.(service) as Handler
  }
  const gateway = createGateway({
    endpoints: allEndpoints,
    load: (name) => {
      const handler = handlers.get(name) ?? make(name)
      handlers.set(name, handler)
      return handler
    },
  })
  const { endpoint } = engine
  return { engine, endpoint, tableName, service, table: partOf(service, table), gateway, demo }
}

export type Service = Awaited<ReturnType<typeof startService>>
