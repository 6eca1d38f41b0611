import { EXPLORER_FILE } from '../infra/explorer.js'
import { ensurePlaces } from '../infra/places.js'
import { allEndpoints, consumers } from '../infra/routes.js'
import { sweep } from '../lib/dynamodb/lists/numbering.js'
import { openTable as openStores } from '../lib/dynamodb/table.js'
import { provideEnvironment, type LocalSettings } from '../lib/environment.js'
import {
  lockData,
  openEngine,
  prepareOwnTable,
  prepareTable,
  provideCredentials,
  type LocalTable,
} from './data.js'
import { seedDemo, type Demo } from './demo.js'
import type { EngineKind } from './engine.js'
import { createGateway } from './gateway.js'
import { watchHandlers, type Handlers } from './handlers.js'
import { listen, type Listener } from './http-server.js'
import type { Lock } from './lock.js'
import { type Consumer, type StreamPoller, isWaitingForPeople, pollStream } from './stream-poller.js'

/** The whole service, running in this process. */
export interface LocalServer {
  /** Where it listens: `http://localhost:3000`. */
  url: string
  /** What all links begin with. */
  publicUrl: string
  /** The engine that was started; undefined when the DynamoDB is the owner's. */
  engine: EngineKind | undefined
  demo: Demo
  /** Resolves when the engine has ended without being asked to. */
  engineLost: Promise<void>
  /** Answers what is being asked, then ends everything. */
  stop: () => Promise<void>
}

/** One that has just been stopped, or killed together with its npm, is given the time to be gone. */
const LOCK_WITHIN_MS = 2000

interface Opened {
  lock?: Lock
  listener?: Listener
  handlers?: Handlers
  pollers?: StreamPoller[]
  engine?: Awaited<ReturnType<typeof openEngine>>
}

/**
 * Starts everything `npm start` runs, as much of it at the same time as possible, and resolves when requests are
 * answered.
 * @throws Complaint when the owner has to do something first; nothing is left running then
 */
export async function startServer(settings: LocalSettings): Promise<LocalServer> {
  const opened: Opened = {}
  if (!settings.dynamodbEndpoint) {
    opened.lock = await lockData(settings.dataDir, 'npm start', LOCK_WITHIN_MS)
  }
  const steps = [openGateway(settings, opened), openTable(settings, opened), ensurePlaces()] as const
  try {
    const [{ url, publicUrl, serve }, table, placesFile] = await Promise.all(steps)
    provideEnvironment({
      TABLE_NAME: table.tableName,
      DYNAMODB_ENDPOINT: table.endpoint,
      PUBLIC_URL: publicUrl,
      NATIVE_PREFIX: settings.nativePrefix,
      PLACES_FILE: placesFile,
      EXPLORER_FILE,
    })
    const demo = await seedDemo(table)
    opened.pollers = [startNumbering(table, opened), startComputing(table, opened)]
    serve()
    return {
      url,
      publicUrl,
      engine: opened.engine?.kind,
      demo,
      engineLost: opened.engine?.ended ?? new Promise(() => undefined),
      stop: () => close(opened),
    }
  } catch (error) {
    await Promise.allSettled(steps)
    await close(opened)
    throw error
  }
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
  const listening = listen(createGateway({ endpoints: allEndpoints, load }), settings.port).then(
    (listener) => (opened.listener = listener),
  )
  await Promise.allSettled([building, listening])
  const [, { port }] = await Promise.all([building, listening])
  const url = `http://localhost:${port}`
  return { url, publicUrl: settings.publicUrl ?? url, serve }
}

async function openTable(settings: LocalSettings, opened: Opened): Promise<LocalTable> {
  if (settings.dynamodbEndpoint) return prepareOwnTable(settings.dynamodbEndpoint)
  provideCredentials()
  const engine = (opened.engine = await openEngine(settings.dataDir, { shared: true }))
  return prepareTable(engine.endpoint)
}

/** Numbers members of hot lists as the deployed consumer does; first those who waited when this was last ended. */
function startNumbering(table: LocalTable, { handlers }: Opened): StreamPoller {
  const poller = pollStream(table, async (event) => {
    const consume = (await handlers?.load('streams/number-members')) as unknown as Consumer
    return consume(event)
  })
  const stores = openStores({ tableName: table.tableName, dynamodbEndpoint: table.endpoint })
  void sweep(stores, new Date())
    .catch((error: unknown) => console.error(`Waiting members could not be numbered: ${String(error)}`))
    .finally(() => stores.client.destroy())
  return poller
}

/** Computes results that are too large for a request, as the deployed consumer does. */
const startComputing = (table: LocalTable, { handlers }: Opened): StreamPoller =>
  pollStream(
    table,
    async (event) => {
      const compute = (await handlers?.load('streams/compute-results')) as unknown as (
        of: typeof event,
      ) => unknown
      await compute(event)
      return { batchItemFailures: [] }
    },
    undefined,
    isWaitingForPeople,
  )

/** From the outside inwards: who still has a question needs the code and the data for the answer. */
async function close({ listener, handlers, pollers = [], engine, lock }: Opened): Promise<void> {
  await listener?.close()
  await Promise.all(pollers.map((poller) => poller.stop()))
  await Promise.all([handlers?.close(), engine?.stop()])
  lock?.release()
}
