import { type Attendance, isConfirmed, isRequested } from '../attendances/attendance.js'
import type { OsdiEvent } from '../events/event.js'
import { timeZoneOf } from '../fields/time-zone.js'
import { isReservedName } from '../fields/values.js'
import { wallClockAt } from '../events/zoned.js'
import { MOST_LETTERS } from '../attendances/rsvp-statistics.js'

/** The page of an event's results, in the organizer's interface. */
export const RESULTS_PAGE = 'worked'

/** The outcome of some RSVPs: how many there are of any status, how many were confirmed, and who was there. */
export interface Outcome {
  rsvps: number
  confirmed: number
  attended: number
}

export const NO_OUTCOME: Outcome = { rsvps: 0, confirmed: 0, attended: 0 }

/** The times before an event at which people answer, by the fewest days that each has; the last is after its start. */
export const TIMES = ['day', '1', '2-3', '4-6', '7-13', '14-27', '28', 'after'] as const
export type Time = (typeof TIMES)[number]

/**
 * The outcomes at an event, or at several. An attendance that was merged into another one is none, and a request that
 * waits is none yet.
 */
export interface WhatWorked {
  total: Outcome
  /** By `referrer_data.source`. */
  by_source: Record<string, Outcome>
  /** By the person who has brought them, without friends who have declined. */
  by_friend: Record<string, Outcome>
  /** By how long before the event they came. */
  by_time: Partial<Record<Time, Outcome>>
  /** RSVPs of further sources, and friends of further people, beyond as many as are kept. */
  further_sources: Outcome
  further_friends: Outcome
}

export const NOTHING_WORKED: WhatWorked = {
  total: NO_OUTCOME,
  by_source: {},
  by_friend: {},
  by_time: {},
  further_sources: NO_OUTCOME,
  further_friends: NO_OUTCOME,
}

/** Visitors may make up sources and share links: no more are told apart in what is kept. */
const MOST_SOURCES = 100
const MOST_FRIENDS = 2_000

export const sumOf = (one: Outcome, other: Outcome): Outcome => ({
  rsvps: one.rsvps + other.rsvps,
  confirmed: one.confirmed + other.confirmed,
  attended: one.attended + other.attended,
})

type Counted = Pick<
  Attendance,
  'person' | 'status' | 'request' | 'attended' | 'confirmed_date' | 'created_date' | 'referrer_data' | 'merged_into'
>

/** Counts attendances in any order. @param friendOf the person whose code it is; undefined for another text */
export function tallyOf(
  event: Pick<OsdiEvent, 'start_date' | 'timezone_identifier' | 'location_timezone'>,
  friendOf: (code: string) => string | undefined,
) {
  let total = NO_OUTCOME
  const [sources, friends, times] = [new Map<string, Outcome>(), new Map<string, Outcome>(), new Map<Time, Outcome>()]
  const add = <Name>(to: Map<Name, Outcome>, name: Name, outcome: Outcome) =>
    to.set(name, sumOf(to.get(name) ?? NO_OUTCOME, outcome))
  return {
    add(attendance: Counted): void {
      if (attendance.merged_into !== undefined || isRequested(attendance)) return
      const outcome = outcomeOf(attendance)
      total = sumOf(total, outcome)
      add(sources, attendance.referrer_data.source.slice(0, MOST_LETTERS), outcome)
      const friend = broughtBy(attendance, friendOf)
      if (friend !== undefined) add(friends, friend, outcome)
      const time = timeOf(event, attendance.created_date)
      if (time) add(times, time, outcome)
    },

    result(): WhatWorked {
      const [by_source, further_sources] = most(sources, MOST_SOURCES)
      const [by_friend, further_friends] = most(friends, MOST_FRIENDS)
      return {
        total,
        by_source,
        by_friend,
        by_time: Object.fromEntries(times),
        further_sources,
        further_friends,
      }
    },
  }
}

/**
 * Returns the person who has brought the one of an attendance, unless that one does not come.
 * @param friendOf the person whose code it is; undefined for another text
 */
export function broughtBy(attendance: Counted, friendOf: (code: string) => string | undefined): string | undefined {
  const { person, status, merged_into } = attendance
  const { referrer } = attendance.referrer_data
  if (referrer === undefined || status === 'declined' || merged_into !== undefined) return undefined
  if (isRequested(attendance)) return undefined
  const friend = friendOf(referrer)
  return friend === person ? undefined : friend
}

const outcomeOf = (attendance: Counted): Outcome => ({
  rsvps: 1,
  confirmed: isConfirmed(attendance) ? 1 : 0,
  attended: attendance.attended ? 1 : 0,
})

/** The names with the most RSVPs, and the sum of the others, also of those that no map in the table can hold. */
function most(all: Map<string, Outcome>, count: number): [Record<string, Outcome>, Outcome] {
  const sorted = inOrder(all)
  const told = new Map(sorted.filter(([name]) => !isReservedName(name)).slice(0, count))
  const others = sorted.filter(([name]) => !told.has(name))
  return [Object.fromEntries(told), others.reduce((sum, [, outcome]) => sumOf(sum, outcome), NO_OUTCOME)]
}

/** Sorts names by their RSVPs, the most first. */
export const inOrder = (all: Iterable<[string, Outcome]>): [string, Outcome][] =>
  [...all].sort(([one, a], [other, b]) => b.rsvps - a.rsvps || b.attended - a.attended || (one < other ? -1 : 1))

const DAY_MS = 24 * 60 * 60_000
const LONGEST: readonly (readonly [days: number, time: Time])[] = [
  [0, 'day'],
  [1, '1'],
  [3, '2-3'],
  [6, '4-6'],
  [13, '7-13'],
  [27, '14-27'],
]

/** The time before the event at which an RSVP came, in days of the event's clock. */
function timeOf(
  event: Pick<OsdiEvent, 'start_date' | 'timezone_identifier' | 'location_timezone'>,
  created: string,
): Time | undefined {
  const { start_date } = event
  if (start_date === undefined) return undefined
  const clock = wallClockAt(created, timeZoneOf(event))
  if (clock > start_date) return 'after'
  const days = Math.round((dayOf(start_date) - dayOf(clock)) / DAY_MS)
  return LONGEST.find(([longest]) => days <= longest)?.[1] ?? '28'
}

const dayOf = (wallClock: string) => Date.parse(`${wallClock.slice(0, 10)}T00:00:00Z`)

/** Adds up what worked at several events. */
export function together(all: readonly WhatWorked[]): WhatWorked {
  const merged = (pick: (one: WhatWorked) => Record<string, Outcome>) => {
    const sum = new Map<string, Outcome>()
    for (const one of all)
      for (const [name, outcome] of Object.entries(pick(one)))
        sum.set(name, sumOf(sum.get(name) ?? NO_OUTCOME, outcome))
    return Object.fromEntries(sum)
  }
  const added = (pick: (one: WhatWorked) => Outcome) => all.map(pick).reduce(sumOf, NO_OUTCOME)
  return {
    total: added(({ total }) => total),
    by_source: merged(({ by_source }) => by_source),
    by_friend: merged(({ by_friend }) => by_friend),
    by_time: merged(({ by_time }) => by_time),
    further_sources: added(({ further_sources }) => further_sources),
    further_friends: added(({ further_friends }) => further_friends),
  }
}
