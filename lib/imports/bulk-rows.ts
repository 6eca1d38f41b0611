import { OsdiError } from '../runtime/errors.js'
import { type RowOutcome, bulkDocument } from './documents/bulk.js'
import { inOrder } from '../runtime/in-order.js'
import { partOfRequest, timeLeft } from '../runtime/request-context.js'
import { type Answer, fits, ok } from '../http/answer.js'
import { errorAnswer, withUnknownOutcome } from '../http/error-answer.js'
import type { BulkRequest } from '../http/request.js'

/**
 * Number of rows that are recorded at the same time: those that a transaction takes, and some that gather for the one
 * after it.
 */
const AT_ONCE = 64

/** A row is not begun when less time than this is left: it could not be recorded and answered any more. */
const ROW_MS = 1_000

/** The functions that record the rows of a kind of request. */
export interface Recording<Read> {
  /** @throws OsdiError invalid, naming every fault of the row */
  read: (body: Record<string, unknown>) => Read
  /** Keys of the resources that a row changes. Rows with a key in common are recorded one after the other. */
  keysOf: (read: Read) => string[]
  record: (read: Read) => Promise<Extract<RowOutcome, { resource: unknown }>>
}

/**
 * Records the rows of a request, each of which is done or refused alone. Rows for which the time of the request does
 * not suffice are refused with 503 and have had no effect; the request may be repeated for them.
 */
export async function recordRows<Read>(
  { rows, requestId }: BulkRequest,
  { read, keysOf, record }: Recording<Read>,
): Promise<Answer> {
  const readRows = rows.map(({ body, unreadable }) => {
    if (unreadable) return { error: unreadable }
    try {
      return { value: read(body) }
    } catch (error) {
      return { error }
    }
  })
  const keysOfRow = (row: (typeof readRows)[number]) => (row.value === undefined ? [] : keysOf(row.value))
  const results = await inOrder(readRows, { most: AT_ONCE, keysOf: keysOfRow }, async (row) => {
    if (row.value === undefined) return row
    const { value } = row
    try {
      if (timeLeft() < ROW_MS) throw new OsdiError('busy', 'The time of the request is over; send this row again')
      return { done: await partOfRequest(() => withUnknownOutcome(() => record(value))) }
    } catch (error) {
      return { error }
    }
  })
  const outcomes = (mostFaults: number) =>
    results.map((result) => ('done' in result ? result.done : refusalOf(result.error, requestId, mostFaults)))
  return answerOf(outcomes)
}

/** Limits of named faults in a row: all, or fewer where the answer would be too large to send. */
const MOST_FAULTS = [100, 10, 1]

function answerOf(outcomes: (mostFaults: number) => RowOutcome[]): Answer {
  const documents = MOST_FAULTS.map((most) => () => bulkDocument(outcomes(most)))
  const document = documents.map((make) => make()).find(fits) ?? {}
  const rows = document['rows'] as { status: number }[]
  return { ...ok(document), isPartial: rows.some(({ status }) => status >= 500) }
}

/** The refusal of a row, as it would be answered alone. */
function refusalOf(error: unknown, requestId: string, mostFaults: number): RowOutcome {
  const cut =
    error instanceof OsdiError
      ? new OsdiError(error.code, error.message, error.faults.slice(0, mostFaults), undefined, error.cause)
      : error
  const { statusCode = 500, body } = errorAnswer(cut, requestId)
  return { status: statusCode, refusal: JSON.parse(body) as Record<string, unknown> }
}
