import type { Attribute, Attributes } from './expressions.js'

/** A write unit pays for 1 KB, a read unit for 4 KB. */
const WRITE_BYTES = 1024
const READ_BYTES = 4096

/** Returns the units of writing an item: those of its larger state, before or after. */
export const writeUnits = (before: Attributes | undefined, after: Attributes | undefined) =>
  Math.max(1, Math.ceil(Math.max(sizeOf(before), sizeOf(after)) / WRITE_BYTES))

/** Returns the units of reading this many bytes; half of it where a stale answer will do. */
export const readUnits = (bytes: number, consistent: boolean) =>
  Math.max(1, Math.ceil(bytes / READ_BYTES)) * (consistent ? 1 : 0.5)

/** Returns the units of an index for a change of an item: none where its projection stays as it was. */
export function indexUnits(before: Attributes | undefined, after: Attributes | undefined, moved: boolean) {
  if (before && after && !moved) return sameShown(before, after) ? 0 : writeUnits(before, after)
  return (before ? writeUnits(before, undefined) : 0) + (after ? writeUnits(undefined, after) : 0)
}

function sameShown(one: Attributes, other: Attributes): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
  )
}

/** An item's size in bytes, names included. */
export function sizeOf(item: Attributes | undefined): number {
  let bytes = 0
  for (const name in item) bytes += Buffer.byteLength(name) + valueBytes(item[name] as Attribute)
  return bytes
}

function valueBytes(value: Attribute): number {
  for (const type in value) {
    const content = value[type]
    if (type === 'S') return Buffer.byteLength(content as string)
    if (type === 'B') return Math.floor(((content as string).length * 3) / 4)
    if (type === 'N') return numberBytes(content as string)
    if (type === 'BOOL' || type === 'NULL') return 1
    if (type === 'M') {
      const entries = Object.keys(content as Attributes).length
      return 3 + entries + sizeOf(content as Attributes)
    }
    if (type === 'L') return 3 + (content as Attribute[]).reduce((sum, each) => sum + 1 + valueBytes(each), 0)
    throw new Error(`The model does not know the type ${type}`)
  }
  throw new Error('A value of no type')
}

/** Two digits to a byte on each side of the point, without zeros at either end; a sign, and the number's exponent. */
function numberBytes(number: string): number {
  const [whole = '', fraction = ''] = number.replace('-', '').split('.')
  const digits = fraction
    ? [whole.replace(/^0+/, ''), fraction.replace(/0+$/, '')]
    : [whole.replace(/^0+|0+$/g, ''), '']
  if (digits[0] === '') digits[1] = digits[1]?.replace(/^0+/, '') ?? ''
  const pairs = digits.reduce((sum, each) => sum + Math.ceil(each.length / 2), 0)
  return pairs + 1 + (number.startsWith('-') ? 1 : 0)
}
