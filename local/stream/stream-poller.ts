import { setTimeout as pause } from 'node:timers/promises'
import type { LocalTable } from '../engine/data.js'
import type { StreamLog } from './stream-log.js'
import type { Backlog, Delivery } from './stream-mapping.js'
import { openStream } from './stream-reader.js'

export interface StreamPoller {
  /** Tells that something may have been written: the stream is read soon. */
  nudge: () => void
  /** Ends after the invocations that are under way. */
  stop: () => Promise<void>
}

export interface PollOptions {
  /** The log of the stream, where it is kept here. Elsewhere the engine or AWS trims it. */
  log?: StreamLog | undefined
  /** Consumers that handle records after a delivery has passed them on: the records stay in the log until then. */
  behind?: Backlog[]
  /** Is told when the stream cannot be read; the poller tries again. */
  say?: ((message: string) => void) | undefined
}

/** Between two reads of a stream that is written to. Lambda reads a shard four times a second. */
const BUSY_MS = 100
/** Between two reads of an idle stream: what other processes write is found after so long. */
const IDLE_MS = 1000
const TRIM_MS = 1000
/** Nothing is read while a consumer is so many records behind. */
const MOST_QUEUED = 10_000

/**
 * Reads the table's stream and hands every record to all deliveries. With a log it begins with all that is in it,
 * which was not handled before this process started, and removes what every delivery has handled. Without one it
 * begins with what is written from now on; what was written before is the sweeper's.
 */
export function pollStream(
  table: LocalTable,
  deliveries: Delivery[],
  { log, behind = [], say = console.error }: PollOptions = {},
): StreamPoller {
  const backlogs: Backlog[] = [...deliveries, ...behind]
  const stream = openStream(table, log ? 'TRIM_HORIZON' : 'LATEST')
  const stopping = new AbortController()
  let idling: AbortController | undefined
  let isNudged = false
  let trimmed = { at: -Infinity, before: '' }

  /** @returns whether more is to be expected at once */
  const poll = async (): Promise<boolean> => {
    if (backlogs.some(({ backlog }) => backlog() > MOST_QUEUED)) return true
    const records = await stream.read()
    for (const delivery of deliveries) delivery.push(records)
    return records.length > 0
  }

  const trim = () => {
    const position = stream.position()
    if (!log || position === undefined) return
    const unhandled = backlogs.flatMap(({ oldest }) => oldest() ?? [])
    const before = [position, ...unhandled].reduce((a, b) => (BigInt(a) < BigInt(b) ? a : b))
    if (before === trimmed.before || log.trim(before)) trimmed = { at: Date.now(), before }
  }

  const idle = async () => {
    idling = new AbortController()
    const signal = AbortSignal.any([stopping.signal, idling.signal])
    await pause(IDLE_MS - BUSY_MS, undefined, { signal }).catch(() => undefined)
    idling = undefined
  }

  const polling = (async () => {
    let told = false
    while (!stopping.signal.aborted) {
      isNudged = false
      let isBusy = false
      try {
        isBusy = await poll()
        if (trimmed.at + TRIM_MS < Date.now()) trim()
        told = false
      } catch (error) {
        if (!told && !stopping.signal.aborted) say(`The table's stream cannot be read: ${String(error)}`)
        told = true
        stream.reset()
      }
      await pause(BUSY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!isBusy && !isNudged) await idle()
    }
    stream.close()
  })()

  return {
    nudge() {
      isNudged = true
      idling?.abort()
    },
    async stop() {
      stopping.abort()
      await polling
      // In this order: a delivery that ends may pass something on.
      for (const backlog of backlogs) await backlog.stop()
      trim()
    },
  }
}
