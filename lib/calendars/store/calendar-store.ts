import {
  type Calendar,
  type CalendarEvent,
  type CalendarScope,
  MOST_BEFORE,
  MOST_TO_COME,
  windowAt,
} from '../calendar.js'
import { notFound } from '../../runtime/errors.js'
import { isListed, isTentative } from '../../events/visibility.js'
import { publiclyLocated } from '../../locations/location.js'
import { bySoonest } from '../../events/upcoming.js'
import { getMany, queryPages } from '../../table/reads.js'
import { secretStore } from '../../access/store/secret-store.js'
import { type Key, type Table, keyIn, keyOf, valueOf } from '../../table/table.js'

/** Whether hidden and private events are included, for callers with the owner's key. */
export interface EventVisibility {
  hidden: boolean
}

/** Calendars, and the events in them. */
export function calendarStore(table: Table) {
  const secrets = secretStore<Calendar>(table, { of: keyOf.calendar, besideOwner: keyOf.calendarOf })
  return {
    ...secrets,

    /** The calendar at an address. @throws OsdiError not_found when it is unknown or revoked */
    async open(secret: string): Promise<Calendar> {
      const calendar = await secrets.find(secret)
      if (!calendar) throw notFound()
      return calendar
    },

    /** Returns the public events with some ids, soonest first. */
    async publicEvents(ids: string[]): Promise<CalendarEvent[]> {
      const items = await getMany(table, ids.map(keyOf.event))
      const events = items.flatMap((item) => (item ? [valueOf<CalendarEvent>(item)] : []))
      return events.filter(isListed).map(publiclyLocated).sort(bySoonest)
    },

    /** The events of a calendar at a moment, soonest first. */
    async eventsOf(scope: CalendarScope, { hidden }: EventVisibility, now: Date): Promise<CalendarEvent[]> {
      const { owner, event_id } = scope
      const keys = event_id ? [keyOf.event(event_id)] : await keysAround(table, scope, hidden, now)
      return (await getMany(table, keys))
        .flatMap((item) => (item ? [valueOf<CalendarEvent>(item)] : []))
        .filter((event) => event.owner === owner && event.start_date && !isTentative(event))
        .filter((event) => hidden || isListed(event))
        .map((event) => (hidden ? event : publiclyLocated(event)))
        .sort(bySoonest)
    },
  }
}

/**
 * Events around a moment, by the index of those with a start date: it holds no more of an event than its keys,
 * whether it is hidden, and its campaign. 25 of them are about one read unit, each event is half a unit more. Of a
 * campaign it finds what is among the next ten times as many events of the owner.
 */
async function keysAround(table: Table, scope: CalendarScope, hidden: boolean, now: Date): Promise<Key[]> {
  const { from, today } = windowAt(now)
  // A day stands before every time of it, and the colon after every digit.
  const [toCome, before] = await Promise.all([
    keysBetween(table, scope, hidden, [today, ':'], { ScanIndexForward: true, Limit: MOST_TO_COME }),
    keysBetween(table, scope, hidden, [from, today], { ScanIndexForward: false, Limit: MOST_BEFORE }),
  ])
  return [...toCome, ...before]
}

async function keysBetween(
  table: Table,
  { owner, event_campaign_id }: CalendarScope,
  hidden: boolean,
  [from, to]: [string, string],
  reading: { ScanIndexForward: boolean; Limit: number },
): Promise<Key[]> {
  const filters = [
    ...(hidden ? [] : ['#hidden = :no']),
    ...(event_campaign_id ? ['event_campaign_id = :campaign'] : []),
  ]
  const query = {
    IndexName: 'starts',
    KeyConditionExpression: '#owner = :owner AND start_date BETWEEN :from AND :to',
    ...(filters.length > 0 && { FilterExpression: filters.join(' AND ') }),
    ExpressionAttributeNames: { '#owner': 'owner', ...(!hidden && { '#hidden': 'hidden' }) },
    ExpressionAttributeValues: {
      ':owner': owner,
      ':from': from,
      ':to': to,
      ...(!hidden && { ':no': false }),
      ...(event_campaign_id && { ':campaign': event_campaign_id }),
    },
    ...reading,
  }
  const keys: Key[] = []
  let pages = 0
  for await (const page of queryPages(table, query)) {
    keys.push(...page.map(keyIn))
    if (keys.length >= reading.Limit || ++pages === MOST_PAGES) break
  }
  return keys.slice(0, reading.Limit)
}

/**
 * DynamoDB counts what a Query looks at before it leaves anything out, so that what a calendar does not show makes
 * further pages of it. Anybody with an address may ask for one: it looks at ten times what it shows at most.
 */
const MOST_PAGES = 10
