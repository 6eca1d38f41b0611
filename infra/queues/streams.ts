import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { idOf } from '../names.js'
import { consumers } from './consumers.js'

/** An event source mapping between the table's stream and a function, as infra/queues/streams.yml deploys it. */
export interface StreamMapping {
  /** Path of the function's file under functions/, without extension. */
  consumer: string
  /** The most records of one invocation. */
  batchSize: number
  /** The time in which Lambda collects a batch, in milliseconds. */
  windowMs: number
  /** Retries of a failed batch before it goes to the failure queue. */
  retries: number
  /** Number of batches of one shard in work at once. */
  parallelizationFactor?: number
  /** The most instances of the function, where the deployment limits them. */
  concurrency?: number
  /** Whether the filter of the mapping passes a record with this new image. */
  accepts: (image: Image | undefined) => boolean
}

/** A function that runs by a schedule. */
export interface Schedule {
  /** Path of the function's file under functions/, without extension. */
  consumer: string
  everyMs: number
  /** Time limit of a run, in seconds. */
  seconds: number
}

/** An item as DynamoDB's wire format and its stream records show it. */
type Image = Record<string, { S?: string | undefined }>

interface StreamEvent {
  stream?: {
    filterPatterns: { dynamodb: { NewImage: Record<string, unknown> } }[]
    batchSize: number
    batchWindow?: number
    maximumRetryAttempts: number
    parallelizationFactor?: number
  }
  schedule?: string
}

/** The pattern of an attribute that exists. */
const EXISTS = '[{"exists":true}]'

type StreamsFile = Record<string, { reservedConcurrency?: number; timeout: number; events: StreamEvent[] }>

const file = parse(readFileSync(join(import.meta.dirname, 'streams.yml'), 'utf8')) as StreamsFile

const deployed = consumers.flatMap((consumer) => {
  const { reservedConcurrency, timeout = 0, events = [] } = file[idOf({ name: consumer })] ?? {}
  return events.map((event) => ({ consumer, reservedConcurrency, seconds: timeout, ...event }))
})

/** The mappings of all functions that follow the table's stream. */
export const streamMappings: StreamMapping[] = deployed.flatMap(
  ({ consumer, reservedConcurrency, stream }) =>
    stream
      ? {
          consumer,
          batchSize: stream.batchSize,
          windowMs: (stream.batchWindow ?? 0) * 1000,
          retries: stream.maximumRetryAttempts,
          ...(stream.parallelizationFactor && { parallelizationFactor: stream.parallelizationFactor }),
          ...(reservedConcurrency !== undefined && { concurrency: reservedConcurrency }),
          accepts: filterOf(stream.filterPatterns),
        }
      : [],
)

/** The schedules of all functions that have one. */
export const schedules: Schedule[] = deployed.flatMap(({ consumer, seconds, schedule }) =>
  schedule ? { consumer, everyMs: millisecondsOf(schedule), seconds } : [],
)

/** @throws Error on a pattern other than that string attributes exist, or have one of some values */
function filterOf(patterns: { dynamodb: { NewImage: Record<string, unknown> } }[]): StreamMapping['accepts'] {
  const alternatives = patterns.map(({ dynamodb: { NewImage } }) => Object.entries(NewImage).map(conditionOf))
  return (image) => alternatives.some((conditions) => conditions.every((holds) => holds(image)))
}

function conditionOf([name, pattern]: [string, unknown]): StreamMapping['accepts'] {
  const { S: wanted, ...others } = pattern as { S?: unknown }
  const values =
    Array.isArray(wanted) && wanted.every((each) => typeof each === 'string') ? wanted : undefined
  const isRead = values !== undefined || JSON.stringify(wanted) === EXISTS
  if (!isRead || Object.keys(others).length > 0)
    throw new Error(
      'infra/queues/streams.ts reads no filter but for string attributes: that exist, or their values',
    )
  return (image) => {
    const value = image?.[name]?.S
    return value !== undefined && (values === undefined || values.includes(value))
  }
}

/** @throws Error on a schedule that is not a number of minutes */
function millisecondsOf(schedule: string): number {
  const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(schedule) ?? []
  if (!minutes) throw new Error(`infra/queues/streams.ts reads no schedule like "${schedule}"`)
  return Number(minutes) * 60_000
}
