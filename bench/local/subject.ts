import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demo } from '../../local/demo.js'
import { type Load, type Until, load, send } from './load.js'
import { processorTime } from './processes.js'
import { startLocalServer } from './server.js'

/** A local server with one event, which gets all RSVPs. */
export interface Subject {
  /** Number of RSVPs of the event. */
  stored: () => number
  /** Records RSVPs of new people through the helper. */
  rsvp: (connections: number, until: Until) => Promise<Measured>
  /** Reads the event. */
  read: (until: Until) => Promise<Measured>
  /** Waits until every RSVP is counted, so that no work is left over for the next measurement. */
  settle: () => Promise<void>
  /** Processor time of the server and its engine per second without requests, in percent of one processor. */
  idle: (seconds: number) => Promise<number>
  fileMegabytes: () => Promise<number>
  /** Stops the server and starts another one on the same data. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

export interface Measured extends Load {
  /** Milliseconds of processor time of the server and its engine for each request. */
  processorMs: number
}

/** The limit for counting after a load, in milliseconds. */
const SETTLED_WITHIN_MS = 300_000

const headers = { 'OSDI-API-Token': demo.group.key }

/** The event of a data directory that is kept, for the next run on it. */
const EVENT_FILE = 'bench-event.txt'

/**
 * Starts a server with an event.
 * @param kept a data directory that is not removed, and whose event is used again; without it, one of its own
 */
export async function startSubject(kept?: string): Promise<Subject> {
  const directory = kept ?? (await mkdtemp(join(tmpdir(), 'turnout-bench-')))
  let server = await startLocalServer(directory)
  const path = await eventIn(directory, server.url)
  const event = () => server.url + path
  const run = Date.now().toString(36)
  let stored = (await totalOf(event())) ?? 0
  let people = 0

  const rsvp = () => ({
    url: `${event()}/attendances`,
    headers,
    body: { person: { email_addresses: [{ address: `bench-${run}-${people++}@example.org` }] } },
  })
  const measured = async (loading: () => Promise<Load>): Promise<Measured> => {
    const before = processorTime(server.pid)
    const result = await loading()
    return { ...result, processorMs: (processorTime(server.pid) - before) / result.done }
  }

  return {
    stored: () => stored,
    async rsvp(connections, until) {
      const result = await measured(() => load(rsvp, connections, until))
      stored += result.done
      return result
    },
    read: (until) => measured(() => load(() => ({ url: event(), headers }), 1, until)),
    async settle() {
      const deadline = Date.now() + SETTLED_WITHIN_MS
      while ((await totalOf(event())) !== stored && Date.now() < deadline) await pause(250)
    },
    async idle(seconds) {
      // Work that follows the last request belongs to it.
      await pause(1500)
      const before = processorTime(server.pid)
      await pause(seconds * 1000)
      return (processorTime(server.pid) - before) / (seconds * 10)
    },
    fileMegabytes: async () => (await stat(join(directory, 'turnout.db'))).size / 1e6,
    async restart() {
      await server.stop()
      server = await startLocalServer(directory)
    },
    async stop() {
      await server.stop()
      if (!kept) await rm(directory, { recursive: true })
    },
  }
}

/** The path of the directory's event, which is created if there is none. */
async function eventIn(directory: string, url: string): Promise<string> {
  const file = join(directory, EVENT_FILE)
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known) return known
  const path = new URL(await createEvent(url)).pathname
  await writeFile(file, path)
  return path
}

async function createEvent(url: string): Promise<string> {
  const body = { title: 'Bench', origin_system: 'Bench' }
  const { status, document } = await send({ url: `${url}/api/v2/events`, headers, body })
  if (status !== '200') throw new Error(`The event was answered ${status}`)
  return (document as { _links: { self: { href: string } } })._links.self.href
}

async function totalOf(event: string): Promise<number | undefined> {
  const { document } = await send({ url: event, headers })
  return (document as { total_accepted?: number } | undefined)?.total_accepted
}
