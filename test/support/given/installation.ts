import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ensureLocationTable } from '../../../infra/package/location-table.js'
import { allEndpoints, codeOf } from '../../../lib/http/endpoints/endpoints.js'
import { openTable } from '../../../lib/table/table.js'
import { readEnvironment } from '../../../lib/runtime/environment.js'
import type { Endpoint } from '../../../lib/app/endpoint.js'
import { createService } from '../../../lib/runtime/service.js'
import { seedDemo } from '../../../local/demo.js'
import { type Gateway, type Handler, createGateway } from '../../../local/http/gateway.js'
import { adminOf } from '../../admin/admin.js'
import { demo, gateway as gatewayHere } from '../service.js'
import { freshTable } from '../engine/tables.js'

const modules = import.meta.glob<Record<string, Endpoint>>('../../../functions/**/*.ts')

/** Another installation in this process, with the demo's groups in a table of its own, its API and its commands. */
export async function anotherInstallation(publicUrl = 'https://new.example.org') {
  const address = await freshTable()
  await seedDemo(address)
  const settings = {
    TABLE_NAME: address.tableName,
    DYNAMODB_ENDPOINT: address.endpoint,
    PUBLIC_URL: publicUrl,
  }
  const service = createService(readEnvironment({ ...settings, LOCATION_TABLE: await ensureLocationTable() }))
  const gateway = createGateway({
    endpoints: allEndpoints,
    load: async (name) => {
      const { file, exported } = codeOf(name)
      const module = await modules[`../../../functions/${file}.ts`]?.()
      if (!module?.[exported]) throw new Error(`There is no function ${name}`)
      return module[exported](service) as Handler
    },
    timeoutMs: 60_000,
  })
  return {
    settings,
    group: demo.other_group.id,
    admin: adminOf(settings),
    table: openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint }),
    read: readerOf(gateway, demo.other_group.key),
    /** Sends a request with the key of the other group of the demo. */
    postAsAnother: (path: string, body: object) => request(gateway, demo.group.key, 'POST', path, body),
    post: (path: string, body: object) => request(gateway, demo.other_group.key, 'POST', path, body),
    put: (path: string, body: object) => request(gateway, demo.other_group.key, 'PUT', path, body),
  }
}

/** Reads a document of version 2 below its base. */
export type Read = (path: string) => Promise<any>

/** Reads with a key, by requests to a gateway. */
export const readerOf =
  (gateway: Gateway, key: string): Read =>
  (path) =>
    request(gateway, key, 'GET', path)

/** @throws Error for any answer but 200 */
async function request(gateway: Gateway, key: string, method: string, path: string, body?: object) {
  const headers: [string, string][] = [
    ['OSDI-API-Token', key],
    ['content-type', 'application/json'],
  ]
  const sent = { method, path: `/api/v2/${path}`, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await gateway.handle(sent)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`)
  return JSON.parse(answer.body.toString())
}

/** A service of the API family behind a socket. */
export async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2` }
}

/** This file's own service behind a socket, for another installation to read. */
export const serveHere = () =>
  listen(async ({ method = '', url = '', headers }, response) => {
    const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
    const answer = await gatewayHere.handle({ method, path: url, headers: sent })
    return response.writeHead(answer.status, answer.headers).end(answer.body)
  })
