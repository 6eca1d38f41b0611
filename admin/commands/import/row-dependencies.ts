import { randomUUID } from 'node:crypto'
import { OsdiError, notFound } from '../../../lib/domain/errors.js'
import type { AttendableEvent, OsdiEvent } from '../../../lib/domain/event.js'
import type { Clause } from '../../../lib/domain/filter.js'
import { isNativeId, splitIdentifiers } from '../../../lib/domain/identifier.js'
import type { Owner } from '../../../lib/domain/principal.js'
import { inBulk } from '../../../lib/domain/record-attendance.js'
import { recordTag, tagPerson } from '../../../lib/domain/record-tag.js'
import type { Site } from '../../../lib/domain/site.js'
import { attendanceStore } from '../../../lib/dynamodb/stores/attendance-store.js'
import { personStore } from '../../../lib/dynamodb/stores/person-store.js'
import { tagStore } from '../../../lib/dynamodb/stores/tag-store.js'
import { identifierOf } from '../../../lib/import/bodies.js'
import type { Columns } from '../../../lib/import/columns.js'
import { type RowDependencies, refused } from '../../../lib/import/record-rows.js'
import { orMissing } from '../../errors.js'
import { describeOwner } from '../../options.js'
import type { Stores } from '../../stores.js'
import { geocoder } from '../event/details.js'

interface Import {
  of: Owner
  site: Site
  columns: Columns
  system?: string | undefined
  /** The event of all attendances. */
  event?: string | undefined
}

/** Events that are remembered at a time. */
const MOST_EVENTS = 1_000

/** Returns what recording the rows of a file depends on. @throws OsdiError not_found for an unknown owner or event */
export async function rowDependencies(
  stores: Stores,
  { of, site, event, ...file }: Import,
): Promise<RowDependencies> {
  const { table, owners, events } = stores
  const principal = { ...(await orMissing(owners.principalOf(of), describeOwner(of))), key_id: 'admin' }
  if (event !== undefined)
    await orMissing(events.findToAttend(of, event), `event with the id ${event} of this owner`)
  const [people, tags, attendances] = [personStore(table), tagStore(table), attendanceStore(table)]
  const hasPerson = (owner: Owner, id: string) => people.has(owner, id)
  const now = () => new Date()
  const tagging = { tags, hasPerson, now }
  const shared = {
    geocode: await geocoder(),
    nativePrefix: site.nativePrefix,
    now,
    newId: () => randomUUID(),
  }
  const known = new Set<string>()
  return {
    site,
    owner: of,
    principal,
    attendances: inBulk({
      ...shared,
      people,
      attendances,
      hasPerson,
      tagPerson: (owner, person, add, remove) => tagPerson(owner, person, add, remove, tagging),
    }),
    events: { ...shared, events, findRole: (group, person) => owners.findRole(group, person) },
    findAttendance: (eventId, id) =>
      attendances.find(eventId, id).catch((error: unknown) => {
        if (error instanceof OsdiError && error.code === 'not_found') return undefined
        throw error
      }),
    findEvent: remembered(eventFinder(stores, { of, site, event, ...file })),
    ensureTags: async (names) => {
      for (const name of names.filter((each) => !known.has(each))) {
        await recordTag(of, { name }, tagging)
        known.add(name)
      }
    },
  }
}

type FindEvent = RowDependencies['findEvent']

const eventFinder =
  ({ events }: Stores, { of, site, columns, system = columns.system, event: fixed }: Import): FindEvent =>
  async ({ event, title }) => {
    if (fixed !== undefined) return events.findToAttend(of, fixed)
    const id = event && (await nativeIdOf(event))
    if (id) return orRefused(events.findToAttend(of, id), event)
    if (event && !title) throw refused('event', `There is no event ${event}`)
    if (!title) throw refused('event', 'No column names the event: give --event <id>, or a column "event id"')
    const { members, total_records } = await events.list(of, { page: 1, per_page: 1 }, [withTitle(title)])
    const [found] = members
    if (!found || total_records > 1)
      throw refused('event_title', `${found ? 'Several events have' : 'No event has'} the title ${title}`)
    return events.findToAttend(of, found.id)

    async function nativeIdOf(text: string) {
      const plain = text.split('/').at(-1)?.toLowerCase() ?? ''
      if (isNativeId(plain)) return plain
      const identifier = identifierOf(text, system)
      if (!identifier) return undefined
      const { nativeIds } = splitIdentifiers([identifier], site.nativePrefix)
      return nativeIds[0] ?? (await events.holdersOf([identifier]))[0]
    }
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
      throw refused('event', `There is no event ${text}`)
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
