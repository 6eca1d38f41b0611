import {
  type InterfaceName,
  changeTo,
  interfaceFields,
  interfaceNames,
  interfaceValues,
  isPresumed,
} from '../../lib/events/interface-fields.js'
import { isDeepStrictEqual } from 'node:util'
import type { InterfaceFields, OsdiEvent } from '../../lib/events/event.js'
import { type InterfaceChange, eventAfter } from '../../lib/events/interface-event.js'
import { findHolder } from '../../lib/resources/identifiers.js'
import { inOrder } from '../../lib/runtime/in-order.js'
import { attendancesIn, importAttendance, waits } from './attendances.js'
import { idOf, matching, oldestFirst } from './source/collection.js'
import { type Importing, recordAll } from './importing.js'
import type { Document } from './source/source.js'

/*
 * Events that were made in the organizer's own interface of a Turnout. Their attendances come as they are there,
 * whether or not they would have a seat here. So an event gets its capacity behind its attendances, and then those of
 * its waiting list, in their order.
 */

/** Whether an event was made in the interface. */
export type MadeInInterface = (document: Document) => boolean

/**
 * Reads which events of a Turnout were made in its interface. The API shows it among the actions, whose labels are
 * titles for these events alone.
 */
export async function readMadeInInterface({
  source,
  prefix,
  isTurnout,
  hasPages,
}: Importing): Promise<MadeInInterface> {
  if (!isTurnout) return () => hasPages
  const made = new Set<string>()
  for await (const { members } of oldestFirst(source, 'targeting/actions', 0))
    for (const action of members) if (action['label'] === action['title']) made.add(idOf(action))
  return (document) =>
    made.has(idOf(document)) ||
    document['status'] === 'cancelled' ||
    document['status'] === 'tentative' ||
    INTERFACE_FIELDS.some((name) => {
      const value: unknown = document[name] ?? document[`${prefix}:${name}`]
      return value !== undefined && !isPresumed(name, value)
    })
}

/** The fields by which a document shows its origin in the interface: an event of the API has a banner, too. */
export const INTERFACE_FIELDS: string[] = interfaceNames.filter((name) => name !== 'featured_image_url')

/** Returns the fields of an event that only the interface sets. */
export const interfaceFieldsOf = ({ prefix }: Importing, document: Document): InterfaceFields => {
  const read = (name: InterfaceName): unknown => {
    const value: unknown = document[name] ?? document[`${prefix}:${name}`]
    // The API shows a wall clock as readers of dates expect it.
    return typeof value === 'string' && interfaceFields[name].value === 'date' ? value.replace(/Z$/, '') : value
  }
  return {
    hidden: document[`${prefix}:hidden`] === true,
    ...interfaceValues(Object.fromEntries(interfaceNames.map((name) => [name, read(name)]))),
  }
}

/** Deviations that an event gets its capacity when its attendances are here, before anything of it is written. */
export async function leaveUnfinished({ file }: Importing, document: Document): Promise<void> {
  const unfinished = (file.progress.unfinished ??= {})
  unfinished[idOf(document)] = true
  await file.save()
}

/**
 * Sets what only the interface sets of an event, as the service shows it. No one is mailed, and the date of its last
 * change stays.
 * @param when before its attendances are imported, its capacity may only grow
 */
export async function changeInterfaceFields(
  importing: Importing,
  id: string,
  document: Document,
  when: 'before its attendances' | 'for its waiting list' | 'at last',
): Promise<void> {
  const { imported, owner, geocode } = importing
  const fields = interfaceFieldsOf(importing, document)
  const { capacity, waitlist = false, hidden } = fields
  await imported.changeEvent(owner, id, async (event) => {
    if (event.origin !== 'interface') return event
    const change: InterfaceChange = {
      ...changeTo(fields),
      hidden,
      waitlist: when === 'for its waiting list' || waitlist,
      capacity: when === 'before its attendances' ? largerOf(event, capacity) : (capacity ?? null),
    }
    const now = () => new Date(event.modified_date)
    const changed = await eventAfter(event, change, { geocode, now })
    const after = withStatusOf(importing, document, changed)
    return isDeepStrictEqual({ ...after, revision: event.revision }, event) ? event : after
  })
}

/** Returns that an event is canceled there, and what its people were told. */
export function cancellationOf({ prefix }: Importing, document: Document): Partial<OsdiEvent> {
  const note: unknown = document[`${prefix}:cancellation_note`]
  return document['status'] === 'cancelled'
    ? { status: 'cancelled', ...(typeof note === 'string' && { cancellation_note: note }) }
    : {}
}

/** An event published there is published here; an event canceled here stays canceled. */
function withStatusOf(importing: Importing, document: Document, event: OsdiEvent): OsdiEvent {
  if (document['status'] === 'cancelled') return { ...event, ...cancellationOf(importing, document) }
  if (event.status !== 'tentative' || document['status'] === 'tentative') return event
  const { status: _tentative, ...published } = event
  return published
}

const largerOf = ({ capacity }: OsdiEvent, other: number | undefined) =>
  capacity === undefined || other === undefined ? undefined : Math.max(capacity, other)

const AT_ONCE = 8

/** Gives the events that were left unfinished their capacity and their waiting lists. */
export async function finishEvents(importing: Importing): Promise<void> {
  const { file, report } = importing
  const { unfinished = {} } = file.progress
  const all = Object.keys(unfinished)
  let done = 0
  await inOrder(all, { most: AT_ONCE, keysOf: () => [] }, async (id) => {
    await finishEvent(importing, id)
    delete unfinished[id]
    await file.save()
    report.onProgress(++done, all.length)
  })
}

async function finishEvent(importing: Importing, sourceId: string): Promise<void> {
  const { source, stores, system, prefix } = importing
  const [document, id] = await Promise.all([
    source.get(`events/${sourceId}`),
    findHolder(stores.table, 'event', { text: `${system}:${sourceId}` }),
  ])
  if (!document || id === undefined) return
  const collection = attendancesIn(importing, sourceId)
  const waiting: Document[] = []
  if (importing.isTurnout)
    for await (const page of matching(source, collection.path, "status eq 'tentative'"))
      waiting.push(...page.filter((each) => waits(importing, each)))
  if (waiting.length > 0) {
    await changeInterfaceFields(importing, id, document, 'for its waiting list')
    const position = `${prefix}:waitlist_position`
    waiting.sort((one, other) => Number(one[position]) - Number(other[position]))
    const inTheirOrder = { ...collection, keysOf: () => ['one after the other'] }
    await recordAll(importing, inTheirOrder, waiting, (each, person) => importAttendance(importing, id, each, person))
  }
  await changeInterfaceFields(importing, id, document, 'at last')
}
