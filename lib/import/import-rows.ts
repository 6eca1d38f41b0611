import type { CsvRow } from '../csv/read-rows.js'
import { OsdiError } from '../domain/errors.js'
import { inOrder } from '../in-order.js'
import type { Columns } from './columns.js'
import type { ReadRowOf } from './record-rows.js'

/** What became of the rows of a file. */
export interface RowCounts {
  rows: number
  recorded: number
  refused: number
  /** Rows about what an earlier row is about; both are recorded, in their order. */
  repeated: number
}

/** A row that was not recorded, and why. */
export interface RefusedRow {
  row: CsvRow
  problem: string
}

/** How many rows are read ahead unless it is told otherwise, and recorded at the same time. */
const BATCH = 256
const AT_ONCE = 16

/** What is done with each row, and what is told of it. */
export interface Importing {
  columns: Columns
  read: ReadRowOf
  /** Whether rows are only checked. */
  isDryRun: boolean
  refuse: (refused: RefusedRow) => Promise<void> | void
  onProgress: (rows: number) => void
  /** How many rows are read ahead. */
  batch?: number
  /** Whether there is time for a further batch; without it there always is. */
  hasTime?: () => boolean
}

/**
 * Records the rows of a file as they are read. Rows about the same person or event are recorded in their order, others
 * at the same time. Of the whole file, only a number for each key is kept.
 */
export async function importRows(rows: AsyncIterable<CsvRow>, importing: Importing): Promise<RowCounts> {
  const counts: RowCounts = { rows: 0, recorded: 0, refused: 0, repeated: 0 }
  const seen = new Set<string>()
  const { batch: size = BATCH, hasTime = () => true } = importing
  for await (const batch of batches(rows, size)) {
    const results = await prepared(batch, importing)
    const done = await inOrder(
      results,
      { most: AT_ONCE, keysOf: ({ ready }) => ready?.keys ?? [] },
      async (each) => {
        if (!each.ready || importing.isDryRun) return each.problem
        return each.ready.record().then(
          () => undefined,
          (error: unknown) => problemOf(error, importing.columns),
        )
      },
    )
    for (const [i, problem] of done.entries()) {
      const keys = results[i]?.ready?.keys ?? []
      if (keys.some((key) => seen.has(key))) counts.repeated += 1
      for (const key of keys) seen.add(key)
      counts.rows += 1
      counts[problem === undefined ? 'recorded' : 'refused'] += 1
      if (problem !== undefined) await importing.refuse({ row: batch[i] as CsvRow, problem })
    }
    importing.onProgress(counts.rows)
    if (!hasTime()) break
  }
  return counts
}

const prepared = (batch: CsvRow[], { read, columns }: Importing) =>
  Promise.all(
    batch.map(async ({ cells }) =>
      read(cells).then(
        (ready) => ({ ready, problem: undefined }),
        (error: unknown) => ({ ready: undefined, problem: problemOf(error, columns) }),
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

/** Where the API names the field of a column. */
const PATHS: [RegExp, string][] = [
  [/^(person\.)?email_addresses\[0\]\.status/, 'email_status'],
  [/^(person\.)?email_addresses/, 'email'],
  [/^(person\.)?phone_numbers\[0\]\.status/, 'phone_status'],
  [/^(person\.)?phone_numbers/, 'phone'],
  [/^person\.(postal_addresses\[0\]\.)?(given_name|family_name|locality|region|postal_code|country)/, '$2'],
  [/^person\.postal_addresses\[0\]\.address_lines/, 'address'],
  [/^location\.(address)_lines/, '$1'],
  [/^location\.(\w+)/, '$1'],
  [/^add_tags/, 'tags'],
  [/^person\.identifiers/, 'id'],
]

/** Describes what is wrong with a row, with the headings of its file. @throws what is no refusal */
function problemOf(error: unknown, { at, headings }: Columns): string {
  if (!(error instanceof OsdiError) || error.code === 'busy' || error.code === 'unknown_outcome') throw error
  if (error.faults.length === 0) return error.message
  const described = error.faults.map(({ description, properties: [path = ''] }) => {
    const [pattern, name] = PATHS.find(([each]) => each.test(path)) ?? [/^(\w+)$/, '$1']
    const field = (pattern.exec(path)?.[0] ?? path).replace(pattern, name)
    const heading = headings[at.get(field) ?? -1] ?? headings[at.get('full_name') ?? -1]
    if (heading === undefined) return description
    const rest = description.startsWith(path) ? description.slice(path.length).trim() : description
    return `${heading}: ${rest}`
  })
  return described.join('; ')
}
