import { isDeepStrictEqual } from 'node:util'

/** A value as DynamoDB writes it: `{ "S": "text" }`. */
export type Attribute = Record<string, unknown>
export type Attributes = Record<string, Attribute>

/** The names and values of an expression. */
export interface Substitutes {
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Attributes
}

/** An operand: an attribute by its name or placeholder, a value's placeholder, or a function of these. */
type Operand =
  | { kind: 'path'; name: string }
  | { kind: 'value'; name: string }
  | { kind: 'if_not_exists'; path: string; otherwise: Operand }
  | { kind: 'sum'; sign: 1 | -1; left: Operand; right: Operand }

export type Condition =
  | { kind: 'and' | 'or'; left: Condition; right: Condition }
  | { kind: 'not'; inner: Condition }
  | { kind: 'compare'; operator: string; left: Operand; right: Operand }
  | { kind: 'between'; left: Operand; low: Operand; high: Operand }
  | { kind: 'exists' | 'misses'; path: string }
  | { kind: 'begins_with'; left: Operand; right: Operand }

interface Update {
  set: [path: string, operand: Operand][]
  add: [path: string, operand: Operand][]
  remove: string[]
}

/**
 * The expressions that the service sends, and no others: what is not known here fails the run, so that nothing
 * is ever decided by a misreading. What is inside of an attribute can be read, but not written alone.
 */
export const parseCondition = remembered((text) => {
  const reader = new Reader(text)
  const condition = either(reader)
  reader.end()
  return condition
})

export const parseUpdate = remembered((text): Update => {
  const reader = new Reader(text)
  const update: Update = { set: [], add: [], remove: [] }
  while (!reader.atEnd()) {
    const clause = reader.next().toUpperCase()
    do {
      const path = pathIn(reader)
      if (clause === 'REMOVE') update.remove.push(path)
      else if (clause === 'ADD') update.add.push([path, operand(reader)])
      else if (clause === 'SET') {
        reader.expect('=')
        update.set.push([path, sum(reader)])
      } else throw reader.unknown(clause)
    } while (reader.take(','))
  }
  return update
})

/** Whether an item, or there being none, meets a condition. */
export function holds(condition: Condition, item: Attributes | undefined, names: Substitutes): boolean {
  switch (condition.kind) {
    case 'and':
      return holds(condition.left, item, names) && holds(condition.right, item, names)
    case 'or':
      return holds(condition.left, item, names) || holds(condition.right, item, names)
    case 'not':
      return !holds(condition.inner, item, names)
    case 'exists':
      return read(condition.path, item, names) !== undefined
    case 'misses':
      return read(condition.path, item, names) === undefined
    case 'compare':
      return compares(condition.operator, valueOf(condition.left, item, names), valueOf(condition.right, item, names))
    case 'between': {
      const value = valueOf(condition.left, item, names)
      return (
        compares('>=', value, valueOf(condition.low, item, names)) &&
        compares('<=', value, valueOf(condition.high, item, names))
      )
    }
    case 'begins_with': {
      const [whole, start] = [condition.left, condition.right].map((each) => valueOf(each, item, names)?.['S'])
      return typeof whole === 'string' && typeof start === 'string' && whole.startsWith(start)
    }
  }
}

/** An item after an update; the old one stays as it is. */
export function updated(update: Update, item: Attributes, names: Substitutes): Attributes {
  const after = { ...item }
  // Every clause sees the item as it was before.
  for (const [path, operand] of update.set) {
    const value = valueOf(operand, item, names)
    if (!value) throw new Error(`SET of ${path} reads an attribute that is not there`)
    after[nameOf(path, names)] = value
  }
  for (const [path, operand] of update.add) {
    const name = nameOf(path, names)
    const addend = valueOf(operand, item, names)
    if (addend?.['N'] === undefined) throw new Error(`ADD of ${path} is played for numbers alone`)
    after[name] = numberOf(Number(item[name]?.['N'] ?? 0) + Number(addend['N']))
  }
  for (const path of update.remove) delete after[nameOf(path, names)]
  return after
}

/** The equalities of a key condition by attribute, which say in which partition to look. */
export function equalities(condition: Condition, names: Substitutes): Map<string, Attribute> {
  if (condition.kind === 'and')
    return new Map([...equalities(condition.left, names), ...equalities(condition.right, names)])
  if (condition.kind !== 'compare' || condition.operator !== '=' || condition.left.kind !== 'path') return new Map()
  return new Map([[nameOf(condition.left.name, names), valueOf(condition.right, undefined, names) as Attribute]])
}

function valueOf(operand: Operand, item: Attributes | undefined, names: Substitutes): Attribute | undefined {
  switch (operand.kind) {
    case 'path':
      return read(operand.name, item, names)
    case 'value': {
      const value = names.ExpressionAttributeValues?.[operand.name]
      if (!value) throw new Error(`An expression uses ${operand.name}, which has no value`)
      return value
    }
    case 'if_not_exists':
      return read(operand.path, item, names) ?? valueOf(operand.otherwise, item, names)
    case 'sum': {
      const [left, right] = [operand.left, operand.right].map((each) => valueOf(each, item, names)?.['N'])
      if (left === undefined || right === undefined) throw new Error('An expression adds what is no number')
      return numberOf(Number(left) + operand.sign * Number(right))
    }
  }
}

/** Reads a path, `attribute` or `attribute.inner`. */
function read(path: string, item: Attributes | undefined, names: Substitutes): Attribute | undefined {
  if (!path.includes('.')) return item?.[nameOf(path, names)]
  let value: Attribute | undefined = { M: item }
  for (const part of path.split('.')) value = (value?.['M'] as Attributes | undefined)?.[nameOf(part, names)]
  return value
}

function nameOf(path: string, { ExpressionAttributeNames: known }: Substitutes): string {
  if (path.includes('.')) throw new Error(`The model does not write inside of an attribute: ${path}`)
  if (!path.startsWith('#')) return path
  const name = known?.[path]
  if (name === undefined) throw new Error(`An expression uses ${path}, which names nothing`)
  return name
}

const numberOf = (value: number): Attribute => ({ N: String(value) })

/** Values of different types are never equal, and in no order. */
function compares(operator: string, left: Attribute | undefined, right: Attribute | undefined): boolean {
  if (!left || !right) return operator === '<>' && left !== right
  const order = orderOf(left, right)
  if (operator === '=') return order === 0
  if (operator === '<>') return order !== 0
  if (order === undefined) return false
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  if (operator === '>') return order > 0
  return order >= 0
}

/** @returns undefined when two values are different, but neither is the greater one */
function orderOf(left: Attribute, right: Attribute): number | undefined {
  if (left['S'] !== undefined && right['S'] !== undefined) {
    if (left['S'] === right['S']) return 0
    return Buffer.compare(Buffer.from(left['S'] as string), Buffer.from(right['S'] as string))
  }
  if (left['N'] !== undefined && right['N'] !== undefined) return Number(left['N']) - Number(right['N'])
  return isDeepStrictEqual(left, right) ? 0 : undefined
}

function either(reader: Reader): Condition {
  let left = both(reader)
  while (reader.takeWord('OR')) left = { kind: 'or', left, right: both(reader) }
  return left
}

function both(reader: Reader): Condition {
  let left = simple(reader)
  while (reader.takeWord('AND')) left = { kind: 'and', left, right: simple(reader) }
  return left
}

function simple(reader: Reader): Condition {
  if (reader.takeWord('NOT')) return { kind: 'not', inner: simple(reader) }
  if (reader.take('(')) {
    const inner = either(reader)
    reader.expect(')')
    return inner
  }
  for (const [name, kind] of [
    ['attribute_exists', 'exists'],
    ['attribute_not_exists', 'misses'],
  ] as const)
    if (reader.take(name)) {
      reader.expect('(')
      const path = pathIn(reader)
      reader.expect(')')
      return { kind, path }
    }
  if (reader.take('begins_with')) {
    reader.expect('(')
    const left = operand(reader)
    reader.expect(',')
    const right = operand(reader)
    reader.expect(')')
    return { kind: 'begins_with', left, right }
  }
  const left = operand(reader)
  if (reader.takeWord('BETWEEN')) {
    const low = operand(reader)
    if (!reader.takeWord('AND')) throw reader.unknown(reader.next())
    return { kind: 'between', left, low, high: operand(reader) }
  }
  const operator = reader.next()
  if (!['=', '<>', '<', '<=', '>', '>='].includes(operator)) throw reader.unknown(operator)
  return { kind: 'compare', operator, left, right: operand(reader) }
}

function sum(reader: Reader): Operand {
  const left = operand(reader)
  if (reader.take('+')) return { kind: 'sum', sign: 1, left, right: operand(reader) }
  if (reader.take('-')) return { kind: 'sum', sign: -1, left, right: operand(reader) }
  return left
}

function operand(reader: Reader): Operand {
  if (reader.take('if_not_exists')) {
    reader.expect('(')
    const path = pathIn(reader)
    reader.expect(',')
    const otherwise = operand(reader)
    reader.expect(')')
    return { kind: 'if_not_exists', path, otherwise }
  }
  const token = reader.next()
  if (token.startsWith(':')) return { kind: 'value', name: token }
  return { kind: 'path', name: asPath(token, reader) }
}

const pathIn = (reader: Reader): string => asPath(reader.next(), reader)

function asPath(token: string, reader: Reader): string {
  if (!/^#?[A-Za-z_]\w*$/.test(token) || reader.peek() === '(') throw reader.unknown(token)
  return reader.take('.') ? `${token}.${pathIn(reader)}` : token
}

/** The words and signs of an expression, one after the other. */
class Reader {
  private readonly tokens: string[]
  private at = 0

  constructor(private readonly text: string) {
    this.tokens = text.match(/[#:]?\w+|<>|<=|>=|[^\s]/g) ?? []
  }

  peek = (): string | undefined => this.tokens[this.at]
  atEnd = (): boolean => this.at === this.tokens.length

  next(): string {
    const token = this.tokens[this.at++]
    if (token === undefined) throw new Error(`The expression ends too early: ${this.text}`)
    return token
  }

  take(token: string): boolean {
    if (this.peek() !== token) return false
    this.at++
    return true
  }

  takeWord(word: string): boolean {
    return this.take(word) || this.take(word.toLowerCase())
  }

  expect(token: string): void {
    if (!this.take(token)) throw this.unknown(this.peek() ?? 'the end')
  }

  end(): void {
    if (!this.atEnd()) throw this.unknown(this.next())
  }

  unknown(token: string): Error {
    return new Error(`The model does not know what ${token} means in the expression: ${this.text}`)
  }
}

/** The service has few expressions and sends each of them very often. */
function remembered<Result>(parse: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    const parsed = known.get(text) ?? parse(text)
    known.set(text, parsed)
    return parsed
  }
}
