import { AsyncLocalStorage } from 'node:async_hooks'
import { OsdiError } from '../runtime/errors.js'
import { noteWrite } from '../runtime/request-context.js'
import { BatchExecuteStatementCommand } from './client/commands.js'
import { DynamoDbError } from './client/errors.js'
import { inPieces } from './in-parallel.js'
import type { PlainKey } from './items/kind.js'
import type { Table } from './table.js'

/** A BatchExecuteStatement takes 25 statements (DynamoDB limit), each about another item. */
const BATCH = 25

type Strings = Record<string, string>

/** An item that waits for its request. */
interface Waiting {
  item: Strings
  put: () => Promise<boolean>
  end: (isWritten: boolean) => void
  fail: (error: unknown) => void
  /** Runs work for the request that writes the item. */
  run: <Result>(work: () => Result) => Result
}

/** The items of a process that wait, by their keys, and whether others are being written. */
interface Queue {
  waiting: Map<string, Waiting>
  isWriting: boolean
}

const queues = new WeakMap<Table, Queue>()

/**
 * Writes an item of strings unless it exists, in one request with the items that this process writes like this at the
 * same time: the rows of a request, or the requests that a process answers at once. Each item is written or refused by
 * itself, for what a put costs (docs/decisions/0001-identifier-claims.md).
 * @param put writes the item by itself: where there is no other, and where the common request has not written it for
 *   certain. It has to know the item again, which that request may have written
 * @returns true, or what `put` returns
 * @throws DynamoDbError; what `put` throws
 */
export async function insertTogether(
  table: Table,
  key: PlainKey,
  value: Strings,
  put: () => Promise<boolean>,
): Promise<boolean> {
  const queue = queues.get(table) ?? { waiting: new Map<string, Waiting>(), isWriting: false }
  queues.set(table, queue)
  const name = `${key.pk}\n${key.sk}`
  // DynamoDB refuses a batch that has a key twice.
  if (queue.waiting.has(name)) return put()
  const { promise, resolve: end, reject: fail } = Promise.withResolvers<boolean>()
  queue.waiting.set(name, { item: { ...value, ...key }, put, end, fail, run: AsyncLocalStorage.snapshot() })
  if (!queue.isWriting) {
    queue.isWriting = true
    // By then, all rows of a request have come here.
    process.nextTick(() => void writeAll(table, queue))
  }
  const isWritten = await promise
  if (isWritten) noteWrite()
  return isWritten
}

/** Writes what waits, and what has come until that is written. */
async function writeAll(table: Table, queue: Queue): Promise<void> {
  while (queue.waiting.size > 0) {
    const all = [...queue.waiting.values()]
    queue.waiting.clear()
    await Promise.all(inPieces(all, BATCH).map((batch) => writeBatch(table, batch)))
  }
  queue.isWriting = false
}

async function writeBatch(table: Table, batch: Waiting[]): Promise<void> {
  const [first] = batch as [Waiting]
  if (batch.length === 1) return writeAlone(first)
  try {
    const { Responses = [] } = await first.run(() =>
      table.client.send(
        new BatchExecuteStatementCommand({ Statements: batch.map(({ item }) => insertion(table, item)) }),
      ),
    )
    batch.forEach((each, i) => {
      const { Error: refusal } = Responses[i] ?? { Error: { Code: 'InternalServerError' } }
      const { Code = '', Message = '' } = refusal ?? {}
      if (!refusal) each.end(true)
      else if (PASSING.has(Code)) void writeAlone(each, Code === 'InternalServerError')
      else each.fail(new DynamoDbError(Code, Message, 400))
    })
  } catch (error) {
    const isUnknown = error instanceof OsdiError && error.code === 'unknown_outcome'
    for (const each of batch) {
      if (isPassing(error)) void writeAlone(each, isUnknown)
      else each.fail(error)
    }
  }
}

/** @param mayBeWritten whether a request before may have written the item */
const writeAlone = ({ run, put, end, fail }: Waiting, mayBeWritten = false): Promise<void> =>
  run(() => {
    if (mayBeWritten) noteWrite()
    return put().then(end, fail)
  })

/** Names of attributes come from this code. Values are parameters and never a part of the statement. */
const insertion = (table: Table, item: Strings) => {
  const attributes = Object.keys(item).map((name) => `'${name}': ?`)
  return {
    Statement: `INSERT INTO "${table.name}" VALUE {${attributes.join(', ')}}`,
    Parameters: Object.values(item),
  }
}

/**
 * Why a statement is refused that a put may repeat, or whose cause a put finds. While a deployment is under way, a role
 * may not allow statements yet.
 */
const PASSING = new Set<string>([
  'DuplicateItem',
  'TransactionConflict',
  'InternalServerError',
  'AccessDenied',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
])

const isPassing = (error: unknown) =>
  error instanceof OsdiError || (error instanceof DynamoDbError && error.name === 'AccessDeniedException')
