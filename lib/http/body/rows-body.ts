import { OsdiError, invalid } from '../../runtime/errors.js'
import type { Body } from '../../fields/field.js'
import { bytesOf, decode, isObject, mediaTypeOf, parse, readJsonBody, refused, tooLarge } from './json-body.js'
import type { GatewayRequest } from '../request.js'

/** The most rows of a request. */
export const MOST_ROWS = 500

/** API Gateway sends a body of lines as base64, and Lambda takes 6 MB of that. */
const MAX_BYTES = 4_000_000

/** Media types of JSON objects in lines. */
const LINE_TYPES = ['application/x-ndjson', 'application/ndjson', 'application/jsonl'] as const

/** A row of a request: what a request of its own would have as its body, or why it cannot be read. */
export type Row = { body: Body; unreadable?: never } | { unreadable: OsdiError; body?: never }

/** The rows of a request, and whether the people of rows are mailed that do not say it themselves. */
export interface Rows {
  rows: Row[]
  mail: boolean
}

/**
 * Reads the rows of a request: a JSON object with `rows`, or a JSON object on each line. A row that is not an object is
 * refused alone. Empty lines are not rows.
 * @throws OsdiError unsupported_media_type, too_large, invalid
 */
export function readRows(request: GatewayRequest): Rows {
  const type = mediaTypeOf(request)
  const isLines = LINE_TYPES.some((each) => each === type)
  const { rows, mail } = isLines ? { rows: readLines(request), mail: false } : readArray(request)
  if (rows.length === 0) throw refusedRows('required', 'rows is required: at least one row')
  return { rows, mail }
}

/** Requires it before rows are read one by one: a refusal of each takes long. */
function atMost<Each>(rows: Each[]): Each[] {
  if (rows.length > MOST_ROWS)
    throw refusedRows('too_many_rows', `A request has at most ${MOST_ROWS} rows, and this one ${rows.length}`)
  return rows
}

function readArray(request: GatewayRequest): Rows {
  const { rows, mail } = readJsonBody(request)
  if (typeof (mail ?? false) !== 'boolean') throw refusedRows('malformed', 'mail must be true or false', 'mail')
  if (rows === undefined || rows === null) return { rows: [], mail: false }
  if (!Array.isArray(rows)) throw refusedRows('malformed', 'rows must be an array of objects')
  return { rows: atMost(rows).map(rowOf), mail: mail === true }
}

function readLines(request: GatewayRequest): Row[] {
  const bytes = bytesOf(request)
  if (bytes.length >= MAX_BYTES) throw tooLarge('4 MB')
  const lines = decode(bytes)
    .replace(/^\u{feff}/u, '')
    .split('\n')
  return atMost(lines.filter((line) => line.trim())).map(lineOf)
}

function lineOf(line: string): Row {
  try {
    return rowOf(parse(line))
  } catch (error) {
    if (error instanceof OsdiError) return { unreadable: error }
    throw error
  }
}

const rowOf = (row: unknown): Row =>
  isObject(row) ? { body: row } : { unreadable: refused('not_an_object', 'A row must be a JSON object') }

const refusedRows = (error_code: string, description: string, name = 'rows') =>
  invalid([{ error_code, description, properties: [name] }])
