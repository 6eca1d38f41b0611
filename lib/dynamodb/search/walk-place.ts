import { invalid } from '../../domain/errors.js'
import type { Place } from './walks.js'

/** Where a page of a walk over changes begins, and what its first page has found out. */
export interface WalkPlace extends Place {
  /** The walk ends before this time, in milliseconds. */
  until: number
  /** How many members earlier pages have shown. */
  seen: number
  /** How many there were in all when the walk began. */
  total: number
}

/** The place as `next` carries it. */
export const placeText = ({ ordinal, change, until, seen, total }: WalkPlace) =>
  Buffer.from(JSON.stringify([ordinal, change, until, seen, total])).toString('base64url')

/** @throws OsdiError invalid for what no `next` has carried */
export function placeIn(text: string): WalkPlace {
  const [ordinal, change, until, seen, total, ...rest] = read(text)
  const isPlace =
    [ordinal, until, seen, total].every((each) => Number.isSafeInteger(each) && (each as number) >= 0) &&
    typeof change === 'string' &&
    change !== '' &&
    rest.length === 0
  if (!isPlace) throw malformed()
  return { ordinal, change, until, seen, total } as WalkPlace
}

function read(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const malformed = () =>
  invalid([
    {
      error_code: 'malformed',
      description: 'after must be as the link "next" of the page before has it',
      properties: ['after'],
    },
  ])
