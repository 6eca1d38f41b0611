import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OsdiError } from '../../domain/errors.js'
import { type Command, TransactWriteCommand } from './commands.js'
import { type DynamoDbError, errorOf } from './errors.js'
import type { Units } from '../../spent.js'
import { type Credentials, signed } from './signature.js'
import { type WireAnswer, transportTo } from './transport.js'
import { fromWire, toWire } from './wire.js'

/** Whose DynamoDB it is. */
export interface Account {
  region: string
  credentials: Credentials
}

export interface ClientOptions {
  /** Another DynamoDB than the region's own. */
  endpoint?: string | undefined
  /** Asked before every request: whoever knows temporary credentials renews them. */
  account: () => Account | Promise<Account>
  /** What every answer adds to. */
  spent: Units
  /** How long an answer may stay away before the request is sent again. */
  silence_ms?: number
}

/** Sends commands to DynamoDB. */
export interface Client {
  /**
   * @throws OsdiError busy when DynamoDB takes no more, again and again
   * @throws DynamoDbError what DynamoDB refused besides
   * @throws Error with a `code` when DynamoDB could not be reached
   */
  send<Output>(command: Command<unknown, Output>): Promise<Output>
  /** Closes the connections. */
  destroy(): void
}

/** A request that hangs must fail while there is time to send it again, and most functions have ten seconds. */
const SILENCE_MS = 2_000
/** An engine on this machine shares it with everything else, and may need its time. */
const LOCAL_SILENCE_MS = 10_000

/**
 * A client of what this service needs of DynamoDB, and no more: a cold function loads it in a fifth of the time
 * of the SDK's (docs/decisions/0026).
 */
export function dynamodbClient({
  endpoint,
  account,
  spent,
  silence_ms = endpoint ? LOCAL_SILENCE_MS : SILENCE_MS,
}: ClientOptions): Client {
  let transport: ReturnType<typeof transportTo> | undefined
  const clock = { ahead_ms: 0 }

  async function attempt(action: string, body: string): Promise<WireAnswer> {
    const { region, credentials } = await account()
    const url = endpoint ?? hostOf(region)
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': `DynamoDB_20120810.${action}`,
    }
    const request = { host: new URL(url).host, region, service: 'dynamodb', headers, body }
    transport ??= transportTo(url, silence_ms)
    return transport.post(signed(request, credentials, new Date(Date.now() + clock.ahead_ms)), body)
  }

  return {
    async send<Output>(command: Command<unknown, Output>) {
      // A token makes the repetition of a transaction harmless that was written while its answer got lost.
      const token = command instanceof TransactWriteCommand && { ClientRequestToken: randomUUID() }
      const input = { ...token, ...(command.input as object), ReturnConsumedCapacity: 'TOTAL' }
      const body = JSON.stringify(toWire(input))
      const answer = await persistently(clock, () => attempt(command.action, body))
      count(spent, command.action, answer)
      return answer as Output
    },

    destroy: () => transport?.close(),
  }
}

const hostOf = (region: string) =>
  `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

/** How often a request is sent, and the longest pause before it is sent again, which doubles each time. */
const ATTEMPTS = 4
const PAUSE_MS = 50

/**
 * Makes attempts until one is answered with success or with a refusal that another would meet as well. Pauses are
 * random, so that those who were turned away together do not come back together.
 */
async function persistently(clock: { ahead_ms: number }, attempt: () => Promise<WireAnswer>) {
  for (let number = 1; ; number++) {
    try {
      const { status, body, date } = await attempt()
      const answer = parsed(body)
      if (status === 200 && answer) return fromWire(answer)
      const refusal = errorOf(status, answer ?? {})
      if (CLOCK.has(refusal.name) && date) clock.ahead_ms = Date.parse(date) - Date.now()
      throw refusal
    } catch (error) {
      if (number === ATTEMPTS && THROTTLED.has((error as Error).name))
        throw new OsdiError('busy', 'Too many requests at once; try again')
      if (number === ATTEMPTS || !isPassing(error)) throw error
      await sleep(Math.random() * PAUSE_MS * 2 ** (number - 1))
    }
  }
}

function parsed(body: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** Refusals that say that this machine's clock is wrong; the answer's header has the right time. */
const CLOCK = new Set(['InvalidSignatureException', 'RequestExpired', 'RequestTimeTooSkewed'])

/** Refusals of more than DynamoDB takes at once. */
const THROTTLED = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
])

/** Refusals that the next attempt need not meet. */
const PASSING = new Set([...CLOCK, ...THROTTLED, 'TransactionInProgressException'])

/** What becomes of connections, by Node's names. */
const BROKEN = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND'])

function isPassing(error: unknown): boolean {
  const { name, status = 0, code = '' } = error as Partial<DynamoDbError> & { code?: string }
  return status >= 500 || PASSING.has(name ?? '') || BROKEN.has(code)
}

function count(spent: Units, action: string, { ConsumedCapacity: consumed }: { ConsumedCapacity?: unknown }) {
  const tables = [consumed ?? []].flat() as { CapacityUnits: number }[]
  spent.requests += 1
  spent[/Get|Query|Scan/.test(action) ? 'read' : 'write'] += tables.reduce(
    (sum, { CapacityUnits }) => sum + CapacityUnits,
    0,
  )
}
