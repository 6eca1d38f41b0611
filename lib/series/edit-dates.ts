import { isDeepStrictEqual } from 'node:util'
import { OsdiError } from '../runtime/errors.js'
import type { OsdiEvent } from '../events/event.js'
import {
  type InterfaceChange,
  type InterfaceChanging,
  canceledEvent,
  changeInterfaceEvent,
  eventAfter,
} from '../events/interface-event.js'
import { derivedId } from '../fields/identifier.js'
import type { Geocode } from '../locations/location.js'
import type { Precondition } from '../resources/record-by-identifier.js'
import { WINDOW, between, shifted } from '../events/rsvp-window.js'
import { type Reach, forEachDate, idsWithin, isChangeable } from './reach.js'
import type { KeptEdit, NewTimes, SeriesEdit } from './series-edit.js'
import { seriesEdits } from './store/series-edits.js'
import type { Scheduling } from '../events/record-event.js'
import { findCounted, findEvents } from '../events/store/read-events.js'

/**
 * Makes what moves a date as a change moves the one that it names: by the same difference on the wall clock. A new
 * start moves the whole date. A new end that is sent with it, or alone, moves the end of each by its own difference.
 */
async function movedTimes(
  anchor: OsdiEvent,
  change: InterfaceChange,
  dependencies: Pick<InterfaceChanging, 'geocode' | 'now'>,
): Promise<(date: OsdiEvent) => NewTimes> {
  const { start_date, end_date } = change
  if (start_date === undefined && end_date === undefined) return () => ({})
  if (start_date === null) return () => ({ start_date, ...(end_date !== undefined && { end_date: null }) })
  const moving = { ...change, ...(end_date === undefined && { end_date: null }) }
  const after = await eventAfter(anchor, moving, dependencies)
  const moved = after.start_date && anchor.start_date ? between(anchor.start_date, after.start_date) : 0
  const length = after.start_date && after.end_date ? between(after.start_date, after.end_date) : undefined
  const endMoved = anchor.end_date && after.end_date ? between(anchor.end_date, after.end_date) : undefined
  return (date) => {
    const start = date.start_date ? shifted(date.start_date, moved) : after.start_date
    const ends = (): NewTimes['end_date'] => {
      if (end_date === null) return null
      if (end_date === undefined) return date.end_date ? clock(shifted(date.end_date, moved)) : undefined
      if (date.end_date && endMoved !== undefined) return clock(shifted(date.end_date, endMoved))
      return start && length !== undefined ? clock(shifted(start, length)) : undefined
    }
    const end = ends()
    return {
      ...(start_date !== undefined && start && { start_date: clock(start) }),
      ...(end !== undefined && { end_date: end }),
    }
  }
}

const clock = (wallClock: string) => ({ wallClock })

/** The context of editing dates of a series. */
export type DateEditing = Pick<Scheduling, 'table' | 'events' | 'geocode' | 'now'>

/** An edit that is asked for. */
export interface Editing {
  /** The date that the edit names. */
  event: OsdiEvent
  reach: Reach
  /** Words that tell this edit from others: a repeated request has the same. */
  seed: string
  precondition?: Precondition | undefined
}

/**
 * Changes dates of a series: a new start moves all of them by the same difference on the wall clock. Dates that are
 * over or canceled stay. Nothing is written if one of them refuses the change. An edit that was interrupted is
 * completed when it is repeated.
 * @returns the ids of the dates that it changes, by start as the series was made
 * @throws OsdiError invalid, conflict, precondition_failed
 */
export async function editDates(
  editing: Editing,
  change: InterfaceChange,
  dependencies: DateEditing,
): Promise<string[]> {
  const { now } = dependencies
  const geocode = askingOnce(dependencies.geocode)
  const { start_date: _start, end_date: _end, ...others } = change
  const after = (event: OsdiEvent, times: NewTimes) =>
    eventAfter(event, { ...others, ...windowFor(event, editing.event, others), ...times }, { geocode, now })
  const plan = async (): Promise<SeriesEdit['times']> => {
    const dates = await datesOf(editing, dependencies)
    if (dates.length === 0) throw noDateLeft()
    const difference = await movedTimes(editing.event, change, { geocode, now })
    const times = Object.fromEntries(dates.map((date) => [date.id, difference(date)]))
    for (const date of dates) await after(date, times[date.id] ?? {})
    return times
  }
  return applied('changed', editing, { plan, after }, dependencies)
}

/** A window of several dates stands as far from the start of each as it does from that of the named one. */
function windowFor(date: OsdiEvent, { start_date }: OsdiEvent, change: InterfaceChange): InterfaceChange {
  const by = start_date && date.start_date ? between(start_date, date.start_date) : 0
  const names = WINDOW.flatMap((name) => (change[name] ? [[name, shifted(change[name], by)]] : []))
  return Object.fromEntries(names) as InterfaceChange
}

/**
 * Cancels dates of a series. People are told at once, each by one email. It cannot be undone, and what is canceled or
 * over stays as it is.
 * @param note what the people and the page of each are told about it
 * @returns the ids of the dates that it cancels
 */
export const cancelDates = (editing: Editing, dependencies: DateEditing, note = ''): Promise<string[]> =>
  applied(
    'cancelled',
    editing,
    {
      plan: async () => Object.fromEntries((await datesOf(editing, dependencies)).map(({ id }) => [id, {}] as const)),
      after: (event) => Promise.resolve(canceledEvent(event, dependencies.now(), note)),
    },
    dependencies,
  )

/** The dates that can be changed, the one that the edit names first. */
async function datesOf({ event, reach }: Editing, { table, now }: DateEditing) {
  const ids = await idsWithin({ table }, event, reach)
  const dates = await findCounted(table, event.owner, [event.id, ...ids.filter((id) => id !== event.id)])
  return dates.filter((date) => isChangeable(date, now()))
}

interface Work {
  /** Decides what becomes of each date. */
  plan: () => Promise<SeriesEdit['times']>
  /** Returns a date as it is afterwards. */
  after: (event: OsdiEvent, times: NewTimes) => Promise<OsdiEvent>
}

async function applied(
  kind: SeriesEdit['kind'],
  { event, seed, precondition = () => undefined }: Editing,
  { plan, after }: Work,
  { table, events, now }: DateEditing,
): Promise<string[]> {
  const { owner } = event
  const series = seriesEdits(table)
  const { edit, isNew } = await editToWrite(kind, event, seed, plan, series, now)
  const write = (id: string, check: Precondition = () => undefined) =>
    changeInterfaceEvent(owner, id, events, async (current) => {
      if (current.series_edit === edit.id || !isChangeable(current, now())) return current
      check(current)
      return { ...(await after(current, edit.times[id] ?? {})), series_edit: edit.id }
    })
  const [first, ...rest] = edit.dates
  if (first === undefined) return []
  try {
    await write(first, isNew && first === event.id ? precondition : undefined)
  } catch (error) {
    if (isNew) await series.dropEdit(edit.id)
    throw error
  }
  await forEachDate(rest, (id) => write(id))
  await series.endEdit(edit)
  const changed = await findEvents(table, owner, edit.dates)
  const index = (id: string) => changed.get(id)?.series?.index ?? 0
  return edit.dates
    .filter((id) => changed.get(id)?.series_edit === edit.id)
    .sort((one, other) => index(one) - index(other))
}

/** An edit that was interrupted longer ago is not gone on with, in milliseconds. */
const RESUMED_MS = 60 * 60_000

/** Finds the edit that is to be gone on with, or begins one. */
async function editToWrite(
  kind: SeriesEdit['kind'],
  { id: event, owner }: OsdiEvent,
  seed: string,
  plan: Work['plan'],
  series: ReturnType<typeof seriesEdits>,
  now: () => Date,
): Promise<{ edit: SeriesEdit; isNew: boolean }> {
  let before: KeptEdit | undefined
  for (let number = 1; ; number++) {
    const id = derivedId('edit of dates', kind, event, seed, String(number))
    const found = await series.findEdit(id)
    const isOpen = found && !found.written && now().getTime() - Date.parse(found.created_date) < RESUMED_MS
    if (isOpen && !found.told) return { edit: found, isNew: false }
    if (found) {
      before = isOpen ? found : undefined
      continue
    }
    // People were told of what an interrupted edit had changed: the rest of it is told by another email.
    const times = before?.times ?? (await plan())
    const dates = Object.keys(times)
    const edit: SeriesEdit = { id, owner, kind, dates, times, created_date: now().toISOString() }
    if (dates.length === 0) return { edit, isNew: true }
    await series.beginEdit(edit)
    return { edit, isNew: before === undefined }
  }
}

/** Asks for each place once, however many dates are there. */
function askingOnce(geocode: Geocode): Geocode {
  const known = new Map<string, ReturnType<Geocode>>()
  return (location) => {
    const key = JSON.stringify(location)
    const found = known.get(key) ?? geocode(location)
    known.set(key, found)
    return found
  }
}

const noDateLeft = () =>
  new OsdiError('conflict', 'Every one of these dates is over or canceled', [
    {
      error_code: 'no_date_left',
      description: 'Dates that are over or canceled stay as they are',
      properties: ['series'],
    },
  ])

/**
 * Returns the fields of a change that differ from what an event has: of a form that sends all fields, those that were
 * changed. The others stay as each date has them.
 */
export async function differing(
  event: OsdiEvent,
  change: InterfaceChange,
  dependencies: Pick<InterfaceChanging, 'geocode' | 'now'>,
): Promise<InterfaceChange> {
  const after = await eventAfter(event, change, dependencies)
  // A window that moved with the start is not a change of its own.
  const isOther = (name: string) =>
    !isDeepStrictEqual(valueAt(after, name), valueAt(event, name)) &&
    !isDeepStrictEqual(valueAt(change, name), valueAt(event, name))
  return Object.fromEntries(Object.entries(change).filter(([name]) => isOther(name)))
}

const valueAt = (event: object, name: string) => (event as Record<string, unknown>)[name]
