import { invalid } from '../../runtime/errors.js'
import type { TraversalPosition } from './traversal.js'

/** The start of a page of a traversal, and the findings of its first page. */
export interface Cursor extends TraversalPosition {
  /** The traversal ends before this time, in milliseconds. */
  until: number
  /** Number of members on earlier pages. */
  seen: number
  /** Total number of members when the traversal began. */
  total: number
}

/** Makes the text that the link `next` carries. */
export const encodeCursor = ({ ordinal, change, until, seen, total }: Cursor) =>
  Buffer.from(JSON.stringify([ordinal, change, until, seen, total])).toString('base64url')

/** @throws OsdiError invalid for what no `next` has carried */
export function decodeCursor(text: string): Cursor {
  const [ordinal, change, until, seen, total, ...rest] = readCursor(text)
  const areCounts = [until, seen, total].every((each) => Number.isSafeInteger(each) && (each as number) >= 0)
  const isOrdinal = Number.isSafeInteger(ordinal) && (ordinal as number) > 0
  const isCursor = areCounts && isOrdinal && isChange(change) && rest.length === 0
  if (!isCursor) throw malformedCursor()
  return { ordinal, change, until, seen, total } as Cursor
}

/**
 * A date, or the position of a change: date and id. Any other text could stand in no index, and one over 1,024 bytes
 * is not even asked for (DynamoDB limit of sort keys).
 */
const isChange = (change: unknown) =>
  typeof change === 'string' && /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(#[0-9a-f-]{36})?$/.test(change)

/** Reads the values in the text of a cursor; none in what no `next` has carried. */
export function readCursor(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Refuses a text that no `next` has carried. */
export const malformedCursor = () =>
  invalid([
    {
      error_code: 'malformed',
      description: 'after must be as the link "next" of the page before has it',
      properties: ['after'],
    },
  ])
