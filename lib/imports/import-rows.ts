import type { CsvRow } from '../csv/read-rows.js'
import { inOrder } from '../runtime/in-order.js'
import type { Columns } from './columns.js'
import type { ReadRowOf, RowDeviation } from './record-rows.js'
import { type DescribeFault, faultsOfRow, inEnglish } from './row-fault.js'

/** The outcome of the rows of a file. */
export interface RowCounts {
  rows: number
  recorded: number
  refused: number
  /** Recorded rows that were stored with a change, or in part. */
  changed: number
  /** Rows about what an earlier row is about; both are recorded, in their order. */
  repeated: number
}

/** A row that was not recorded, and why. */
export interface RefusedRow {
  row: CsvRow
  problem: string
}

/** A row that was recorded with changes. */
export interface DeviatingRow {
  row: CsvRow
  deviations: RowDeviation[]
}

/** Number of rows that are read ahead by default, and that are recorded at the same time. */
const BATCH = 256
const AT_ONCE = 32

/** The work on each row, and its report. */
export interface Importing {
  columns: Columns
  read: ReadRowOf
  /** Whether rows are only checked. */
  isDryRun: boolean
  /** Writes what is wrong with a row; in English by default. */
  describe?: DescribeFault
  refuse: (refused: RefusedRow) => Promise<void> | void
  /** Takes the rows that were recorded with changes. */
  deviate?: (deviating: DeviatingRow) => Promise<void> | void
  onProgress: (rows: number) => void
  /** Number of rows that are read ahead. */
  batch?: number
  /** Whether there is time for a further batch; without it there always is. */
  hasTime?: () => boolean
}

/**
 * Records the rows of a file as they are read. Rows about the same person or event are recorded in their order, others
 * at the same time. Of the whole file, only a number for each key is kept.
 */
export async function importRows(rows: AsyncIterable<CsvRow>, importing: Importing): Promise<RowCounts> {
  const counts: RowCounts = { rows: 0, recorded: 0, refused: 0, changed: 0, repeated: 0 }
  const seen = new Set<string>()
  const { batch: size = BATCH, hasTime = () => true } = importing
  for await (const batch of batches(rows, size)) {
    const results = await prepared(batch, importing)
    const done = await inOrder(results, { most: AT_ONCE, keysOf: ({ ready }) => ready?.keys ?? [] }, async (each) => {
      if (!each.ready || importing.isDryRun) return { problem: each.problem, deviations: [] }
      return each.ready.record().then(
        (deviations) => ({ problem: undefined, deviations }),
        (error: unknown) => ({ problem: problemOf(error, importing), deviations: [] }),
      )
    })
    for (const [i, { problem, deviations }] of done.entries()) {
      const keys = results[i]?.ready?.keys ?? []
      if (keys.some((key) => seen.has(key))) counts.repeated += 1
      for (const key of keys) seen.add(key)
      counts.rows += 1
      counts[problem === undefined ? 'recorded' : 'refused'] += 1
      if (deviations.length > 0) {
        counts.changed += 1
        await importing.deviate?.({ row: batch[i] as CsvRow, deviations })
      }
      if (problem !== undefined) await importing.refuse({ row: batch[i] as CsvRow, problem })
    }
    importing.onProgress(counts.rows)
    if (!hasTime()) break
  }
  return counts
}

/** Describes what is wrong with a row. @throws what is not a refusal */
const problemOf = (error: unknown, { columns, describe = inEnglish }: Importing): string =>
  faultsOfRow(error, columns).map(describe).join('; ')

const prepared = (batch: CsvRow[], importing: Importing) =>
  Promise.all(
    batch.map(async ({ cells }) =>
      importing.read(cells).then(
        (ready) => ({ ready, problem: undefined }),
        (error: unknown) => ({ ready: undefined, problem: problemOf(error, importing) }),
      ),
    ),
  )

async function* batches(rows: AsyncIterable<CsvRow>, size: number): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
