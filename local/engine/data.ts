import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { UNSIGNED, provideDefaults, provideEnvironment, type LocalSettings } from '../../lib/runtime/environment.js'
import { UserError, whyUnanswered } from '../user-error.js'
import { answers, startEngine, type Engine, type EngineAccess } from './engine.js'
import { ANY_KEY, LOCAL_REGION } from './engine-command.js'
import { isLock, takeLock, type Holder, type Lock } from './lock.js'
import { type StreamLog, openStreamLog } from '../stream/stream-log.js'
import { ensureTable } from './table.js'

/** A table on this machine, ready to be used. */
export interface LocalTable {
  endpoint: string
  tableName: string
}

/** The table's name, in the embedded DynamoDB and in the user's own. */
export const LOCAL_TABLE = 'turnout'

const PATIENCE_MS = 10_000

/** An engine that has not accepted a connection by then will not. */
const CONNECTED_WITHIN_MS = 3_000

/**
 * Opens the local table for one command: through the running server's engine when there is one, else with
 * an engine of its own on the same file, else in the DynamoDB of DYNAMODB_ENDPOINT.
 * @throws UserError when the data directory or the engine cannot be used
 */
export async function openLocalTable(settings: LocalSettings): Promise<LocalTable & { close: () => Promise<void> }> {
  if (settings.dynamodbEndpoint)
    return { ...(await prepareOwnTable(settings.dynamodbEndpoint)), close: () => Promise.resolve() }
  const taken = await lockOrEngine(settings.dataDir)
  if (isLock(taken)) return openAlone(settings.dataDir, taken)
  provideCredentials(taken.accessKey)
  return { ...(await prepareTable(taken.endpoint)), close: () => Promise.resolve() }
}

/** The lock of the data, or the engine of the server that has it. */
async function lockOrEngine(directory: string): Promise<Lock | RunningEngine> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const taken = await takeLock(directory, 'npm run admin')
    if (isLock(taken)) return taken
    const engine = readEngine(directory)
    if (engine?.shared && (await answers(engine.endpoint, engine.accessKey))) return engine
    // The holder is a server that is starting, or another command that ends soon.
    if (Date.now() > deadline) throw inUse(directory, taken)
    await pause(50)
  }
}

/**
 * Takes the lock of a data directory, and waits until its holder releases it.
 * @throws UserError naming the holder when it is not free in time, or when the directory cannot be used
 */
export async function lockData(directory: string, what: string, withinMs: number): Promise<Lock> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const taken = await takeLock(directory, what)
    if (isLock(taken)) return taken
    if (Date.now() > deadline) throw inUse(directory, taken)
    await pause(50)
  }
}

async function openAlone(directory: string, lock: Lock): Promise<LocalTable & { close: () => Promise<void> }> {
  const engine = await openEngine(directory, { shared: false }).catch((error: unknown) => {
    lock.release()
    throw error
  })
  const close = async () => {
    await engine.stop()
    lock.release()
  }
  provideCredentials(engine.accessKey)
  try {
    return { ...(await prepareTable(engine.endpoint)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Starts an engine on the file of a data directory whose lock the caller has, and writes how it is reached to
 * `engine.json`: for other commands when it is `shared`, and for the process that starts after a kill -9, which the
 * engine survives for a moment.
 */
export async function openEngine(directory: string, { shared }: { shared: boolean }): Promise<DataEngine> {
  const before = readEngine(directory)
  const deadline = Date.now() + PATIENCE_MS
  while (before && (await answers(before.endpoint, before.accessKey))) {
    if (Date.now() > deadline)
      throw new UserError(`The DynamoDB of an earlier run still holds the data in ${directory}.`)
    await pause(20)
  }
  const file = join(directory, 'turnout.db')
  const engine = await startEngine({ file })
  writeEngine(directory, { endpoint: engine.endpoint, accessKey: engine.accessKey, shared })
  // The log is written to from here on, also by a command that reads no stream.
  const log = engine.kind === 'dynoxide' ? openStreamLog(file, LOCAL_TABLE) : undefined
  const stop = async () => {
    log?.close()
    await engine.stop()
    rmSync(engineFile(directory), { force: true })
  }
  return { ...engine, log, stop }
}

/** An engine on the file of a data directory. */
export interface DataEngine extends Engine {
  /** The log of the table's stream, where it is kept short here. */
  log: StreamLog | undefined
}

/**
 * Makes sure that the table is there, in a DynamoDB of the owner's.
 * @throws UserError when no DynamoDB answers at the endpoint
 */
export async function prepareOwnTable(endpoint: string): Promise<LocalTable> {
  provideOwnCredentials(endpoint)
  try {
    return await prepareTable(endpoint)
  } catch (error) {
    const reason = error as Error
    const sentence = whyUnanswered(reason) ?? `DYNAMODB_ENDPOINT "${endpoint}" cannot be used: ${reason.message}`
    throw new UserError(`${sentence.replace(/\.$/, '')}.`)
  }
}

/** Makes sure that the table is there. */
export async function prepareTable(endpoint: string): Promise<LocalTable> {
  const client = new DynamoDBClient({ endpoint, requestHandler: { connectionTimeout: CONNECTED_WITHIN_MS } })
  try {
    await ensureTable(client, LOCAL_TABLE)
  } finally {
    client.destroy()
  }
  return { endpoint, tableName: LOCAL_TABLE }
}

/** Gives this process the credentials of an embedded engine, which looks at the access key at most. */
export function provideCredentials(accessKey = ANY_KEY): void {
  provideEnvironment({
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: UNSIGNED,
    AWS_REGION: LOCAL_REGION,
  })
}

/** The owner's own DynamoDB gets the owner's credentials; one on this machine gets invented ones. */
export function provideOwnCredentials(endpoint: string): void {
  provideDefaults({ AWS_REGION: LOCAL_REGION })
  if (/^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|\/|$)/i.test(endpoint))
    provideDefaults({ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' })
}

function inUse(directory: string, { what, pid }: Holder): UserError {
  return new UserError(`The data in ${directory} is in use by "${what}", process ${pid}: one at a time.`)
}

/** The content of `engine.json` in a data directory. */
interface RunningEngine extends EngineAccess {
  /** Whether it goes on running for others to use. */
  shared: boolean
}

function writeEngine(directory: string, engine: RunningEngine): void {
  const file = engineFile(directory)
  // The rename prevents reads of half a file.
  writeFileSync(`${file}.new`, JSON.stringify(engine))
  renameSync(`${file}.new`, file)
}

function readEngine(directory: string): RunningEngine | undefined {
  try {
    return JSON.parse(readFileSync(engineFile(directory), 'utf8')) as RunningEngine
  } catch {
    return undefined
  }
}

const engineFile = (directory: string) => join(directory, 'engine.json')
