import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A line of the table of places. */
export interface KnownPlace {
  locality: string
  /** Empty where the table does not know the two letters. */
  region: string
  latitude: number
  longitude: number
  /** Empty where several clocks are in use. */
  timezone: string
}

export type FindPlace = (key: string) => KnownPlace | undefined

/** Longest line of the table, in bytes; what builds it holds to that. */
export const MAX_LINE_BYTES = 500

const BLOCK_BYTES = 8 * MAX_LINE_BYTES
const NEWLINE = 10
const TAB = 9

/**
 * Looks into the table of places: lines sorted by their keys, searched where they lie on disk. So there is
 * nothing to load, a look-up costs about a dozen small reads, and a process keeps no place in memory. The file
 * is opened when it is first needed.
 * @throws Error at the first look-up, when there is no such file
 */
export function openPlaces(file: string): FindPlace {
  let table: { descriptor: number; size: number } | undefined
  return (key) => {
    table ??= open(file)
    const line = findLine(table.descriptor, table.size, key)
    return line === undefined ? undefined : placeIn(line)
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

/** What follows the key in its line. Always, the line is between low and high, which both are where lines begin. */
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

function placeIn(line: string): KnownPlace {
  const [locality = '', region = '', latitude, longitude, timezone = ''] = line.split('\t')
  return { locality, region, latitude: Number(latitude), longitude: Number(longitude), timezone }
}
