import { isDeepStrictEqual } from 'node:util'
import type { Principal } from '../../runtime/principal.js'
import type { Owner } from '../../runtime/owner.js'
import { OsdiError } from '../../runtime/errors.js'
import { type InterfaceFields, type OsdiEvent, type Uncounted, newEvent } from '../../events/event.js'
import { type InterfaceChange, eventAfter } from '../../events/interface-event.js'
import type { Geocode } from '../../locations/location.js'
import { derivedId, isIdentifier, seededId } from '../../fields/identifier.js'
import type { IdentifiedStore } from '../../resources/record-by-identifier.js'
import { positionIn, type Series } from '../../series/plan-series.js'
import { seriesStore } from '../../series/store/series-store.js'
import type { Table } from '../../table/table.js'
import { inOrder } from '../../runtime/in-order.js'
import type { ActionsByStart, StartRange } from '../../events/store/actions-by-start.js'
import { CALENDAR, type Reading, draftOf } from './event-of-date.js'
import { type PlannedDate, type Window, planDates } from './plan-dates.js'
import { dateName } from './parsed-event.js'
import { type CalendarEntry, clockInSeries } from './read-calendar.js'
import { timeZoneOf } from '../../fields/time-zone.js'

/** The dependencies of recording a calendar. No change of an event is mailed to its people. */
export interface CalendarDependencies extends Reading {
  principal: Principal
  events: Pick<IdentifiedStore<OsdiEvent>, 'create' | 'change'> & {
    holdersOf(identifiers: string[]): Promise<(string | undefined)[]>
    findMany(owner: Owner, ids: string[]): Promise<ReadonlyMap<string, Uncounted<OsdiEvent>>>
    listActionsByStart(owner: Owner, range: StartRange): Promise<ActionsByStart>
  }
  /** Whether the calendar has an event of a UID. */
  has: (uid: string) => boolean
  table: Table
  geocode: Geocode
  now: () => Date
  /** Whether the dates are only planned and compared. */
  isDryRun?: boolean | undefined
}

/** The dates of an event of a calendar, by what became of them. */
export interface EntryCounts {
  read: number
  new: number
  changed: number
  unchanged: number
  left_out: number
  refused: number
}

export const NOTHING_READ: EntryCounts = {
  read: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  left_out: 0,
  refused: 0,
}

/** Adds the counts of an event to those of its calendar. */
export function addCounts(to: EntryCounts, more: EntryCounts): void {
  for (const name of Object.keys(more) as (keyof EntryCounts)[]) to[name] += more[name]
}

export interface EntryOutcome {
  counts: EntryCounts
  /** The lines of the report. */
  lines: EntryLine[]
}

export interface EntryLine {
  kind: 'events'
  id: string
  what: 'changed' | 'left_out' | 'refused'
  why: string
  fields?: string[]
}

const OVER = 'It is over, or has no date in the time that is imported.'

/** Dates of one event that are written at the same time. */
const AT_ONCE = 8

type Did = 'new' | 'changed' | 'unchanged' | 'left_out'

/** Records an event of a calendar: an event here for each of its dates, which are a series if there are several. */
export async function recordEntry(
  entry: CalendarEntry,
  window: Window,
  dependencies: CalendarDependencies,
): Promise<EntryOutcome> {
  const report = reportOf(entry)
  const plan = refusable(() => planDates(entry, window))
  if (plan instanceof OsdiError) {
    report.refuse(entry.uid, plan)
    return report
  }
  const { principal, table, geocode } = dependencies
  const series = seriesStore(table)
  const { owner } = principal
  const seriesId = seededId('series of a calendar', owner, entry.uid)
  const before = await series.find(seriesId)
  if (plan.dates.length === 0 && (before === undefined || !plan.isComplete)) {
    report.leaveOut(entry.uid, OVER)
    return report
  }
  const dates = await inTheirSeries(plan.dates, entry, before, dependencies)
  const wanted = await underOtherUids(await identified(entry.uid, dates, dependencies), dependencies)
  if (dependencies.isDryRun) {
    for (const each of wanted) report.count(each, each.known ? 'unchanged' : each.date.isCanceled ? 'left_out' : 'new')
    if (wanted.length === 0) report.leaveOut(entry.uid, OVER)
    report.add(plan.losses)
    return report
  }
  const isSeries = plan.dates.length > 1 || before !== undefined
  // A series whose UID has changed is the one that its dates are in.
  const keptId = before ? seriesId : (wanted.find(({ known }) => known?.series)?.known?.series?.id ?? seriesId)
  const ids = wanted.filter(({ date }) => !date.isCanceled).map(({ id }) => id)
  const grown =
    isSeries && ids.length > 0
      ? await series.extend({ id: keptId, owner, created_date: dependencies.now().toISOString() }, ids)
      : undefined
  const recording = { ...dependencies, geocode: remembering(geocode), grown }
  await inOrder(wanted, { most: AT_ONCE, keysOf: ({ id }) => [id] }, async (each) => {
    try {
      report.count(each, await recordDate(each, recording))
    } catch (error) {
      if (!isRefusal(error)) throw error
      report.refuse(nameOf(entry.uid, each.date), error)
    }
  })
  if (grown) await series.finish(keptId)
  if (before && plan.isComplete) {
    const gone = before.events.filter((id) => !wanted.some((each) => each.id === id))
    // A series that is canceled as a whole has no dates any more.
    const until = entry.first.status === 'CANCELLED' ? undefined : window.until
    for (const id of await cancelGone(gone, { from: window.from, until }, recording)) report.cancel(entry.uid, id)
    if (report.counts.read === 0) report.leaveOut(entry.uid, OVER)
  }
  report.add(plan.losses)
  return report
}

/** Gives the date of a file without its series the name that it has in the series here, whose clock tells it. */
async function inTheirSeries(
  dates: PlannedDate[],
  { alone }: CalendarEntry,
  series: Series | undefined,
  { events, principal }: CalendarDependencies,
): Promise<PlannedDate[]> {
  const [date, last] = [dates[0], series?.events.at(-1)]
  if (!alone || !date || last === undefined) return dates
  const known = (await events.findMany(principal.owner, [last])).get(last)
  const clock = known?.start_date?.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
  if (!known || clock === undefined) return dates
  const zone = timeZoneOf(known)
  const name = dateName(clockInSeries({ clock, isDay: false, isUtc: zone === undefined, zone }, alone))
  return [{ ...date, name, sought: [date.name] }]
}

/** A date with its event: the one that has one of its identifiers, or the one that it becomes. */
interface IdentifiedDate {
  date: PlannedDate
  /** Those that its event gets. */
  identifiers: string[]
  id: string
  /** Whether another owner here has the identifier. */
  isTaken: boolean
  known: Uncounted<OsdiEvent> | undefined
}

async function identified(
  uid: string,
  dates: PlannedDate[],
  { events, principal: { owner } }: CalendarDependencies,
): Promise<IdentifiedDate[]> {
  const named = dates.map(({ name, alias, sought = [] }) => ({
    own: [name, ...(alias === undefined ? [] : [alias])].map((each) => identifierOf(uid, each)),
    derived: seededId('event of a calendar', owner, identifierOf(uid, name)),
    sought: sought.map((each) => identifierOf(uid, each)),
  }))
  const all = named.map(({ own, sought }) => [...own, ...sought])
  const holders = await events.holdersOf(all.flat())
  const holderOf = new Map(all.flat().map((identifier, i) => [identifier, holders[i]]))
  const held = holders.filter((id) => id !== undefined)
  const known = await events.findMany(owner, [...new Set([...held, ...named.map(({ derived }) => derived)])])
  return dates.map((date, i) => {
    const { own, derived } = named[i] as (typeof named)[number]
    const found = (all[i] as string[]).flatMap((identifier) => holderOf.get(identifier) ?? [])
    const id = found.find((holder) => known.has(holder)) ?? derived
    const isTaken = own.some((identifier) => ![undefined, id].includes(holderOf.get(identifier)))
    const identifiers = own.filter((identifier) => [undefined, id].includes(holderOf.get(identifier)))
    return { date, identifiers, id, isTaken, known: known.get(id) }
  })
}

/**
 * Some feeds give their events other UIDs at each export. A date that is unknown by its UID is the event that was
 * imported at its start with its title and place, where the calendar has the UID of that event no more.
 */
async function underOtherUids(wanted: IdentifiedDate[], dependencies: CalendarDependencies): Promise<IdentifiedDate[]> {
  const taken = new Set(wanted.flatMap(({ known }) => known?.id ?? []))
  return Promise.all(
    wanted.map(async (each) => {
      if (each.known || each.isTaken || each.date.isCanceled) return each
      const twin = await twinOf(each.date, dependencies)
      if (!twin || taken.has(twin.id)) return each
      taken.add(twin.id)
      // It keeps the identifiers that it has: each export would add some.
      return { ...each, id: twin.id, known: twin, identifiers: [] }
    }),
  )
}

async function twinOf(date: PlannedDate, dependencies: CalendarDependencies): Promise<OsdiEvent | undefined> {
  const draft = refusable(() => draftOf(dependencies, date))
  if (draft instanceof OsdiError || !draft.start_date) return undefined
  const { events, principal, has } = dependencies
  const { start } = date
  const at = Date.parse('instant' in start ? start.instant : `${start.wallClock}Z`)
  // Clocks are fourteen hours apart from UTC at most.
  const apart = 'instant' in start ? 14 * 3_600_000 : 0
  const [from, last] = [at - apart, at + apart].map((time) => new Date(time).toISOString().slice(0, 19))
  const range = { from, to: `${last}:`, order: 'soonest first' } as const
  const { events: found } = await events.listActionsByStart(principal.owner, range)
  const place = Object.entries(defined(draft.location ?? {}))
  return found.find(
    ({ title, origin_system, identifiers, location, start_date_utc }) =>
      title === draft.title &&
      (apart === 0 || Date.parse(start_date_utc ?? '') === at) &&
      origin_system === draft.origin_system &&
      !identifiers.some((each) => each.startsWith(`${CALENDAR}:`) && has(uidIn(each))) &&
      place.every(([name, value]) => isDeepStrictEqual(location[name as keyof typeof location], value)),
  )
}

/** The UID in an identifier of a date: what stands before the date. */
const uidIn = (identifier: string) => identifier.slice(CALENDAR.length + 1).replace(/\/\d{8}(T\d{4,6})?$/, '')

const nameOf = (uid: string, { name }: Pick<PlannedDate, 'name'>) => (name === '' ? uid : `${uid}/${name}`)

/** A UID as an identifier here; one that is too long or has other characters by its digest. */
function identifierOf(uid: string, name: string): string {
  const full = nameOf(uid, { name })
  const plain = `${CALENDAR}:${full}`
  return isIdentifier(plain) ? plain : `${CALENDAR}:${derivedId('UID of a calendar', full)}`
}

interface Recording extends CalendarDependencies {
  grown: Series | undefined
}

async function recordDate(each: IdentifiedDate, recording: Recording): Promise<Did> {
  const { known, date, id } = each
  if (known) return changeDate(known, each, recording)
  if (date.isCanceled) return 'left_out'
  const { resource, holders } = await createDate(each, recording)
  // Another import has just written the same event.
  if (holders.length > 0) return changeDate({ ...resource, id: holders[0] ?? id }, each, recording)
  return 'new'
}

async function createDate(each: IdentifiedDate, recording: Recording) {
  const { principal, events, geocode, now, grown } = recording
  const { date, identifiers, id } = each
  const creator = { creator: principal.default_creator, explicit_creator: false }
  const event = await newEvent(
    { ...draftOf(recording, date), identifiers },
    { id, principal, made_in_interface: shownOf(date), now: now(), ...creator },
    geocode,
  )
  return events.create({ ...event, ...(grown && { series: positionIn(grown, id) }) })
}

const shownOf = ({ event }: PlannedDate): InterfaceFields => ({
  hidden: event.isPrivate,
  ...(event.status === 'TENTATIVE' && { status: 'tentative' }),
})

/** Changes an event as its calendar says, unless it was changed here later. A canceled one stays canceled. */
async function changeDate(
  known: Pick<OsdiEvent, 'id'>,
  { date, identifiers }: IdentifiedDate,
  recording: Recording,
): Promise<Did> {
  const { principal, events, geocode, now, grown } = recording
  const draft = draftOf(recording, date)
  let did: Did = 'unchanged'
  await events.change(
    principal.owner,
    known.id,
    async (event) => {
      const { modified } = date.event
      const isNewer = modified === undefined || modified.slice(0, 19) > event.modified_date.slice(0, 19)
      const told = isNewer ? await asTold(event) : event
      const position = grown?.events.includes(event.id) ? { series: positionIn(grown, event.id) } : {}
      const further = identifiers.filter((each) => !told.identifiers.includes(each))
      const after = { ...told, ...position, identifiers: [...told.identifiers, ...further] }
      const isSame = isDeepStrictEqual(
        { ...after, revision: event.revision, modified_date: event.modified_date },
        event,
      )
      did = isSame ? 'unchanged' : 'changed'
      return isSame ? event : after
    },
    'leave out',
  )
  return did

  async function asTold(event: OsdiEvent): Promise<OsdiEvent> {
    if (event.status === 'cancelled') return event
    if (date.isCanceled) return canceled(event, now())
    const { title, description = null, start_date, end_date = null, timezone_identifier, location } = draft
    const change = { title, description, start_date, end_date, timezone_identifier, location }
    const after = await eventAfter(event, { ...defined(change), hidden: date.event.isPrivate }, { geocode, now })
    const { status: _tentative, ...published } = after
    return date.event.status !== 'TENTATIVE' && after.status === 'tentative' ? published : after
  }
}

const canceled = (event: OsdiEvent, now: Date): OsdiEvent => ({
  ...event,
  status: 'cancelled',
  revision: event.revision + 1,
  modified_date: now.toISOString(),
})

/** Cancels the upcoming dates that a calendar no longer has. @returns their ids */
async function cancelGone(
  ids: string[],
  { from, until }: { from: Date; until: Date | undefined },
  recording: Recording,
): Promise<string[]> {
  const { events, principal, now } = recording
  const known = await events.findMany(principal.owner, ids)
  const gone = [...known.values()].filter(
    ({ start_date_utc: start, status }) =>
      status !== 'cancelled' && start && start > from.toISOString() && (!until || start < until.toISOString()),
  )
  for (const { id } of gone)
    await events.change(
      principal.owner,
      id,
      (event) => Promise.resolve(event.status === 'cancelled' ? event : canceled(event, now())),
      'leave out',
    )
  return gone.map(({ id }) => id)
}

/** The dates of an event are at the same place: it is looked up once. */
function remembering(geocode: Geocode): Geocode {
  const known = new Map<string, ReturnType<Geocode>>()
  return (location) => {
    const key = JSON.stringify(location)
    const found = known.get(key) ?? geocode(location)
    known.set(key, found)
    return found
  }
}

const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as InterfaceChange

const isRefusal = (error: unknown): error is OsdiError =>
  error instanceof OsdiError && error.code !== 'busy' && error.code !== 'unknown_outcome'

function refusable<Result>(work: () => Result): Result | OsdiError {
  try {
    return work()
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

/** Collects what became of the dates of an event. */
function reportOf({ uid, first, overrides }: CalendarEntry) {
  const counts = { ...NOTHING_READ }
  const lines: EntryLine[] = []
  const line = (id: string, what: EntryLine['what'], why: string, fields: string[] = []) =>
    lines.push({ kind: 'events', id, what, why, ...(fields.length > 0 && { fields }) })
  const losses = [first, ...overrides.values()].flatMap((event) => event.losses)
  const add = (more: typeof losses) => {
    const all = [...losses, ...more]
    if (all.length === 0 || counts.refused + counts.left_out === counts.read) return
    const whys = [...new Set(all.map(({ why }) => why))].join(' ')
    line(uid, 'changed', whys, [...new Set(all.map(({ field }) => field))])
  }
  return {
    counts,
    lines,
    add,
    count({ date, isTaken }: IdentifiedDate, did: Did) {
      counts.read += 1
      counts[did] += 1
      if (did === 'left_out') line(nameOf(uid, date), 'left_out', 'It is canceled there.')
      else if (isTaken) line(nameOf(uid, date), 'changed', 'Another event here has its identifier.', ['UID'])
    },
    cancel(id: string, event: string) {
      counts.read += 1
      counts.changed += 1
      line(id, 'changed', `The calendar does not have this date any more: the event ${event} is canceled.`)
    },
    leaveOut(id: string, why: string) {
      counts.read += 1
      counts.left_out += 1
      line(id, 'left_out', why)
    },
    refuse(id: string, error: OsdiError) {
      counts.read += 1
      counts.refused += 1
      line(id, 'refused', error.message)
    },
  }
}
