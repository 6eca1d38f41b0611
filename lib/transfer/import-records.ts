import type { Attendance } from '../attendances/attendance.js'
import type { Owner } from '../runtime/owner.js'
import { type Counts } from '../events/totals.js'
import { changeOfCounts } from '../attendances/change-of-counts.js'
import { inParallel } from '../table/in-parallel.js'
import { lists } from '../collections/numbered-list.js'
import { getMany } from '../table/reads.js'
import type { Item, Key, Table } from '../table/table.js'
import { sumOf } from '../events/store/totals.js'
import { putIfAbsent } from '../table/transaction.js'
import {
  type ListRecord,
  type TransferRecord,
  claimsOfRecord,
  isMember,
  keyOfRecord,
  leftOut,
  nameOf,
  wholesOf,
} from './records.js'
import { writeRecord } from './write-record.js'

/** A record, and where it stands in its file. */
export interface Line {
  number: number
  record: TransferRecord
}

export interface ImportCounts {
  written: number
  /** Records whose item was there already; it stays as it is. */
  there: number
}

/** The export that the records belong to. */
export interface ExportName {
  id: string
  owner: Owner
}

/** Number of records that are looked up at once, and written at the same time. */
const BATCH = 100
const AT_ONCE = 16

/**
 * Writes the records of an export, in their order. Nothing that is there is ever changed, so that it may be
 * stopped and repeated.
 *
 * A length is written before its members and says which export it is of. Only where it does are members written:
 * elsewhere other members may have their ordinals. Identifiers and contacts that others hold are left out; the member
 * itself is written, since a missing member would be a gap.
 * @param report is told what was refused, with the number of its line
 */
export async function importRecords(
  table: Table,
  { id, owner }: ExportName,
  lines: AsyncIterable<Line>,
  report: (line: number, refusal: string) => void,
): Promise<ImportCounts> {
  const counts: ImportCounts = { written: 0, there: 0 }
  /** The lists of this import, and their lengths. */
  const ours = new Map<string, number>()

  /** The counts of each event's attendances. */
  const totals = new Map<string, Partial<Counts>>()
  const countAttendance = (attendance: Attendance) =>
    totals.set(attendance.event, sumOf([totals.get(attendance.event) ?? {}, changeOfCounts(undefined, attendance)]))

  const writeList = async (record: ListRecord, found: Item | undefined) => {
    const { name, length } = record
    const value = { length, imported: id }
    const existing = found ?? (await putIfAbsent(table, keyOfRecord(record), value))
    if (!existing || existing['imported'] === id) ours.set(name, length)
    return !existing
  }

  const write = async ({ number, record }: Line, found: Item | undefined, wholes: Item[]): Promise<boolean> => {
    const refuse = (refusal: string) => report(number, refusal)
    if (wholes.some((whole) => whole['owner'] !== owner)) {
      refuse(`${nameOf(record)} would be a part of another owner's resource here.`)
      return false
    }
    if (record.type === 'list') return writeList(record, found)
    if (record.type === 'attendance') countAttendance(record.value as unknown as Attendance)
    if (found) {
      for (const refusal of differences(record, found)) refuse(refusal)
      return false
    }
    const list = isMember(record) || record.type === 'run' ? record.list : undefined
    if (list !== undefined && !ours.has(list)) {
      refuse(`The list "${list}" has other members here, so ${nameOf(record)} cannot join it.`)
      return false
    }
    // A tagging that is not here was taken off since, unless its tag came with it.
    if (record.type === 'tagging' && !ours.has(lists.tagsOf(owner).name)) return false
    return writeRecord(table, record, { owner, lengths: ours, counts: totals, refuse })
  }

  for await (const batch of batches(lines)) {
    const keys = batch.map(({ record }) => keyOfRecord(record))
    const [found, wholes] = await Promise.all([
      getMany(table, keys, { consistent: true }),
      inTable(
        table,
        batch.map(({ record }) => wholesOf(record)),
      ),
    ])
    const written = await inParallel(batch, AT_ONCE, (line, i) => write(line, found[i], wholes[i] ?? []))
    for (const isNew of written) counts[isNew ? 'written' : 'there'] += 1
  }
  return counts
}

/** Those of some items that are there, in the groups in which they are asked for. */
async function inTable(table: Table, groups: Key[][]): Promise<Item[][]> {
  const found = await getMany(table, groups.flat())
  let next = 0
  return groups.map((keys) => keys.flatMap(() => found[next++] ?? []))
}

/** Lines of one type that follow each other, so many at most: what comes later may need what came before. */
async function* batches(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  for await (const line of lines) {
    const [first] = batch
    if (first && (batch.length >= BATCH || first.record.type !== line.record.type)) {
      yield batch
      batch = []
    }
    batch.push(line)
  }
  if (batch.length > 0) yield batch
}

/** Returns the parts of a record that the item at its key lacks, though it should not. */
function differences(record: Exclude<TransferRecord, ListRecord>, found: Item): string[] {
  if (record.type === 'run' || found['erased_date'] !== undefined) return []
  const { owner } = record.value
  if (owner !== undefined && owner !== found['owner']) return [`${nameOf(record)} belongs to another owner here.`]
  const kept = (found['identifiers'] ?? []) as string[]
  return claimsOfRecord(record)
    .filter(({ identifier }) => !kept.includes(identifier))
    .map(({ identifier }) => leftOut(record, `the identifier "${identifier}"`))
}
