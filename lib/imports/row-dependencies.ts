import { OsdiError, notFound } from '../runtime/errors.js'
import { EXPORT_PREFIX } from '../csv/export-prefix.js'
import type { AttendableEvent, OsdiEvent } from '../events/event.js'
import type { Clause } from '../fields/filter.js'
import { isNativeId, splitIdentifiers } from '../fields/identifier.js'
import type { Page, PageRequest } from '../fields/page.js'
import type { Owner } from '../runtime/owner.js'
import { type Attending, inBatch } from '../attendances/record-attendance.js'
import type { Scheduling } from '../events/record-event.js'
import { recordTag } from '../tags/record-tag.js'
import type { Site } from '../runtime/site.js'
import { identifierOf, shiftAt } from './bodies.js'
import type { Columns } from './columns.js'
import { type RowDependencies, refused } from './record-rows.js'

/** Dependencies of importing files. */
export interface ImportDependencies {
  attending: Attending
  events: Scheduling
  eventStore: {
    /** @throws OsdiError not_found */
    findToAttend(owner: Owner, id: string): Promise<AttendableEvent>
    list(owner: Owner, page: PageRequest, filter: Clause<OsdiEvent>[]): Promise<Page<OsdiEvent>>
    holdersOf(identifiers: string[]): Promise<(string | undefined)[]>
  }
}

/** The owner of a file's data, and the system by which its rows name events. */
interface Import {
  principal: RowDependencies['principal']
  site: Site
  columns: Columns
  system?: string | undefined
  /** The event of all attendances. */
  event?: string | undefined
}

/** Events that are remembered at a time. */
const MOST_EVENTS = 1_000

/** Returns what recording the rows of a file depends on. */
export function rowDependencies(file: Import, dependencies: ImportDependencies): RowDependencies {
  const { principal, site } = file
  const { attending, events } = dependencies
  const known = new Set<string>()
  return {
    site,
    owner: principal.owner,
    principal,
    attending: inBatch(attending, false),
    events,
    findEvent: remembered(eventFinder(file, dependencies)),
    exportedEvent: exportedFinder(principal.owner, dependencies),
    ensureTags: async (names) => {
      for (const name of names.filter((each) => !known.has(each))) {
        await recordTag(attending, principal.owner, { name })
        known.add(name)
      }
    },
  }
}

type FindEvent = RowDependencies['findEvent']

const eventFinder =
  (
    { principal: { owner }, site, columns, system = columns.system, event: fixed }: Import,
    { eventStore }: ImportDependencies,
    exportedEvent = exportedFinder(owner, { eventStore }),
  ): FindEvent =>
  async ({ event, timeslot, start, title }) => {
    if (fixed !== undefined) return eventStore.findToAttend(owner, fixed)
    const ofShift = event && timeslot && (await nativeIdOf(`${event}-${timeslot}`))
    const ofStart = !ofShift && event && start && (await nativeIdOf(shiftAt(event, start)))
    const id = ofShift || ofStart || (event && (await nativeIdOf(event)))
    if (id) return orRefused(eventStore.findToAttend(owner, id), event)
    if (event && !title) throw refused('unknown_event', 'event', `There is no event ${event}`)
    if (!title)
      throw refused('no_event_named', 'event', 'No column names the event: choose one, or add a column "event id"')
    const { members, total_records } = await eventStore.list(owner, { page: 1, per_page: 1 }, [withTitle(title)])
    const [found] = members
    if (!found) throw refused('unknown_title', 'event_title', `No event has the title ${title}`)
    if (total_records > 1) throw refused('ambiguous_title', 'event_title', `Several events have the title ${title}`)
    return eventStore.findToAttend(owner, found.id)

    async function nativeIdOf(text: string) {
      const plain = text.split('/').at(-1)?.toLowerCase() ?? ''
      if (isNativeId(plain)) return plain
      const identifier = identifierOf(text, system)
      if (!identifier) return undefined
      const { nativeIds } = splitIdentifiers([identifier], site.nativePrefix)
      return nativeIds[0] ?? (await eventStore.holdersOf([identifier]))[0] ?? (await exportedEvent(identifier))
    }
  }

/**
 * Makes what finds the event that a file of `export csv` names, if the file comes from this table: its events are here
 * under their native ids, and their RSVPs would otherwise go to copies of them.
 */
const exportedFinder =
  (owner: Owner, { eventStore }: Pick<ImportDependencies, 'eventStore'>): RowDependencies['exportedEvent'] =>
  async (identifier) => {
    const id = identifier.startsWith(EXPORT_PREFIX) ? identifier.slice(EXPORT_PREFIX.length) : ''
    if (!isNativeId(id) || (await eventStore.holdersOf([identifier]))[0] !== undefined) return undefined
    return eventStore.findToAttend(owner, id).then(
      () => id,
      (error: unknown) => {
        if (error instanceof OsdiError && error.code === 'not_found') return undefined
        throw error
      },
    )
  }

const withTitle = (title: string): Clause<OsdiEvent> => ({
  field: 'title',
  operator: 'eq',
  literal: { text: title },
  holds: (event) => event.title === title,
})

async function orRefused(search: Promise<AttendableEvent>, text: string) {
  try {
    return await search
  } catch (error) {
    if (error instanceof OsdiError && error.code === notFound().code)
      throw refused('unknown_event', 'event', `There is no event ${text}`)
    throw error
  }
}

/** Rows of one event usually follow each other. */
function remembered(find: FindEvent): FindEvent {
  const found = new Map<string, ReturnType<FindEvent>>()
  return (named) => {
    const key = JSON.stringify(named)
    if (found.size > MOST_EVENTS) found.clear()
    const event = found.get(key) ?? find(named)
    found.set(key, event)
    return event
  }
}
