import { setTimeout as pause } from 'node:timers/promises'
import { LOCAL_TABLE } from '../../local/engine/data.js'
import { SWEEPER_KEY } from './faults/fault-proxy.js'
import { type Child, runScript } from '../../test/support/children.js'

/** A process of the service that can be killed and started again. */
export interface StormProcess {
  name: string
  /** The address of a server; empty for a sweeper. */
  url: () => string
  /** Whether it has started, and may be killed. */
  isUp: () => boolean
  /** Kills it with -9 and starts it again, on the same port. */
  restart: (downMs: number) => Promise<void>
  /** Number of kills, and of ends by itself. */
  kills: () => number
  crashes: () => number
  /** Everything that it has written to stderr. */
  errors: () => string
  stop: () => Promise<void>
}

/** The beginning of links, whichever server makes them. */
export const PUBLIC_URL = 'https://storm.example.org'

const ACCOUNT = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
}

/** Starts `npm start` without an engine of its own, and resolves when it answers requests. */
export const startServerProcess = (
  name: string,
  endpoint: string,
  more: Record<string, string> = {},
): Promise<StormProcess> =>
  keepRunning(name, async (before) => {
    const port = before ? new URL(before).port : '0'
    const env = { ...ACCOUNT, PORT: port, DYNAMODB_ENDPOINT: endpoint, PUBLIC_URL, ...more }
    const child = runScript('local/start.ts', [], env)
    return {
      child,
      url: child.says(/(http:\/\/localhost:\d+)/).then(([url]) => url.replace('localhost', '127.0.0.1')),
    }
  })

/** Starts a process that sweeps all the time. */
export const startSweeperProcess = (name: string, endpoint: string): Promise<StormProcess> =>
  keepRunning(name, async () => {
    const env = {
      ...ACCOUNT,
      AWS_ACCESS_KEY_ID: SWEEPER_KEY,
      TABLE_NAME: LOCAL_TABLE,
      DYNAMODB_ENDPOINT: endpoint,
      PUBLIC_URL,
    }
    const child = runScript('tools/storm/sweeper.ts', [], env)
    return { child, url: child.says(/sweeping/).then(() => '') }
  })

/** Limit of failed starts in a row: a server that starts reads and writes through the faults, too. */
const MOST_STARTS = 20

async function keepRunning(
  name: string,
  start: (before: string | undefined) => Promise<{ child: Child; url: Promise<string> }>,
): Promise<StormProcess> {
  let child: Child | undefined
  let url: string | undefined
  let kills = 0
  let crashes = 0
  let isStopped = false
  let isStarting = false
  const errors: string[] = []

  const begin = async () => {
    isStarting = true
    for (let attempt = 1; ; attempt++) {
      const started = await start(url)
      child = started.child
      try {
        url = await started.url
        isStarting = false
        watch(started.child)
        return
      } catch (error) {
        errors.push(String(error))
        crashes += 1
        if (attempt === MOST_STARTS || isStopped) throw error
        await pause(200)
      }
    }
  }
  /** Starts it again when it has ended without being killed. */
  const watch = (watched: Child) => {
    void watched.ended.then(async () => {
      errors.push(watched.errors())
      if (watched !== child || isStopped) return
      isStarting = true
      crashes += 1
      await begin()
    })
  }

  await begin()
  return {
    name,
    url: () => url ?? '',
    isUp: () => !isStarting && !isStopped,
    kills: () => kills,
    crashes: () => crashes,
    errors: () => [...errors, child?.errors() ?? ''].join('\n'),
    restart: async (downMs) => {
      isStarting = true
      const killed = child
      child = undefined
      kills += 1
      kill(killed)
      await killed?.ended
      await pause(downMs)
      if (!isStopped) await begin()
    },
    stop: async () => {
      isStopped = true
      kill(child)
      await child?.ended
    },
  }
}

/**
 * Ends a process and its group: the compiler of the functions is a process of its own, which may outlive the server and
 * keeps its pipes open.
 */
function kill(child: Child | undefined): void {
  try {
    if (child?.process.pid) process.kill(-child.process.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
