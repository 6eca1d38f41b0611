import { OsdiError } from '../../lib/runtime/errors.js'
import type { Body } from '../../lib/fields/field.js'
import { type Vocabulary, bodyFields } from '../../lib/fields/vocabulary.js'
import { MAX_IDENTIFIERS_PER_REQUEST, seededId } from '../../lib/fields/identifier.js'
import type { Geocode } from '../../lib/locations/location.js'
import type { Principal } from '../../lib/runtime/principal.js'
import type { Owner } from '../../lib/runtime/owner.js'
import { type Site, native } from '../../lib/runtime/site.js'
import { type Dates, type importedStores } from '../../lib/imports/store/imported.js'
import { inOrder } from '../../lib/runtime/in-order.js'
import { among, findHolders } from '../../lib/resources/identifiers.js'
import type { ResourceType } from '../../lib/table/table.js'
import type { Stores } from '../stores.js'
import { type Members, changedSince, idOf, oldestFirst, readAhead } from './source/collection.js'
import type { Deviation, Deviations, RecordKind } from '../imports/deviations.js'
import type { Loss } from './losses.js'
import type { ProgressFile } from './source/progress-file.js'
import { type Document, RefusedBySource, type Source, hrefOf } from './source/source.js'

/** The context of an import. */
export interface Importing {
  source: Source
  /** The prefix of native identifiers at the service, and that of these identifiers here. */
  prefix: string
  system: string
  /** Whether it is a Turnout. Its documents show all that callers may set: what is absent has no value. */
  isTurnout: boolean
  /** Whether its events have pages with forms there, so that they are events of the interface here. */
  hasPages: boolean
  site: Site
  owner: Owner
  principal: Principal
  stores: Stores
  imported: ReturnType<typeof importedStores>
  geocode: Geocode
  file: ProgressFile
  deviations: Deviations
  /** Whether people who are only invited are taken over, without an RSVP. */
  keepsInvited: boolean
  report: ImportReport
}

/** The records of a kind on both sides. */
export interface KindCounts {
  /** Number of records at the service. */
  there: number
  /** Number of them that are here. */
  here: number
}

/** The records of a kind that this run has read, by what became of them. */
export interface ReadCounts {
  read: number
  new: number
  changed: number
  unchanged: number
}

export interface ImportReport {
  counts: Partial<Record<RecordKind, KindCounts>>
  reads: Partial<Record<RecordKind, ReadCounts>>
  /** Records since ordinals were assigned. */
  uncounted: number
  /** Reports progress within the current phase. */
  onProgress: (done: number, all: number) => void
  startPhase: (name: string) => void
}

const AT_ONCE = 16
/** Ordinals are assigned after so many records. */
const COUNT_AFTER = 2_000

/** A collection of the service. */
export interface Collection {
  kind: RecordKind
  /** The event of attendances, by its id at the service. */
  event?: string
  /** Below the base; its progress is kept under it. */
  path: string
  /** Documents with a key in common are recorded in their order. */
  keysOf: (document: Document) => string[]
  /** The lookup before a document is recorded: it finds the resource here that holds an identifier. */
  lookUp: { type: ResourceType; idIn: (document: Document) => string | undefined }
}

/** The outcome of a document. */
export interface Recorded {
  did: 'new' | 'changed' | 'unchanged' | 'left_out'
  /** Fields that are not here as they are there. */
  losses?: Loss[]
  /** Other records there that are the same record here. */
  sameAs?: string[]
}

/** Records one document. @param known the id here of what was looked up. A refusal is an OsdiError */
type RecordDocument = (document: Document, known: string | undefined) => Promise<Recorded>

/** A refusal that no repetition helps: only a change at the service does. */
export class FinalRefusal extends OsdiError {
  constructor(message: string) {
    super('invalid', message)
  }
}

/** The clock of the service may differ from this one, and a write may show late. */
const SLACK_MS = 10 * 60_000

/**
 * Imports a collection. A first run reads it from its oldest member on; the next page is read while one is recorded. A
 * later run reads what was changed since the last import that was finished, which what is new is, too. Only if that has
 * shown something new, the collection itself is read again from where it was.
 */
export async function importCollection(
  importing: Importing,
  collection: Collection,
  record: RecordDocument,
): Promise<Members['total']> {
  const { source, file, report } = importing
  const { path } = collection
  const { done, complete } = file.progress
  const reached = done[path]
  if (complete !== undefined && reached !== undefined) {
    const since = new Date(Date.parse(complete) - SLACK_MS).toISOString()
    const found = await importChanges(importing, collection, since, record)
    if (found === 'nothing new') return reached
    if (found === 'no filter') done[path] = 0
  }
  let total = done[path] ?? 0
  for await (const part of readAhead(oldestFirst(source, path, done[path] ?? 0))) {
    await recordAll(importing, collection, part.members, record)
    total = Math.max(part.total, part.done)
    done[path] = Math.max(done[path] ?? 0, part.done)
    await save(importing)
    if (!path.includes('/')) report.onProgress(part.done, part.total)
  }
  done[path] ??= 0
  return total
}

/** Keeps the deviations before the progress: what the progress says is done has its deviations. */
export async function save({ deviations, file }: Importing): Promise<void> {
  await deviations.save()
  await file.save()
}

async function importChanges(
  importing: Importing,
  collection: Collection,
  since: string,
  record: RecordDocument,
): Promise<'nothing new' | 'something new' | 'no filter'> {
  const before = { ...readsOf(importing, collection.kind) }
  try {
    for await (const members of changedSince(importing.source, collection.path, since))
      await recordAll(importing, collection, members, record)
  } catch (error) {
    if (!(error instanceof RefusedBySource) || error.status !== 400) throw error
    return 'no filter'
  }
  const after = readsOf(importing, collection.kind)
  const known = after.changed + after.unchanged - before.changed - before.unchanged
  return known === after.read - before.read ? 'nothing new' : 'something new'
}

const readsOf = ({ report }: Importing, kind: RecordKind): ReadCounts =>
  (report.reads[kind] ??= { read: 0, new: 0, changed: 0, unchanged: 0 })

/** Records documents of a page, some at the same time. */
export async function recordAll(
  importing: Importing,
  collection: Collection,
  documents: Document[],
  record: RecordDocument,
): Promise<void> {
  const { report, deviations } = importing
  const { kind, path, event, keysOf, lookUp } = collection
  const known = await knownHere(importing, lookUp, documents)
  const reads = readsOf(importing, kind)
  await inOrder(documents, { most: AT_ONCE, keysOf }, async (document) => {
    const id = idOf(document)
    reads.read += 1
    try {
      const { did, losses = [], sameAs = [] } = await record(document, known.get(document))
      if (did !== 'left_out') reads[did] += 1
      const isDeviating = did === 'left_out' || losses.length > 0 || sameAs.length > 0
      deviations.settle(kind, id, !isDeviating ? undefined : deviationOf({ did, losses, sameAs }, event))
      for (const other of sameAs) deviateToo(importing, kind, other, document, event)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const retry = error instanceof FinalRefusal ? undefined : `${path}/${id}`
      deviations.settle(kind, id, {
        what: 'refused',
        why: error.message,
        ...(event && { event }),
        ...(retry && { retry }),
      })
    }
  })
  report.uncounted += documents.length
  if (report.uncounted < COUNT_AFTER) return
  report.uncounted = 0
  await importing.imported.count()
}

/** Two records that are one here differ both, whichever of them came first. */
function deviateToo(
  { deviations, system }: Importing,
  kind: RecordKind,
  other: string,
  document: Document,
  event: string | undefined,
): void {
  const id = other.slice(system.length + 1)
  const before = deviations.get(kind, id)
  const own = `${system}:${idOf(document)}`
  if (before?.why.includes(own)) return
  const { why } = deviationOf({ did: 'unchanged', losses: [], sameAs: [own] }, event)
  const whys = before ? `${before.why} ${why}` : why
  deviations.settle(kind, id, { ...(before ?? { what: 'changed', ...(event && { event }) }), why: whys })
}

function deviationOf({ did, losses, sameAs }: Required<Recorded>, event: string | undefined) {
  const fields = [...new Set(losses.map(({ field }) => field).filter(Boolean))]
  const whys = [
    ...losses.map(({ why }) => why),
    ...(sameAs.length > 0 ? [`It is one record here with ${sameAs.join(', ')}.`] : []),
  ]
  return {
    what: did === 'left_out' ? ('left_out' as const) : ('changed' as const),
    why: [...new Set(whys)].join(' '),
    ...(fields.length > 0 && { fields }),
    ...(event && { event }),
  }
}

/** Reads records again that were refused, and records those that are still at the service. */
export async function retryRefused(
  importing: Importing,
  collection: Omit<Collection, 'path'>,
  record: RecordDocument,
  isOfCollection: (deviation: Deviation) => boolean = () => true,
): Promise<void> {
  const refused = importing.deviations.of(collection.kind, 'refused')
  for (const deviation of refused.filter(isOfCollection)) {
    if (deviation.retry === undefined) continue
    const document = await importing.source.get(deviation.retry)
    const path = deviation.retry.slice(0, deviation.retry.lastIndexOf('/'))
    if (document) await recordAll(importing, { ...collection, path }, [document], record)
    else importing.deviations.settle(deviation.kind, deviation.id, undefined)
  }
  await save(importing)
}

/** Returns the ids of what is here of some documents: one request for all of them. */
async function knownHere(
  { stores, system, owner }: Importing,
  { type, idIn }: Collection['lookUp'],
  documents: Document[],
): Promise<Map<Document, string | undefined>> {
  const named = documents.filter((document) => idIn(document) !== undefined)
  const identifiers = named.map((document) => `${system}:${idIn(document)}`)
  const ids = await findHolders(stores.table, among(type, owner), identifiers)
  return new Map(named.map((document, i) => [document, ids[i]]))
}

/** Whether an error is about a record, and not about the import. */
const isRefusal = (error: unknown): error is OsdiError =>
  error instanceof OsdiError && error.code !== 'busy' && error.code !== 'unknown_outcome'

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
): Promise<'new' | 'changed' | 'unchanged'> {
  if (known === undefined) {
    await create()
    return 'new'
  }
  const here = await find(known)
  if (!here || !isNewer(document, here)) return 'unchanged'
  await change(here, known)
  return 'changed'
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
  const identifiers: unknown = document['identifiers']
  const listed = (Array.isArray(identifiers) ? (identifiers as unknown[]) : []).filter(
    (each): each is string => typeof each === 'string' && !each.startsWith(`${prefix}:`),
  )
  return [...new Set([`${system}:${idOf(document)}`, ...listed])].slice(0, MAX_IDENTIFIERS_PER_REQUEST)
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
  const cleared = Object.keys(bodyFields(vocabulary, importing.site)).map((name): [string, unknown] => [name, null])
  return { ...Object.fromEntries(cleared), ...body }
}

/** The id here of what is new: the same for every attempt. */
export const newIdOf = ({ system, owner }: Importing, document: Document): string =>
  seededId('imported', system, owner, idOf(document))

/** The native id at the service in the address that a link has. */
export const linkedId = (document: Document, rel: string): string | undefined => {
  return hrefOf(document, rel)?.split('/').filter(Boolean).at(-1)?.toLowerCase()
}
