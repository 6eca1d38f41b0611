import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { EXPLORER_FILE } from '../infra/package/layer/explorer.js'
import { ensureLocationTable } from '../infra/package/location-table.js'
import { allEndpoints } from '../lib/http/endpoints/endpoints.js'
import { consumers } from '../infra/queues/consumers.js'
import {
  outboxOf,
  provideDefaults,
  provideEnvironment,
  readEnvironment,
  type LocalSettings,
} from '../lib/runtime/environment.js'
import { createService } from '../lib/runtime/service.js'
import { prefixFault } from '../lib/table/native-prefix.js'
import { openTable as tableAt } from '../lib/table/table.js'
import { startConsumers } from './stream/consumers.js'
import {
  lockData,
  openEngine,
  prepareOwnTable,
  prepareTable,
  provideCredentials,
  type LocalTable,
} from './engine/data.js'
import { demo as demoKeys, seedDemo, type Demo } from './demo.js'
import { seedRecords } from './demo-records.js'
import type { EngineKind } from './engine/engine.js'
import { type Gateway, createGateway, pairsOf } from './http/gateway.js'
import { watchHandlers, type Handlers } from './http/handlers.js'
import { nameIn, senderOf, withoutDemoKeys } from './http/host-header.js'
import { listen, type Listener } from './http/http-server.js'
import type { Lock } from './engine/lock.js'
import { localParts } from './parts.js'
import { gatewayMessage } from './http/result.js'
import { noteAddress } from './http/server-address.js'
import { type QueueServer, openQueueServer } from './stream/queues.js'
import type { StreamPoller } from './stream/stream-poller.js'
import { UserError } from './user-error.js'

/** The whole service, running in this process. */
export interface LocalServer {
  /** The address at which it listens: `http://localhost:3000`. */
  url: string
  /** The beginning of all links. */
  publicUrl: string
  /** The engine that was started; undefined when the DynamoDB is the owner's. */
  engine: EngineKind | undefined
  demo: Demo
  /** The passages of the banner that rooms add. */
  greetings: string[]
  /** Resolves when the engine has ended without being asked to. */
  engineLost: Promise<void>
  /** Answers what is being asked, then ends everything. */
  stop: () => Promise<void>
}

/**
 * Functions share this one process here. A rush of hundreds of requests at once would slow all of them until none is
 * answered within its time.
 */
const CONCURRENCY = 32

/** One that has just been stopped, or killed together with its npm, is given the time to be gone. */
const LOCK_WITHIN_MS = 2000

interface Opened {
  lock?: Lock
  forgetAddress?: () => void
  listener?: Listener
  handlers?: Handlers
  consumers?: StreamPoller
  queueServer?: QueueServer
  engine?: Awaited<ReturnType<typeof openEngine>>
}

/**
 * Starts everything `npm start` runs, as much of it at the same time as possible, and resolves when requests are
 * answered.
 * @throws UserError when the owner has to do something first; nothing is left running then
 */
export async function startServer(settings: LocalSettings): Promise<LocalServer> {
  const opened: Opened = {}
  if (!settings.dynamodbEndpoint) opened.lock = await lockData(settings.dataDir, 'npm start', LOCK_WITHIN_MS)
  const steps = [
    openGateway(settings, opened),
    openTable(settings, opened),
    ensureLocationTable(),
    openQueueServer().then((queueServer) => (opened.queueServer = queueServer)),
  ] as const
  try {
    const [{ url, publicUrl, handlers, serve }, table, locationTable, queueServer] = await Promise.all(steps)
    provideEnvironment({
      TABLE_NAME: table.tableName,
      DYNAMODB_ENDPOINT: table.endpoint,
      PUBLIC_URL: publicUrl,
      NATIVE_PREFIX: settings.nativePrefix,
      VERSION: manifest.version,
      LOCATION_TABLE: locationTable,
      EXPLORER_FILE,
      IMAGES_FOLDER: join(settings.dataDir, 'images'),
      QUEUES_URL: queueServer.url,
      // Under another name, the keys of the demo are taken from nobody.
      DEMO_KEY: settings.publicUrl ? '' : demoKeys.group.key,
    })
    // Receivers and identity providers of one's own machine, unless the owner has said otherwise.
    const own = { WEBHOOK_ALLOW_PRIVATE: 'on', SIGN_IN_ALLOW_PRIVATE: 'on' }
    provideDefaults({ MAIL_OUTBOX: outboxOf(settings), ...own })
    const { tableName, endpoint: dynamodbEndpoint } = table
    const opening = tableAt({ tableName, dynamodbEndpoint })
    const fault = await prefixFault(opening, settings.nativePrefix).finally(() => opening.client.destroy())
    if (fault) throw new UserError(fault)
    const demo = await seedDemo(table)
    await seedRecords(table)
    const greetings = await greetingsOf(table, publicUrl)
    opened.consumers = startConsumers(table, handlers, { log: opened.engine?.log, queueServer })
    opened.forgetAddress = noteAddress(settings.dataDir, publicUrl)
    serve()
    return {
      url,
      publicUrl,
      engine: opened.engine?.kind,
      demo,
      greetings,
      engineLost: opened.engine?.ended ?? new Promise(() => undefined),
      stop: () => close(opened),
    }
  } catch (error) {
    await Promise.allSettled(steps)
    await close(opened)
    throw error
  }
}

/** Returns what the rooms add to the banner. */
async function greetingsOf({ tableName, endpoint }: LocalTable, publicUrl: string): Promise<string[]> {
  const service = createService({ ...readEnvironment(), tableName, dynamodbEndpoint: endpoint })
  const greetings = await Promise.all(localParts.map(async ({ greet }) => greet?.(service, publicUrl)))
  return greetings.filter((each) => each !== undefined)
}

/** Builds the functions and listens. Requests that come before `serve` is called wait for it. */
async function openGateway(settings: LocalSettings, opened: Opened) {
  const building = watchHandlers({ names: [...allEndpoints.map(({ name }) => name), ...consumers] }).then(
    (handlers) => (opened.handlers = handlers),
  )
  let serve!: () => void
  const served = new Promise<void>((resolve) => (serve = resolve))
  const load = async (name: string) => {
    await served
    return (await building).load(name)
  }
  const gateway = createGateway({ endpoints: allEndpoints, load, concurrency: CONCURRENCY })
  const names = namesOf(settings)
  const handle: Gateway['handle'] = async (request) => {
    const headers = pairsOf(request.headers)
    const sender = senderOf(headers, names)
    if (sender === 'foreign') return gatewayMessage(421, 'Misdirected Request')
    const path = request.path.split('?')[0] as string
    const own = sender === 'here' ? localParts.map(({ answer }) => answer?.(settings, path)) : []
    const answered = own.find((each) => each !== undefined)
    if (answered) return answered
    const response = await gateway.handle(sender === 'here' ? request : withoutDemoKeys(request, headers))
    // Other processes write seldom: the stream of an idle server is read once a second.
    if (request.method !== 'GET') opened.consumers?.nudge()
    return response
  }
  const listening = listen({ handle }, settings.port).then((listener) => (opened.listener = listener))
  await Promise.allSettled([building, listening])
  const [handlers, { port }] = await Promise.all([building, listening])
  const url = `http://localhost:${port}`
  return { url, publicUrl: settings.publicUrl ?? url, handlers, serve }
}

/** The names under which the service may be reached besides those of this machine. */
const namesOf = ({ publicUrl, allowedHosts }: LocalSettings) => [
  ...(publicUrl ? [nameIn(new URL(publicUrl).host)] : []),
  ...allowedHosts,
]

async function openTable(settings: LocalSettings, opened: Opened): Promise<LocalTable> {
  if (settings.dynamodbEndpoint) return prepareOwnTable(settings.dynamodbEndpoint)
  const engine = (opened.engine = await openEngine(settings.dataDir, { shared: true }))
  provideCredentials(engine.accessKey)
  return prepareTable(engine.endpoint)
}

/** From the outside inwards: who still has a question needs the code and the data for the answer. */
async function close({
  listener,
  handlers,
  consumers,
  queueServer,
  engine,
  lock,
  forgetAddress,
}: Opened): Promise<void> {
  forgetAddress?.()
  await listener?.close()
  await consumers?.stop()
  await queueServer?.close()
  await Promise.all([handlers?.close(), engine?.stop()])
  lock?.release()
}
