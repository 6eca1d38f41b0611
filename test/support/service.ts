/// <reference types="vite/client" />
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { EXPLORER_FILE } from '../../infra/package/layer/explorer.js'
import { ensureLocationTable } from '../../infra/package/location-table.js'
import { allEndpoints, codeOf } from '../../lib/http/endpoints/endpoints.js'
import type { EventDraft, InterfaceFields, OsdiEvent } from '../../lib/events/event.js'
import { audit } from '../../lib/app/audit.js'
import { sweep } from '../../lib/app/sequencer.js'
import { ownerStore } from '../../lib/app/access.js'
import { openTable, table as tableOf } from '../../lib/table/table.js'
import { environment, provideEnvironment } from '../../lib/runtime/environment.js'
import type { Endpoint } from '../../lib/app/endpoint.js'
import { createService, partOf } from '../../lib/runtime/service.js'
import { interfaceFields, interfaceValues } from '../../lib/events/interface-fields.js'
import { eventDependencies } from '../../lib/app/record-events.js'
import { seedDemo } from '../../local/demo.js'
import { type Gateway, type Handler, createGateway, lambdaContext } from '../../local/http/gateway.js'
import { assertDescribed } from './clients/described.js'
import { guarded } from './engine/permissions.js'
import { walkTable } from './engine/stored-items.js'
import { freshTable } from './engine/tables.js'

/*
 * The service as it is deployed, in this process: requests go through the local gateway to the very handlers,
 * over a table of the embedded engine that belongs to this test file alone. Each may do with it what its role allows.
 */

export const PUBLIC_URL = 'https://events.example.org'

/** The address of this file's table. */
export const address = await freshTable()

provideEnvironment({
  TABLE_NAME: address.tableName,
  DYNAMODB_ENDPOINT: address.endpoint,
  PUBLIC_URL,
  LOCATION_TABLE: await ensureLocationTable(),
  EXPLORER_FILE,
  IMAGES_FOLDER: await mkdtemp(join(tmpdir(), 'turnout-images-')),
})

/** The demo's groups, account and keys. */
export const demo = await seedDemo(address)

/** The service that all handlers of this file share. */
export const service = createService(environment())
export const table = partOf(service, tableOf)

/** Changes the environment of the service from now on. Parts that were made before keep what they have read. */
export function useEnvironment(values: Record<string, string>): void {
  provideEnvironment(values)
  Object.assign(service.environment, environment())
}

/** Lets every link begin with another address from now on: one that a browser reaches. */
export function usePublicUrl(publicUrl: string): void {
  useEnvironment({ PUBLIC_URL: publicUrl })
}

/** Everything that the tests of a file write is in the registry of kinds of items. */
afterAll(async () => {
  const { faults } = await walkTable(openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint }))
  expect(faults).toEqual([])
})

const modules = import.meta.glob<Record<string, Endpoint>>('../../functions/**/*.ts')
const handlers = new Map<string, Promise<Handler>>()

async function makeHandler(name: string): Promise<Handler> {
  const { file, exported } = codeOf(name)
  const module = await modules[`../../functions/${file}.ts`]?.()
  return module?.[exported]?.(service) as Handler
}

/** The handler of a function, made when it is first asked for. */
function handlerOf(name: string): Promise<Handler> {
  const made = handlers.get(name) ?? makeHandler(name)
  handlers.set(name, made)
  return made
}

/** The ten seconds of a deployed function are too short for hundreds of requests at once on a busy machine. */
export const TIMEOUT_MS = 240_000

/** The handler of a function that no request calls, with its own role. */
export const load = async (name: string): Promise<Handler> => {
  const handler = await handlerOf(name)
  return (event, context) => running.run(name, () => handler(event, context))
}

const gatewayOf = (timeoutMs = TIMEOUT_MS) =>
  createGateway({
    endpoints: allEndpoints,
    load,
    timeoutMs,
  })

/** The function that runs, wherever the table is asked. */
const running = new AsyncLocalStorage<string>()
table.client = guarded(table.client, () => running.getStore())

/** Calls a function that no request calls, with what its role allows. */
export async function invoke(name: string, event: unknown): Promise<unknown> {
  const handler = await handlerOf(name)
  return running.run(name, () => handler(event, lambdaContext(name, Date.now() + TIMEOUT_MS)))
}

/** Sends what the service asks of DynamoDB to another address from now on: one that fails, for example. */
export function useDynamoDb(endpoint: string): void {
  table.client.destroy()
  const { client } = openTable({ tableName: address.tableName, dynamodbEndpoint: endpoint })
  table.client = guarded(client, () => running.getStore())
}

const described = (inner: Gateway): Gateway => ({
  handle: async (request) => {
    const response = await inner.handle(request)
    assertDescribed(request, response)
    return response
  },
})

/** The service behind its gateway. An answer that is not as its OpenAPI description says is an error. */
export let gateway: Gateway = described(gatewayOf())

/** Gives functions less time from now on than they have when they are deployed. */
export function limitFunctionsTo(timeoutMs: number): void {
  gateway = described(gatewayOf(timeoutMs))
}

export interface Reply {
  status: number
  headers: Record<string, string>
  body: any
  text: string
}

export interface Sending {
  /** The API key; the demo group's when absent, none when null. */
  key?: string | null | undefined
  headers?: Record<string, string>
}

/** Sends a request; an object as body is sent as JSON, a text as it is. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  { key, headers }: Sending = {},
): Promise<Reply> {
  const keyHeader = path.startsWith('/api/v1') ? 'api-key' : 'OSDI-API-Token'
  const response = await gateway.handle({
    method,
    path,
    headers: {
      host: 'events.example.org',
      ...(key !== null && { [keyHeader]: key ?? demo.group.key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  })
  const text = response.body.toString()
  return { ...response, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
}

/** Answers a standard request, as clients of HTTP send one. */
export async function answerTo(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { method } = request
  const body = ['GET', 'HEAD'].includes(method) ? {} : { body: await request.text() }
  const answer = await gateway.handle({
    method,
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...body,
  })
  return new Response(answer.body.length > 0 ? new Uint8Array(answer.body) : null, answer)
}

export const get = (path: string, sending?: Sending) => send('GET', path, undefined, sending)

/** Opens a public page as a browser does, which follows the long address of a page to its readable one. */
export async function visit(path: string): Promise<Reply> {
  const reply = await get(path, { key: null })
  return reply.status === 308 ? get(reply.headers['location']?.replace(PUBLIC_URL, '') ?? '', { key: null }) : reply
}

export const post = (path: string, body: unknown, sending?: Sending) => send('POST', path, body, sending)
export const put = (path: string, body: unknown, sending?: Sending) => send('PUT', path, body, sending)

/** The id at the end of a resource's own address. */
export const idOf = ({ body }: Reply) => (body._links.self.href as string).split('/').at(-1) as string

/** Any native id that belongs to nothing. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** A valid event of version 2, with what the test is about. */
export const anEvent = (fields: object = {}) => ({ title: 'Phone bank', origin_system: 'Test', ...fields })

/** Creates an event through version 2. */
export async function givenEvent(fields: object = {}, sending?: Sending) {
  const reply = await post('/api/v2/events', anEvent(fields), sending)
  if (reply.status !== 200) throw new Error(`The event was refused: ${reply.text}`)
  return { ...reply.body, id: idOf(reply), path: `/api/v2/events/${idOf(reply)}` }
}

/** Creates an event of the demo group, or of another one, as the organizer's own interface does. */
export async function givenInterfaceEvent(
  fields: Partial<EventDraft & InterfaceFields & Pick<OsdiEvent, 'event_campaign_id'>> = {},
  { group = demo.group.id, creator }: { group?: string; creator?: string } = {},
) {
  const { hidden = false, event_campaign_id, status, review, host_link, ...others } = fields
  const { capacity } = others
  // A capacity of 0 is one that no form makes: it is full from the beginning.
  const made_in_interface = { ...interfaceValues(others), ...(capacity !== undefined && { capacity }) }
  const draft = Object.fromEntries(Object.entries(others).filter(([name]) => !(name in interfaceFields)))
  const { recordEvent } = await import('../../lib/events/record-event.js')
  const principal = await ownerStore(table).principalOf(`group:${group}`)
  const event = await recordEvent(
    { ...principal, key_id: 'none' },
    {
      draft: { title: 'Dinner', origin_system: 'Interface', ...draft },
      event_campaign_id,
      designated: creator,
      made_in_interface: {
        hidden,
        ...made_in_interface,
        ...(status && { status }),
        ...(review && { review }),
        ...(host_link && { host_link }),
      },
    },
    creator === undefined ? [] : ['organizer'],
    eventDependencies(service),
  )
  return { ...event, path: `/api/v2/events/${event.id}` }
}

/** Returns the findings of the audit in this file's table, as another process sees it. */
export async function violations(): Promise<string[]> {
  const found: string[] = []
  await audit(openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint }), (each) =>
    found.push(each),
  )
  return found
}

/** Assigns ordinals to all pending members, as the stream's consumer does soon after a rush. */
export async function assignPending(): Promise<void> {
  const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
  await sweep(table, new Date(Date.now() + 1_000))
}
