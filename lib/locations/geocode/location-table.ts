import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A line of the table of locations. */
export interface KnownLocation {
  /** Empty for a name in another language: its spelling is that of the one who writes it. */
  locality: string
  /** Empty where the table does not know the two letters. */
  region: string
  latitude: number
  longitude: number
  /** Empty where several clocks are in use. */
  timezone: string
}

/** A line of the table with its key. */
export interface KeyedLocation {
  key: string
  location: KnownLocation
  /** The number of people of a town; 0 where the table does not know it. */
  population: number
}

/** Returns the lines whose keys begin with a text, in their order. */
export type ScanLocations = (prefix: string) => KeyedLocation[]

export type FindLocation = (key: string) => KnownLocation | undefined

/** Longest line of the table, in bytes; what builds it holds to that. */
export const MAX_LINE_BYTES = 500

const BLOCK_BYTES = 8 * MAX_LINE_BYTES
/** A scan reads pieces of the first size, and at most the second: more lines than any three letters begin. */
const SCANNED_BYTES = 16 * 1024
const MOST_SCANNED_BYTES = 256 * 1024
const NEWLINE = 10
const TAB = 9

/**
 * Opens the table of locations: lines sorted by their keys, found by binary search on disk. Nothing is loaded into
 * memory, and a lookup costs about a dozen small reads. The file is opened by the first lookup.
 * @throws Error at the first lookup, when the file does not exist
 */
export function openLocationTable(file: string): FindLocation {
  let table: { descriptor: number; size: number } | undefined
  return (key) => {
    table ??= open(file)
    const line = findLine(table.descriptor, table.size, key)
    return line === undefined ? undefined : readLine(line)
  }
}

/** Opens the table as openLocationTable does. @throws Error at the first scan, when the file does not exist */
export function openLocationScan(file: string): ScanLocations {
  let table: { descriptor: number; size: number } | undefined
  return (prefix) => {
    table ??= open(file)
    return linesFrom(table, prefix).map((line) => {
      const end = line.indexOf('\t')
      const rest = line.slice(end + 1)
      return {
        key: line.slice(0, end),
        location: readLine(rest),
        population: Number(rest.split('\t')[POPULATION] ?? 0),
      }
    })
  }
}

/** Reads the lines that begin with a text, in pieces. */
function linesFrom({ descriptor, size }: { descriptor: number; size: number }, prefix: string): string[] {
  const wanted = Buffer.from(prefix)
  const start = blockOf(descriptor, size, prefix).low
  const found: string[] = []
  let rest = Buffer.alloc(0)
  for (let position = start; position < size && position - start < MOST_SCANNED_BYTES;) {
    const piece = read(descriptor, position, SCANNED_BYTES)
    position += piece.length
    const bytes = Buffer.concat([rest, piece])
    const end = bytes.lastIndexOf(NEWLINE) + 1
    const lines = bytes.subarray(0, end).toString().split('\n').slice(0, -1)
    found.push(...lines.filter((line) => line.startsWith(prefix)))
    const last = Buffer.from(lines.at(-1) ?? '').subarray(0, wanted.length)
    if (Buffer.compare(last, wanted) > 0) break
    rest = bytes.subarray(end)
  }
  return found
}

function open(file: string) {
  const descriptor = openSync(file, 'r')
  try {
    return { descriptor, size: fstatSync(descriptor).size }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** Returns the rest of the line after its key. */
function findLine(descriptor: number, size: number, key: string): string | undefined {
  const { low, high } = blockOf(descriptor, size, key)
  const lines = read(descriptor, low, high - low)
    .toString()
    .split('\n')
  return lines.find((line) => line.startsWith(`${key}\t`))?.slice(key.length + 1)
}

/** Returns where the line of a key is, or would be: always between low and high, which both are starts of lines. */
function blockOf(descriptor: number, size: number, key: string): { low: number; high: number } {
  const wanted = Buffer.from(key)
  let [low, high] = [0, size]
  while (high - low > BLOCK_BYTES) {
    const middle = Math.floor((low + high) / 2)
    const bytes = read(descriptor, middle, 2 * MAX_LINE_BYTES)
    const begin = bytes.indexOf(NEWLINE) + 1
    const found = bytes.subarray(begin, bytes.indexOf(TAB, begin))
    if (Buffer.compare(found, wanted) <= 0) low = middle + begin
    else high = middle + begin
  }
  return { low, high }
}

function read(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position))
}

function readLine(line: string): KnownLocation {
  const [locality = '', region = '', latitude, longitude, timezone = ''] = line.split('\t')
  return { locality, region, latitude: Number(latitude), longitude: Number(longitude), timezone }
}

/** The position of the number of people in the rest of a line. Towns alone have it. */
const POPULATION = 5
