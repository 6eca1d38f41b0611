import { ensureLocationTable } from '../../../infra/package/location-table.js'
import { allEndpoints, codeOf } from '../../../lib/http/endpoints/endpoints.js'
import { environment, provideEnvironment } from '../../../lib/runtime/environment.js'
import type { Endpoint } from '../../../lib/app/endpoint.js'
import { type Service, createService } from '../../../lib/runtime/service.js'
import { type LocalTable, provideCredentials } from '../../../local/engine/data.js'
import { demo } from '../../../local/demo.js'
import { type Handler, createGateway } from '../../../local/http/gateway.js'

const FUNCTIONS = new URL('../../../functions', import.meta.url).pathname

const PUBLIC_URL = 'https://outage.example.org'

/** The demo group's requests to a service in this process, over a table that other processes use, too. */
export interface OwnService {
  service: Service
  load: (name: string) => Promise<Handler>
  /** Sends a request. @returns the status, and the body as it was parsed */
  ask: (method: string, path: string, body?: object) => Promise<{ status: number; body: any }>
}

/** Opens the service in this process. @param values further settings of its environment */
export async function openService(
  { tableName, endpoint }: LocalTable,
  values: Record<string, string> = {},
): Promise<OwnService> {
  provideCredentials()
  provideEnvironment({
    TABLE_NAME: tableName,
    DYNAMODB_ENDPOINT: endpoint,
    PUBLIC_URL,
    WEBHOOK_ALLOW_PRIVATE: 'on',
    LOCATION_TABLE: await ensureLocationTable(),
    ...values,
  })
  const service = createService(environment())
  const handlers = new Map<string, Promise<Handler>>()
  const make = async (name: string) => {
    const { file, exported } = codeOf(name)
    const module = (await import(/* @vite-ignore */ `${FUNCTIONS}/${file}.ts`)) as Record<string, Endpoint>
    return module[exported]?.(service) as Handler
  }
  const load = (name: string) => {
    const handler = handlers.get(name) ?? make(name)
    handlers.set(name, handler)
    return handler
  }
  const gateway = createGateway({ endpoints: allEndpoints, load })
  return {
    service,
    load,
    async ask(method, path, body) {
      const answer = await gateway.handle({
        method,
        path: path.replace(PUBLIC_URL, ''),
        headers: { 'OSDI-API-Token': demo.group.key, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = answer.body.toString()
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : undefined }
    },
  }
}
