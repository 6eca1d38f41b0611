import { type Fault, invalid } from '../runtime/errors.js'
import {
  type Clause,
  type Filter,
  type FilterField,
  type FilterFields,
  OPERATORS,
  type Operator,
  clauseOf,
} from './filter.js'

/**
 * Reads a filter: `<field> <operator> <literal>`, several joined by `and`. A literal is quoted, with `''` for a
 * quote in it, or without blanks; double quotes are taken, too. Operators and `and` may be in any case, fields may not.
 * @param fields what may be named, by the names of the caller's version
 * @throws OsdiError invalid, naming every fault with its offset; after a syntax error, only that one
 */
export function readFilter<Resource>(text: string, fields: NamedFields<Resource>): Filter<Resource> {
  const faults: Fault[] = []
  const clauses: Clause<Resource>[] = []
  const reader = new Reader(text)
  for (let isFirst = true; !reader.isAtEnd(); isFirst = false) {
    if (!isFirst) reader.expect(/and(?=\s|$)/iy, AND)
    const [name, atName] = reader.expect(/[^\s']+/y, 'the name of a field')
    const [operator] = reader.expect(OPERATOR, `an operator (${OPERATORS.join(', ')})`)
    const [literal, atLiteral] = reader.expect(LITERAL, "a value, such as '2026-11-03'")
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const clause = field && clauseOf(field, operator.toLowerCase() as Operator, valueIn(literal))
    if (!field) faults.push(unknownField(name, atName, Object.keys(fields)))
    else if (clause) clauses.push(clause)
    else faults.push(noValue(field[1], name, atLiteral, literal))
  }
  const [first, ...others] = faults
  if (first) throw invalid([first, ...others])
  return clauses
}

/** Fields of a version: its own name, and name and field of the domain. */
export type NamedFields<Resource> = Record<string, [string, FilterFields<Resource>[string]]>

const OPERATOR = new RegExp(`(?:${OPERATORS.join('|')})(?=\\s|$)`, 'iy')

/**
 * Matches a value in quotes, up to a quote that ends the word, as clients send `'o'brien'` as it is; or a value without
 * blanks. No two alternatives begin alike: else a filter of many quotes could be read in exponentially many ways.
 */
const LITERAL = /'(?:[^']|''|'(?!['\s]|$))*'(?=\s|$)|"(?:[^"]|"(?!\s|$))*"(?=\s|$)|[^\s'"]\S*/y

function valueIn(literal: string): string {
  if (literal.startsWith('"')) return literal.slice(1, -1)
  return literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : literal
}

class Reader {
  /** Offset of the next character that is not a blank, from 0. */
  offset = 0

  constructor(private readonly text: string) {
    this.skipBlanks()
  }

  isAtEnd = () => this.offset >= this.text.length

  /** Consumes a token. @returns the text that the pattern matches, and its offset */
  expect(pattern: RegExp, what: string): [found: string, offset: number] {
    const offset = this.offset
    pattern.lastIndex = offset
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined) throw invalid([malformed(what, offset, this.text.slice(offset))])
    this.offset += found.length
    this.skipBlanks()
    return [found, offset]
  }

  private skipBlanks() {
    while (/\s/.test(this.text.charAt(this.offset))) this.offset += 1
  }
}

const FOUND_LENGTH = 20
const AND = '"and"'

/** A value as it came, in which a `+` that was not encoded is a blank. */
const shortened = (found: string) => found.slice(0, 40).toWellFormed()

function malformed(expected: string, offset: number, rest: string): Fault {
  const found = rest === '' ? 'it ends' : `found "${rest.slice(0, FOUND_LENGTH).toWellFormed()}"`
  return fault(
    'malformed_filter',
    `filter: expected ${expected} at character ${offset + 1}, but ${found}`,
    hints[expected],
  )
}

/** Says what helps where the usual mistakes are. */
const hints: Record<string, string> = {
  [AND]: 'A value with blanks is in quotes. Clauses are joined by `and` alone: ask for each side of an `or`',
}

const unknownField = (name: string, offset: number, known: string[]) =>
  fault(
    'unknown_field',
    `filter: there is no field "${name.slice(0, FOUND_LENGTH).toWellFormed()}" to filter by, at character ${offset + 1}`,
    `The fields are ${known.join(', ')}`,
  )

/** The fault of a value that nothing can have. */
function noValue<Resource>(field: FilterField<Resource>, name: string, offset: number, found: string): Fault {
  const at = `, at character ${offset + 1}, but found ${shortened(found)}`
  if (field.kind === 'text')
    return fault('malformed_filter', `filter: ${name} is compared with ${field.words?.join(' or ')}${at}`)
  if (field.kind === 'number')
    return fault('malformed_filter', `filter: ${name} is compared with a whole number, such as 2${at}`)
  return fault(
    'malformed_filter',
    `filter: ${name} is compared with a date, such as '2026-11-03T18:30:00Z'${at}`,
    'In an address, the + of an offset is written %2B',
  )
}

const fault = (error_code: string, description: string, hint?: string): Fault => ({
  error_code,
  description,
  properties: ['filter'],
  ...(hint && { hint }),
})
