import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Owner } from '../../lib/runtime/owner.js'
import { type Line } from '../../lib/transfer/import-records.js'
import { faultIn } from '../../lib/transfer/faults.js'
import type { TransferRecord } from '../../lib/transfer/records.js'
import { hasCode } from '../../local/user-error.js'

/*
 * The file of an export: a header, one line of JSON for each record, and a last line with their counts. A file without
 * the last line is cut off.
 */

const FORMAT = 1

/** The first line. */
export interface Header {
  type: 'turnout_export'
  format: typeof FORMAT
  /** An import recognizes by it what it has written before. */
  id: string
  owner: Owner
  /** The prefix of native identifiers in the exported service. */
  native_prefix: string
  created_date: string
}

/** Number of records by type. */
export type RecordCounts = Record<string, number>

/**
 * Writes records to a new file that only its owner may read.
 * @throws Error when the file exists
 */
export async function writeExport(
  path: string,
  header: Omit<Header, 'type' | 'format'>,
  records: AsyncIterable<TransferRecord>,
): Promise<RecordCounts> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const done = finished(file)
  const put = async (line: object) => {
    if (!file.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(file, 'drain'), done])
  }
  const counts: RecordCounts = {}
  await Promise.race([once(file, 'open'), done]).catch((error: unknown) => {
    throw hasCode(error, 'EEXIST') ? new Error(`The file ${path} exists already and is not overwritten.`) : error
  })
  await put({ type: 'turnout_export', format: FORMAT, ...header })
  for await (const record of records) {
    await put(record)
    counts[record.type] = (counts[record.type] ?? 0) + 1
  }
  await put({ type: 'end', counts })
  file.end()
  await done
  return counts
}

/** The result of checking a file. */
export interface Checked {
  header: Header | undefined
  records: number
  /** One sentence each, with the number of the line. */
  faults: string[]
}

/** Checking stops at this many faults. */
const MOST_FAULTS = 20

/** Checks a whole file before any of it is imported. @throws Error when the file cannot be read */
export async function checkExport(path: string): Promise<Checked> {
  const counts: RecordCounts = {}
  const faults: string[] = []
  let header: Header | undefined
  let end: RecordCounts | undefined
  let number = 0
  for await (const text of linesOf(path)) {
    number += 1
    const line = parsed(text)
    const fault = end ? 'comes after the end' : number === 1 ? faultInHeader(line) : undefined
    if (fault !== undefined) faults.push(`Line ${number} ${fault}.`)
    else if (number === 1) header = line as Header
    else if (isEnd(line)) end = line.counts
    else {
      const wrong = line === undefined ? 'is not JSON' : faultIn(line, (header as Header).owner)
      if (wrong === undefined) counts[(line as TransferRecord).type] = (counts[(line as TransferRecord).type] ?? 0) + 1
      else faults.push(`Line ${number} ${wrong}.`)
    }
    if (!header || faults.length >= MOST_FAULTS) return { header, records: 0, faults }
  }
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (number === 0) faults.push('The file is empty.')
  else if (!end) faults.push(`The file is cut off after line ${number}: its last line must count the records.`)
  else if (faults.length === 0) faults.push(...miscounted(end, counts))
  return { header, records, faults }
}

/** Reads the records of a checked file, with their line numbers. */
export async function* readExport(path: string): AsyncGenerator<Line> {
  let number = 0
  for await (const text of linesOf(path)) {
    number += 1
    const line = parsed(text)
    if (number > 1 && !isEnd(line)) yield { number, record: line as TransferRecord }
  }
}

/** readline does not fit: it also ends a line at characters that JSON may hold unescaped. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const part of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() as string
    yield* lines
  }
  if (rest !== '') yield rest
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function faultInHeader(line: unknown): string | undefined {
  const { type, format, id, owner } = (line ?? {}) as Partial<Record<keyof Header, unknown>>
  if (type !== 'turnout_export') return 'does not say that this is an export'
  if (format !== FORMAT) return `is of the format ${JSON.stringify(format)}, not ${FORMAT}`
  return typeof id === 'string' && /^(group|account):./.test(String(owner)) ? undefined : 'lacks id or owner'
}

const isEnd = (line: unknown): line is { type: 'end'; counts: RecordCounts } =>
  (line as { type?: unknown } | undefined)?.type === 'end'

const miscounted = (end: RecordCounts, counts: RecordCounts) =>
  [...new Set([...Object.keys(end), ...Object.keys(counts)])]
    .filter((type) => end[type] !== counts[type])
    .map((type) => `The file has ${counts[type] ?? 0} records of the type ${type}, and counts ${end[type] ?? 0}.`)
