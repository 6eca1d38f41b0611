import { OsdiError } from '../../lib/domain/errors.js'
import type { Body } from '../../lib/domain/fields/body-field.js'
import { type Vocabulary, bodyFields } from '../../lib/domain/fields/vocabulary.js'
import { seededId } from '../../lib/domain/identifier.js'
import type { Geocode } from '../../lib/domain/events/location.js'
import type { Owner, Principal } from '../../lib/domain/access/principal.js'
import { type Site, native } from '../../lib/domain/site.js'
import { type Dates, type importedStores } from '../../lib/dynamodb/stores/imports/imported.js'
import { inOrder } from '../../lib/in-order.js'
import { findHolders } from '../../lib/dynamodb/stores/identifiers/identifiers.js'
import type { ResourceType } from '../../lib/dynamodb/table.js'
import type { Stores } from '../stores.js'
import { type Members, changedSince, idOf, oldestFirst, readAhead } from './collection.js'
import type { ProgressFile } from './progress-file.js'
import { type Document, type Source, hrefOf } from './source.js'

/** The context of an import. */
export interface Importing {
  source: Source
  /** The prefix of native identifiers at the service, and that of these identifiers here. */
  prefix: string
  system: string
  /** Whether it is a Turnout. Its documents show all that callers may set: what is absent has no value. */
  isTurnout: boolean
  site: Site
  owner: Owner
  principal: Principal
  stores: Stores
  imported: ReturnType<typeof importedStores>
  geocode: Geocode
  file: ProgressFile
  report: ImportReport
}

/** The outcome of the records of a kind. */
export interface KindCounts {
  /** Number of records at the service. */
  there: number
  /** Number of them that are here. */
  here: number
}

export interface ImportReport {
  counts: Record<string, KindCounts>
  refusals: string[]
  refused: number
  /** Records since ordinals were assigned. */
  uncounted: number
  /** Reports progress within the current phase. */
  onProgress: (done: number, all: number) => void
  startPhase: (name: string) => void
}

/** The limit of kept refusals; the others are counted. */
const MOST_KEPT = 100
const AT_ONCE = 16
/** Ordinals are assigned after so many records. */
const COUNT_AFTER = 2_000

/** A collection of the service. */
export interface Collection {
  /** Below the base; its progress is kept under it. */
  path: string
  /** Documents with a key in common are recorded in their order. */
  keysOf: (document: Document) => string[]
  /** The lookup before a document is recorded: it finds the resource here that holds an identifier. */
  lookUp: { type: ResourceType; idIn: (document: Document) => string | undefined }
}

/** Records one document. @param known the id here of what was looked up @returns nothing; a refusal is an OsdiError */
type RecordDocument = (document: Document, known: string | undefined) => Promise<void>

/**
 * Imports a collection: what is new since the last time, from the oldest on, and then what was changed since the last
 * import that was finished. The next page is read while one is recorded.
 */
export async function importCollection(
  importing: Importing,
  collection: Collection,
  record: RecordDocument,
): Promise<Members['total']> {
  const { source, file, report } = importing
  const { path } = collection
  const { done, complete } = file.progress
  let total = done[path] ?? 0
  for await (const part of readAhead(oldestFirst(source, path, done[path] ?? 0))) {
    await recordAll(importing, collection, part.members, record)
    total = Math.max(part.total, part.done)
    done[path] = Math.max(done[path] ?? 0, part.done)
    await file.save()
    if (!path.includes('/')) report.onProgress(part.done, part.total)
  }
  if (complete !== undefined)
    for await (const members of changedSince(source, path, complete))
      await recordAll(importing, collection, members, record)
  return total
}

/** Records documents of a page, some at the same time. */
export async function recordAll(
  importing: Importing,
  { path, keysOf, lookUp }: Collection,
  documents: Document[],
  record: RecordDocument,
): Promise<void> {
  const { report } = importing
  const known = await knownHere(importing, lookUp, documents)
  await inOrder(documents, { most: AT_ONCE, keysOf }, async (document) => {
    try {
      await record(document, known.get(document))
    } catch (error) {
      if (!isRefusal(error)) throw error
      refuse(report, `${path} ${idOf(document)}`, error)
    }
  })
  report.uncounted += documents.length
  if (report.uncounted < COUNT_AFTER) return
  report.uncounted = 0
  await importing.imported.count()
}

/** Returns the ids of what is here of some documents: one request for all of them. */
async function knownHere(
  { stores, system }: Importing,
  { type, idIn }: Collection['lookUp'],
  documents: Document[],
): Promise<Map<Document, string | undefined>> {
  const named = documents.filter((document) => idIn(document) !== undefined)
  const identifiers = named.map((document) => `${system}:${idIn(document)}`)
  const ids = await findHolders(stores.table, type, identifiers)
  return new Map(named.map((document, i) => [document, ids[i]]))
}

/** Whether an error is about a record, and not about the import. */
const isRefusal = (error: unknown): error is OsdiError =>
  error instanceof OsdiError && error.code !== 'busy' && error.code !== 'unknown_outcome'

/** Reports a record, or a collection, that was not taken over. */
export function refuse(report: ImportReport, what: string, { message }: Error): void {
  report.refused += 1
  if (report.refusals.length < MOST_KEPT) report.refusals.push(`${what}: ${message}`)
}

/**
 * Creates what is not here, and changes what is here if the document is newer.
 * @param known the id here, if it is here
 */
export async function createOrChange<Here extends { modified_date: string }>(
  document: Document,
  known: string | undefined,
  {
    create,
    find,
    change,
  }: {
    create: () => Promise<unknown>
    find: (id: string) => Promise<Here | undefined>
    change: (here: Here, id: string) => Promise<unknown>
  },
): Promise<void> {
  if (known === undefined) {
    await create()
    return
  }
  const here = await find(known)
  if (here && isNewer(document, here)) await change(here, known)
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
function identifiersOf({ prefix, system }: Importing, document: Document): string[] {
  const listed = ((document['identifiers'] ?? []) as string[]).filter(
    (each) => !each.startsWith(`${prefix}:`),
  )
  return [...new Set([`${system}:${idOf(document)}`, ...listed])]
}

/** A document as a body of a request here: with the prefix and the identifiers that it has here, without its links. */
export function bodyOf(importing: Importing, document: Document): Body & { identifiers: string[] } {
  const { prefix, site } = importing
  const { _links: _others, ...fields } = document
  const renamed = Object.entries<unknown>(fields).map(([name, value]): [string, unknown] =>
    name.startsWith(`${prefix}:`) ? [native(site, name.slice(prefix.length + 1)), value] : [name, value],
  )
  return { ...Object.fromEntries(renamed), identifiers: identifiersOf(importing, document) }
}

/** The same as the body of a change, which also clears what the document of a Turnout does not have. */
export function changeOf(importing: Importing, vocabulary: Vocabulary, document: Document): Body {
  const body = bodyOf(importing, document)
  if (!importing.isTurnout) return body
  const cleared = Object.keys(bodyFields(vocabulary, importing.site)).map((name): [string, unknown] => [
    name,
    null,
  ])
  return { ...Object.fromEntries(cleared), ...body }
}

/** The id here of what is new: the same for every attempt. */
export const newIdOf = ({ system, owner }: Importing, document: Document): string =>
  seededId('imported', system, owner, idOf(document))

/** The native id at the service in the address that a link has. */
export const linkedId = (document: Document, rel: string): string | undefined => {
  return hrefOf(document, rel)?.split('/').filter(Boolean).at(-1)?.toLowerCase()
}
