import type { Owner } from '../runtime/owner.js'
import { invalid } from '../runtime/errors.js'
import { type OsdiEvent, changedEvent } from '../events/event.js'
import { NO_TOTALS } from '../events/totals.js'
import { derivedId } from '../fields/identifier.js'
import type { StartRange } from '../events/store/actions-by-start.js'
import type { EventStore } from '../events/store/event-store.js'
import { shifted } from '../events/rsvp-window.js'

/** The context of copying a week. */
interface Copying {
  events: Pick<EventStore, 'listActionsByStart' | 'create'>
  now: () => Date
}

const MOST_EVENTS = 400

const DAY_MS = 24 * 60 * 60_000
const DAYS = 7

/**
 * Returns the copies of a week of events that were made in the interface: each at the same weekday and wall clock,
 * without RSVPs, and of no series. Events that were canceled, and those of supporters, are left out.
 * @param from the first of seven days
 * @param to the day that it becomes, on the same weekday
 * @throws OsdiError invalid, also for a week without an event
 */
export async function planWeek(
  owner: Owner,
  from: string,
  to: string,
  { events: stored, now }: Copying,
): Promise<OsdiEvent[]> {
  const by = timeOf(to) - timeOf(from)
  if (Number.isNaN(by) || by === 0 || by % (DAYS * DAY_MS) !== 0) throw otherWeekday()
  const events: OsdiEvent[] = []
  const last = dayAt(timeOf(from) + (DAYS - 1) * DAY_MS)
  for (let after: string | undefined; ;) {
    const range: StartRange = { order: 'soonest first', from, to: `${last}~`, ...(after && { after }) }
    const page = await stored.listActionsByStart(owner, range)
    events.push(...page.events.filter(isCopied))
    if (events.length > MOST_EVENTS) throw tooMany()
    after = page.next
    if (after === undefined) break
  }
  if (events.length === 0) throw noEvent()
  return Promise.all(events.map((event) => copyOf(event, by, now())))
}

/**
 * Makes the copies of a week. The same days, asked for again, make no further copy, and complete what was interrupted.
 * @returns the copies by their start
 */
export async function copyWeek(owner: Owner, from: string, to: string, copying: Copying): Promise<OsdiEvent[]> {
  const copies = await planWeek(owner, from, to, copying)
  for (const copy of copies) await copying.events.create(copy)
  return copies
}

const isCopied = ({ origin, status, host_link }: OsdiEvent) =>
  origin === 'interface' && status !== 'cancelled' && host_link === undefined

async function copyOf(event: OsdiEvent, by: number, now: Date): Promise<OsdiEvent> {
  const {
    series: _series,
    series_edit: _edit,
    past_capacity: _past,
    past_questions: _asked,
    review: _review,
    slug: _slug,
    former_slugs: _formerSlugs,
    ...kept
  } = event
  const { start_date = '', end_date } = event
  const times = {
    start_date: { wallClock: shifted(start_date, by) },
    ...(end_date !== undefined && { end_date: { wallClock: shifted(end_date, by) } }),
  }
  const moved = await changedEvent(kept, times, now, atSamePlace)
  return {
    ...moved,
    id: derivedId('copy of a week', event.id, shifted(start_date, by)),
    identifiers: [],
    revision: 1,
    total_accepted: 0,
    total_attendances: 0,
    totals: NO_TOTALS,
    created_date: now.toISOString(),
    modified_date: now.toISOString(),
  }
}

/** Only the times differ, so nothing is geocoded again. */
const atSamePlace = () => Promise.reject(new Error('Copies of a week are at the same place'))

const timeOf = (day: string) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN)
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length)

const refused = (error_code: string, description: string, properties: string[]) =>
  invalid([{ error_code, description, properties }])

const otherWeekday = () =>
  refused('other_weekday', 'from and to must be the same weekday of two weeks, such as two Mondays', ['to'])

const noEvent = () => refused('no_event', 'No event that was made here starts on these seven days', ['from'])

const tooMany = () => refused('too_many_events', `A week has at most ${MOST_EVENTS} events`, ['from'])
