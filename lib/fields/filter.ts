import { nativeIdIn } from './identifier.js'
import { readInstant } from './moment.js'

export const OPERATORS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof OPERATORS)[number]

/**
 * A field that a filter may name, and how it is compared. What is compared is what answers show: dates by whole
 * seconds, texts to the letter. A field without a value matches nothing but `ne`.
 */
export type FilterField<Resource> =
  /** Texts, of which any one may match; `normal` brings both sides into the form in which they are kept. */
  | {
      kind: 'text'
      of: (resource: Resource) => (string | undefined)[]
      normal?: (text: string) => string
      /** Whether a value is what a text says, where equality of texts is not enough. */
      isSame?: (value: string, text: string) => boolean
      /** The beginning of native identifiers, where these are the texts. */
      native?: string
      /** The only texts that there can be. */
      words?: readonly string[] | undefined
    }
  | { kind: 'number'; of: (resource: Resource) => number }
  /** An instant in UTC, ISO 8601. */
  | { kind: 'date'; of: (resource: Resource) => string | undefined }
  /** A wall clock without an offset, and the instant that it shows. */
  | {
      kind: 'clock'
      of: (resource: Resource) => { clock?: string | undefined; instant?: string | undefined }
    }

/** Fields that a filter may name of a kind of resource, by the names of the domain. */
export type FilterFields<Resource> = Record<string, FilterField<Resource>>

/** The value that a clause compares with. */
export interface Literal {
  /** As it was written, or in the normal form of its field. */
  text: string
  /** The native id in an identifier that begins as a native one does. */
  nativeId?: string
  /** Milliseconds of a date; of a wall clock, as if it were UTC. */
  time?: number
  /** Whether a date has a numeric offset: then it is an instant also where wall clocks are compared. */
  hasOffset?: boolean
}

/** `<field> <operator> <literal>`. */
export interface Clause<Resource> {
  /** A name of the domain. */
  field: string
  operator: Operator
  literal: Literal
  holds: (resource: Resource) => boolean
}

/** All of its clauses must hold; an empty one takes everything. */
export type Filter<Resource> = Clause<Resource>[]

export const matches = <Resource>(filter: Filter<Resource>, resource: Resource) =>
  filter.every(({ holds }) => holds(resource))

/**
 * A clause over a field.
 * @returns undefined when the field takes dates, numbers or some words and the text is none
 */
export function clauseOf<Resource>(
  [name, field]: [string, FilterField<Resource>],
  operator: Operator,
  text: string,
): Clause<Resource> | undefined {
  if (field.kind === 'text') {
    const { of, normal = (each: string) => each, isSame, native, words } = field
    if (words && !words.includes(text)) return undefined
    const nativeId = native === undefined ? undefined : nativeIdIn(text, native)
    const literal = nativeId === undefined ? { text: normal(text) } : { text: `${native}${nativeId}`, nativeId }
    const normalOf = (resource: Resource) => of(resource).map((each) => each && normal(each))
    const isLiteral = isSame && ((value: string) => isSame(value, literal.text))
    return { field: name, operator, literal, holds: comparison(operator, literal.text, normalOf, isLiteral) }
  }
  if (field.kind === 'number') {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : undefined
    if (number === undefined) return undefined
    const holds = comparison<Resource, number>(operator, number, (resource) => [field.of(resource)])
    return { field: name, operator, literal: { text }, holds }
  }
  const time = readInstant(text)
  if (!time) return undefined
  const literal: Literal = { text, ...time }
  const timeOf = field.kind === 'date' ? field.of : clockOrInstant(field.of, time.hasOffset)
  return {
    field: name,
    operator,
    literal,
    holds: comparison(operator, time.time, (resource) => [secondOf(timeOf(resource))]),
  }
}

/** The earliest instant that a filter may find in a field of dates; undefined where it sets no lower bound. */
export function earliestIn(filter: Filter<never>, field: string): number | undefined {
  const bounds = filter.flatMap((clause) =>
    clause.field === field && ['eq', 'gt', 'ge'].includes(clause.operator) ? [clause.literal.time ?? 0] : [],
  )
  return bounds.length > 0 ? Math.max(...bounds) : undefined
}

/** A range of time in milliseconds; its end is not in it. */
export interface TimeRange {
  from: number
  before: number
}

/**
 * The range that a filter takes of a field of dates, where that is all it asks for.
 * @returns undefined where it names another field or leaves something out of a range
 */
export function rangeIn(filter: Filter<never>, field: string): TimeRange | undefined {
  const ranges = filter.map(({ field: name, operator, literal: { time = 0 } }): TimeRange | undefined => {
    const floor = Math.floor(time / 1000) * 1000
    const ceiling = Math.ceil(time / 1000) * 1000
    if (name !== field || operator === 'ne') return undefined
    if (operator === 'gt') return { from: floor + 1000, before: Infinity }
    if (operator === 'ge') return { from: ceiling, before: Infinity }
    if (operator === 'lt') return { from: -Infinity, before: ceiling }
    if (operator === 'le') return { from: -Infinity, before: floor + 1000 }
    return { from: ceiling, before: floor + 1000 }
  })
  return ranges.reduce(
    (one, other) =>
      one && other && { from: Math.max(one.from, other.from), before: Math.min(one.before, other.before) },
    { from: -Infinity, before: Infinity },
  )
}

const clockOrInstant =
  <Resource>(
    of: (resource: Resource) => { clock?: string | undefined; instant?: string | undefined },
    asInstant: boolean,
  ) =>
  (resource: Resource) => {
    const { clock, instant } = of(resource)
    return asInstant ? instant : clock
  }

/** Returns a time as answers show it: in whole seconds. */
const secondOf = (time: string | undefined) => time && Date.parse(`${time.slice(0, 19)}Z`)

type Comparable = string | number

function comparison<Resource, Value extends Comparable>(
  operator: Operator,
  literal: Value,
  valuesOf: (resource: Resource) => (Value | '' | undefined)[],
  isLiteral: (value: Value) => boolean = (value) => value === literal,
): (resource: Resource) => boolean {
  const any = (test: (value: Value) => boolean) => (resource: Resource) =>
    valuesOf(resource).some((value) => value !== undefined && test(value as Value))
  const isEqual = any(isLiteral)
  const tests: Record<Operator, (resource: Resource) => boolean> = {
    eq: isEqual,
    ne: (resource) => !isEqual(resource),
    gt: any((value) => value > literal),
    ge: any((value) => value >= literal),
    lt: any((value) => value < literal),
    le: any((value) => value <= literal),
  }
  return tests[operator]
}
