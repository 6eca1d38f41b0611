import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

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
  /** Whether the filter of the mapping passes a record. */
  accepts: (record: StreamRecord) => boolean
}

/** A function that runs by a schedule. */
export interface Schedule {
  /** Path of the function's file under functions/, without extension. */
  consumer: string
  everyMs: number
  /** Time limit of a run, in seconds. */
  seconds: number
}

/** The part of a record that filters ask for: an item as DynamoDB's wire format shows it, and whether it is new. */
interface StreamRecord {
  eventName?: string | undefined
  dynamodb?: { NewImage?: Record<string, { S?: string | undefined; N?: string | undefined }> | undefined } | undefined
}

/** A filter: fields of a record by their paths, each with rules, one of which must hold. */
type Pattern = { eventName?: Rule[]; dynamodb: { NewImage: Record<string, Record<string, Rule[]>> } }

/** A rule of a value: a text that it is, or that it begins with, or texts that it is not, or that it exists. */
type Rule = string | { prefix: string } | { 'anything-but': string[] } | { exists: true }

interface StreamEvent {
  stream?: {
    filterPatterns: Pattern[]
    batchSize: number
    batchWindow?: number
    maximumRetryAttempts: number
    parallelizationFactor?: number
  }
  schedule?: string
}

type StreamsFile = Record<string, { reservedConcurrency?: number; timeout: number; events: StreamEvent[] }>

const file = parse(readFileSync(join(import.meta.dirname, 'streams.yml'), 'utf8')) as StreamsFile

const consumerOf = (id: string) => id.replace('-', '/')

/** Paths of these functions' files under functions/, without extension. */
export const followers = Object.keys(file).map(consumerOf)

const deployed = Object.entries(file).flatMap(([id, { reservedConcurrency, timeout, events }]) =>
  events.map((event) => ({ consumer: consumerOf(id), reservedConcurrency, seconds: timeout, ...event })),
)

/** The mappings of all functions that follow the table's stream. */
export const streamMappings: StreamMapping[] = deployed.flatMap(({ consumer, reservedConcurrency, stream }) =>
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

function filterOf(patterns: Pattern[]): StreamMapping['accepts'] {
  const conditionsOf = ({ eventName, dynamodb: { NewImage } }: Pattern): StreamMapping['accepts'][] => [
    ...(eventName ? [(record: StreamRecord) => holds(eventName, record.eventName)] : []),
    ...Object.entries(NewImage).flatMap(([name, types]) =>
      Object.entries(types).map(
        ([type, rules]) =>
          (record: StreamRecord) =>
            holds(rules, record.dynamodb?.NewImage?.[name]?.[type as 'S' | 'N']),
      ),
    ),
  ]
  const alternatives = patterns.map(conditionsOf)
  return (record) => alternatives.some((conditions) => conditions.every((condition) => condition(record)))
}

const holds = (rules: Rule[], value: string | undefined) =>
  value !== undefined && rules.some((rule) => ruleOf(rule)(value))

/** @throws Error on a rule of another kind */
function ruleOf(rule: Rule): (value: string) => boolean {
  if (typeof rule === 'string') return (value) => value === rule
  if ('prefix' in rule) return (value) => value.startsWith(rule.prefix)
  if ('anything-but' in rule) return (value) => !rule['anything-but'].includes(value)
  if ('exists' in rule && rule.exists) return () => true
  throw new Error(`infra/queues/streams.ts reads no filter like ${JSON.stringify(rule)}`)
}

/** @throws Error on a schedule that is not a number of minutes */
function millisecondsOf(schedule: string): number {
  const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(schedule) ?? []
  if (!minutes) throw new Error(`infra/queues/streams.ts reads no schedule like "${schedule}"`)
  return Number(minutes) * 60_000
}
