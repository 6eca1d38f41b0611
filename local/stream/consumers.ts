import { setTimeout as pause } from 'node:timers/promises'
import { type Schedule, schedules as deployedSchedules, streamMappings } from '../../infra/queues/streams.js'
import { queues } from '../../lib/app/queues.js'
import { sweep } from '../../lib/app/sequencer.js'
import { openTable } from '../../lib/table/table.js'
import type { LocalTable } from '../engine/data.js'
import { lambdaContext } from '../http/gateway.js'
import type { Handlers } from '../http/handlers.js'
import type { StreamLog } from './stream-log.js'
import { type StreamPoller, pollStream } from './stream-poller.js'
import { deliver } from './stream-mapping.js'
import { type QueueServer, consumeQueue } from './queues.js'

/** Time limit of a consumer of the stream. The next run continues. */
const TIME_SECONDS = 60

export interface ConsumersOptions {
  /** The log of the stream, where it is kept here. Without one, members that were pending before are swept at once. */
  log?: StreamLog | undefined
  /** The server for messages of functions; without one, no queue is consumed. */
  queueServer?: QueueServer
  /** Replaces the deployed schedules. */
  schedules?: Schedule[]
}

/**
 * Runs the functions that no request calls, as infra/queues/streams.yml deploys them: those that follow the table's
 * stream or consume a queue, and those with a schedule.
 */
export function startConsumers(
  table: LocalTable,
  { load }: Pick<Handlers, 'load'>,
  { log, queueServer, schedules = deployedSchedules }: ConsumersOptions = {},
): StreamPoller {
  const invoke = async (consumer: string, event: unknown, seconds = TIME_SECONDS) => {
    const handler = await load(consumer)
    return handler(event, lambdaContext(consumer, Date.now() + seconds * 1000))
  }
  const deliveries = streamMappings.map((mapping) =>
    deliver(mapping, (event) => invoke(mapping.consumer, event), console.error),
  )
  // Amazon SES fills the queues into which functions look by themselves, and sends no email of this machine.
  const polled = queues.filter(({ everyMinute }) => !everyMinute)
  const behind = polled.flatMap((queue) =>
    queueServer
      ? consumeQueue(queue, queueServer, (event) => invoke(`queues/${queue.name}`, event, queue.seconds), console.error)
      : [],
  )
  const poller = pollStream(table, deliveries, { log, behind })
  const stopping = new AbortController()
  for (const schedule of schedules) void runEvery(schedule, invoke, stopping.signal)
  if (!log) void sweepBefore(new Date(), table)
  return {
    nudge: poller.nudge,
    async stop() {
      stopping.abort()
      await poller.stop()
    },
  }
}

/** Runs a function now and by its schedule. A run that takes longer than its interval delays the next one. */
async function runEvery(
  { consumer, everyMs, seconds }: Schedule,
  invoke: (consumer: string, event: unknown, seconds: number) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await invoke(consumer, {}, seconds)
    } catch (error) {
      if (!signal.aborted) console.error(`${consumer} has failed: ${String(error)}`)
    }
    await pause(everyMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Assigns ordinals to members whose records this process does not read: a stream without a log is read from now on. */
async function sweepBefore(time: Date, { tableName, endpoint }: LocalTable): Promise<void> {
  const table = openTable({ tableName, dynamodbEndpoint: endpoint })
  try {
    await sweep(table, time)
  } catch (error) {
    console.error(`Pending members could not get their ordinals: ${String(error)}`)
  } finally {
    table.client.destroy()
  }
}
