import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A line of the table of locations. */
export interface KnownLocation {
  locality: string
  /** Empty where the table does not know the two letters. */
  region: string
  latitude: number
  longitude: number
  /** Empty where several clocks are in use. */
  timezone: string
}

export type FindLocation = (key: string) => KnownLocation | undefined

/** Longest line of the table, in bytes; what builds it holds to that. */
export const MAX_LINE_BYTES = 500

const BLOCK_BYTES = 8 * MAX_LINE_BYTES
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

function open(file: string) {
  const descriptor = openSync(file, 'r')
  try {
    return { descriptor, size: fstatSync(descriptor).size }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/**
 * Returns the rest of the line after its key. The line is always between low and high, which both are starts of lines.
 */
function findLine(descriptor: number, size: number, key: string): string | undefined {
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
  const lines = read(descriptor, low, high - low)
    .toString()
    .split('\n')
  return lines.find((line) => line.startsWith(`${key}\t`))?.slice(key.length + 1)
}

function read(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position))
}

function readLine(line: string): KnownLocation {
  const [locality = '', region = '', latitude, longitude, timezone = ''] = line.split('\t')
  return { locality, region, latitude: Number(latitude), longitude: Number(longitude), timezone }
}
