import { OsdiError } from '../../lib/domain/errors.js'
import { seededId } from '../../lib/domain/identifier.js'
import type { Geocode } from '../../lib/domain/location.js'
import type { Owner, Principal } from '../../lib/domain/principal.js'
import type { Site } from '../../lib/domain/site.js'
import { type Dates, type importedStores } from '../../lib/dynamodb/stores/imported.js'
import { inOrder } from '../../lib/in-order.js'
import type { Stores } from '../stores.js'
import { type Members, changedSince, idOf, oldestFirst } from './collection.js'
import type { ProgressFile } from './progress-file.js'
import { type Document, type Source, hrefOf } from './source.js'

/** What an import works with. */
export interface Importing {
  source: Source
  /** The prefix of native identifiers at the service, and that of these identifiers here. */
  prefix: string
  system: string
  site: Site
  owner: Owner
  principal: Principal
  stores: Stores
  imported: ReturnType<typeof importedStores>
  geocode: Geocode
  file: ProgressFile
  report: ImportReport
}

/** What became of the records of a kind. */
export interface KindCounts {
  /** How many the service has. */
  there: number
  /** How many of them are here. */
  here: number
}

export interface ImportReport {
  counts: Record<string, KindCounts>
  refusals: string[]
  refused: number
  /** Of the phase that is under way. */
  onProgress: (done: number, all: number) => void
  startPhase: (name: string) => void
}

/** So many refusals are kept; the others are counted. */
const MOST_KEPT = 100
const AT_ONCE = 16
/** Ordinals are assigned after so many records. */
const COUNT_AFTER = 2_000
let uncounted = 0

/** Records one document. @returns nothing; a refusal is an OsdiError */
type RecordDocument = (document: Document) => Promise<void>

/**
 * Imports a collection: what is new since the last time, from the oldest on, and then what was changed since the last
 * import that was finished.
 * @param name under which its progress is kept
 */
export async function importCollection(
  importing: Importing,
  { name, path, keysOf }: { name: string; path: string; keysOf: (document: Document) => string[] },
  record: RecordDocument,
): Promise<Members['total']> {
  const { source, file, report } = importing
  const { done, complete } = file.progress
  let total = done[name] ?? 0
  for await (const part of oldestFirst(source, path, done[name] ?? 0)) {
    await recordAll(importing, name, part.members, keysOf, record)
    total = Math.max(part.total, part.done)
    done[name] = Math.max(done[name] ?? 0, part.done)
    await file.save()
    if (!name.includes('/')) report.onProgress(part.done, part.total)
  }
  if (complete !== undefined)
    for await (const members of changedSince(source, path, complete))
      await recordAll(importing, name, members, keysOf, record)
  return total
}

async function recordAll(
  { imported, report }: Importing,
  name: string,
  documents: Document[],
  keysOf: (document: Document) => string[],
  record: RecordDocument,
): Promise<void> {
  await inOrder(documents, { most: AT_ONCE, keysOf }, async (document) => {
    try {
      await record(document)
    } catch (error) {
      if (!(error instanceof OsdiError) || error.code === 'busy' || error.code === 'unknown_outcome')
        throw error
      report.refused += 1
      if (report.refusals.length < MOST_KEPT)
        report.refusals.push(`${name} ${idOf(document)}: ${error.message}`)
    }
  })
  uncounted += documents.length
  if (uncounted < COUNT_AFTER) return
  uncounted = 0
  await imported.count()
}

/** The dates of a document. A document without dates is from now. */
export function datesOf(document: Document): Dates {
  const now = new Date().toISOString()
  const created_date = isoOf(document['created_date']) ?? now
  return { created_date, modified_date: isoOf(document['modified_date']) ?? created_date }
}

const isoOf = (date: unknown): string | undefined => {
  const time = Date.parse(String(date))
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Whether a document is newer than what is here: then it changes that. */
export const isNewer = (document: Document, { modified_date }: { modified_date: string }): boolean =>
  datesOf(document).modified_date.slice(0, 19) > modified_date.slice(0, 19)

/** The identifiers of a document as they are here: the native one is that of another system. */
export function identifiersOf({ prefix, system }: Importing, document: Document): string[] {
  const listed = ((document['identifiers'] ?? []) as string[]).filter(
    (each) => !each.startsWith(`${prefix}:`),
  )
  return [...new Set([`${system}:${idOf(document)}`, ...listed])]
}

/** The id here of what is new: the same for every attempt. */
export const newIdOf = ({ system, owner }: Importing, document: Document): string =>
  seededId('imported', system, owner, idOf(document))

/** The native id at the service in the address that a link has. */
export const linkedId = (document: Document, rel: string): string | undefined => {
  return hrefOf(document, rel)?.split('/').filter(Boolean).at(-1)?.toLowerCase()
}
