import { setTimeout as pause } from 'node:timers/promises'
import { seedDemo } from '../../local/demo.js'
import { prepareOwnTable } from '../../local/engine/data.js'
import { startEngine } from '../../local/engine/engine.js'
import { rsvpAfterwards } from './verdict/afterwards.js'
import { type Callers, perform } from './calls/callers.js'
import { takeCensus } from './verdict/census.js'
import { createClient } from './calls/client.js'
import { startFaultProxy } from './faults/fault-proxy.js'
import { createLedger } from './calls/ledger.js'
import type { StormOptions } from './options.js'
import { type StormProcess, startServerProcess, startSweeperProcess } from './processes.js'
import { randomOf } from './calls/random.js'
import { heldBack, inOrder, planKills, workOff } from './calls/schedule.js'
import { type Settled, settle } from './verdict/settle.js'
import { syncReader } from './calls/sync-reader.js'
import { answeredFaults } from './faults/answered-faults.js'
import { judge, lostUpdates } from './verdict/verdict.js'
import { type Violation, violation } from './verdict/violation.js'
import { planOperations } from './calls/workload.js'
import { createFixture } from './fixture.js'

/** The result of a storm. */
export interface StormReport {
  seed: number
  operations: number
  /** Requests to the servers, and to DynamoDB. */
  requests: number
  dynamodbRequests: number
  faults: Map<string, number>
  kills: number
  /** Processes that ended without being killed. */
  crashes: number
  answers: Map<string, number>
  syncRuns: number
  audit: Settled['audit']
  seconds: number
  violations: Violation[]
}

/**
 * Runs one storm: some server processes and sweepers work on one table behind a proxy that injects faults, are killed
 * and started again, while callers send requests and note every answer. When all is calm again, everything that was
 * answered is compared with what is there.
 * @param say is told what happens, one line each
 */
export async function runStorm(options: StormOptions, say: (line: string) => void): Promise<StormReport> {
  const begin = Date.now()
  const random = randomOf(options.seed)
  const engine = await startEngine()
  const table = await prepareOwnTable(engine.endpoint)
  await seedDemo(table)
  const { rates, gusts } = options
  const proxy = await startFaultProxy(engine.endpoint, {
    random: randomOf(random.between(0, 2 ** 31)),
    rates,
    gusts,
  })
  const processes: StormProcess[] = []
  try {
    const servers = await inOrder(options.servers, (i) => startServerProcess(`server ${i + 1}`, proxy.endpoint))
    processes.push(...servers)
    processes.push(...(await inOrder(options.sweepers, (i) => startSweeperProcess(`sweeper ${i + 1}`, proxy.endpoint))))
    const client = createClient(servers, randomOf(random.between(0, 2 ** 31)))
    const fixture = await createFixture(client, engine.endpoint, sizeFor(options.operations))
    const operations = planOperations(random, options.operations)
    const kills = planKills(random, options.kills, operations.length)
    const ledger = createLedger()
    const weather: { calmSince?: number } = {}
    const callers: Callers = {
      fixture,
      client,
      ledger,
      random,
      changes: new Map(),
      calmSince: () => weather.calmSince,
    }
    const readers = ['/api/v2/events', '/api/v2/people', `${fixture.contended}/attendances`].map((collection) =>
      syncReader(collection, client, ledger),
    )

    say(`seed ${options.seed}: ${operations.length} operations, ${kills.size} kills`)
    proxy.storm()
    const reading = readers.map(async (reader) => {
      while (weather.calmSince === undefined) {
        await reader.run()
        await pause(200)
      }
    })
    const held = heldBack(operations.length)
    const restarts: Promise<void>[] = []
    const working = workOff(operations, options.callers, async (operation) => {
      const victims = kills.has(operation.number) ? processes.filter((each) => each.isUp()) : []
      if (victims.length > 0) {
        const victim = random.pick(victims)
        say(`seed ${options.seed}: ${victim.name} is killed at operation ${operation.number}`)
        restarts.push(victim.restart(random.between(0, 1_000)))
      }
      if (operation.number === held.from) proxy.holdBack(true)
      if (operation.number === held.until) {
        proxy.holdBack(false)
      }
      await perform(operation, callers)
    })
    await working.allSent
    await Promise.race([working.done, pause(LAST_ANSWERS_MS)])
    await Promise.all(restarts)
    await proxy.calm()
    weather.calmSince = Date.now()
    say(`seed ${options.seed}: calm after ${Math.round((weather.calmSince - begin) / 1000)} s`)
    await Promise.all([working.done, ...reading])

    const first = await settle(engine.endpoint)
    for (const reader of readers) await reader.run()
    const census = await takeCensus(client, fixture, readers)
    const afterwards = await rsvpAfterwards(callers, operations)
    const { audit } = await settle(engine.endpoint)
    client.close()
    return {
      seed: options.seed,
      operations: operations.length,
      requests: [...ledger.answers.values()].reduce((sum, count) => sum + count, 0),
      dynamodbRequests: proxy.requests(),
      faults: proxy.faults,
      kills: processes.reduce((sum, each) => sum + each.kills(), 0),
      crashes: processes.reduce((sum, each) => sum + each.crashes(), 0),
      answers: ledger.answers,
      syncRuns: readers.reduce((sum, each) => sum + each.runs(), 0),
      audit,
      seconds: Math.round((Date.now() - begin) / 1000),
      violations: [
        ...[...new Set([...first.audit.violations, ...audit.violations])].map((each) => violation(`Audit: ${each}`)),
        ...judge(ledger, census),
        ...lostUpdates(callers.changes),
        ...ledger.wrong,
        ...[...census.faults, ...first.faults, ...afterwards].map(violation),
        ...answeredFaults(
          ledger,
          processes.map((each) => each.errors()),
        ),
      ],
    }
  } finally {
    await Promise.all(processes.map((each) => each.stop()))
    proxy.close()
    await engine.stop()
  }
}

/** The time for the last answers while faults go on, when all requests have been sent once. */
const LAST_ANSWERS_MS = 10_000

/** A list of 500 operations fills places a few times over, and changes an event some dozens of times. */
const sizeFor = (operations: number) => ({
  limited: 3,
  capacity: Math.max(4, Math.round(operations / 25)),
  changed: Math.max(3, Math.round(operations / 120)),
  known: Math.max(12, Math.round(operations / 16)),
})
