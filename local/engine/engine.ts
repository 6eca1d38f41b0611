import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { UserError } from '../user-error.js'
import {
  ANY_KEY,
  engineCommands,
  findEngine,
  LOCAL_REGION,
  type EngineCommand,
  type EngineKind,
} from './engine-command.js'

export type { EngineKind }

/** The address of an embedded DynamoDB, and the access key under which it shows the table. */
export interface EngineAccess {
  endpoint: string
  accessKey: string
}

/** An embedded DynamoDB on the loopback interface. */
export interface Engine extends EngineAccess {
  kind: EngineKind
  pid: number
  /** Resolves when the process has ended, whatever ended it. */
  ended: Promise<void>
  /** Ends it and waits for that; everything acknowledged is in the file. */
  stop: () => Promise<void>
}

export interface EngineOptions {
  /** The file of the data; without it, memory. DynamoDB Local names its own file in the same folder. */
  file?: string
  /** Without it, the first that runs on this machine. */
  kind?: EngineKind
}

const READY_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 5000

/** The kinds that run on this machine, the one `startEngine` takes first. */
export async function availableEngines(): Promise<EngineKind[]> {
  return (await engineCommands()).map(({ kind }) => kind)
}

/**
 * Starts a DynamoDB that ends with this process, also when this process is killed with -9.
 * @throws UserError when no engine runs on this machine, or the engine ends before it answers.
 */
export async function startEngine({ file, kind }: EngineOptions = {}): Promise<Engine> {
  const command = await findEngine(kind)
  if (!command) throw noEngine(kind)
  for (let attempt = 1; ; attempt++) {
    try {
      return await serve(command, file)
    } catch (error) {
      // Another process may take the free port before the engine does.
      if (attempt === 3 || !/in use/i.test(String(error))) throw error
    }
  }
}

/** The error of a machine on which no engine runs, or not the one that was asked for. */
export const noEngine = (kind?: EngineKind) =>
  new UserError(
    `No embedded DynamoDB runs on this machine${kind ? ` as ${kind}` : ''}: ` +
      'install Java 17 or newer, or set DYNAMODB_ENDPOINT to a DynamoDB of your own.',
  )

/** Whether a DynamoDB answers at the endpoint. */
export function answers(endpoint: string, accessKey = ANY_KEY): Promise<boolean> {
  // The engines accept any signature, but want one.
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.ListTables',
    'x-amz-date': '20260101T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/20260101/${LOCAL_REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=local`,
  }
  return new Promise((resolve) => {
    const probe = request(endpoint, { method: 'POST', headers, timeout: 2000 })
    probe.on('response', (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    probe.on('timeout', () => probe.destroy())
    probe.on('error', () => resolve(false))
    probe.end('{}')
  })
}

async function serve(command: EngineCommand, file?: string): Promise<Engine> {
  const address = command.address()
  const port = await freePort(address)
  const access = { endpoint: `http://${address}:${port}`, accessKey: accessKeyFor(command, file) }
  // A process group of its own: Ctrl-C in a terminal reaches the whole group, and the engine must outlive
  // the requests that are still being answered.
  const child = spawn(command.program, command.serve(address, port, file), {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const words = lastWords(child)
  let running = true
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false
      resolve()
    }
    child.on('close', end).on('error', end)
  })
  const watchdog = child.pid ? watch(child.pid) : undefined
  void ended.then(() => watchdog?.kill('SIGKILL'))

  const stop = async () => {
    if (!running) return
    child.ref()
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await ended
    clearTimeout(patience)
  }
  const deadline = Date.now() + READY_WITHIN_MS
  while (running && Date.now() < deadline) {
    // Another process might answer on this port after the engine has ended.
    if ((await answers(access.endpoint, access.accessKey)) && running && child.pid) {
      child.unref()
      return { kind: command.kind, ...access, pid: child.pid, ended, stop }
    }
    await pause(5)
  }
  await stop()
  throw new UserError(`The embedded DynamoDB (${command.kind}) did not start: ${words()}.`)
}

/**
 * A shell that waits for this process to end, then ends the engine. All it holds is the other end of a pipe,
 * which the kernel closes when this process is gone: kill -9 leaves no time for anything else.
 */
function watch(pid: number): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read _; kill -KILL "$1"', 'sh', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  unref(watchdog.stdin)
  return watchdog
}

/** Keeps the end of what the engine writes on stderr, as one line. */
function lastWords(child: ChildProcess): () => string {
  let text = ''
  child.on('error', (error) => (text += error.message))
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(-2000)))
  unref(child.stderr)
  return () => text.trim().split('\n').slice(-3).join(' ').replace(/\.$/, '') || 'it gave no reason'
}

/** A pipe to a child keeps this process alive like the child itself, but its type does not say so. */
function unref(pipe: ChildProcess['stdin'] | ChildProcess['stderr']): void {
  ;(pipe as Socket | null)?.unref()
}

/** @throws UserError when the folder of the file cannot be written */
function accessKeyFor({ kind, accessKey }: EngineCommand, file?: string): string {
  try {
    return accessKey(file)
  } catch (error) {
    throw new UserError(`The embedded DynamoDB (${kind}) did not start: ${(error as Error).message}.`)
  }
}

async function freePort(address: string): Promise<number> {
  const probe = createServer().listen(0, address)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
