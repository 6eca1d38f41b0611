import type { OsdiEvent } from '../events/event.js'
import { inOneLine } from '../locations/location.js'
import { EVENT_VIEWS, type EventView } from '../events/event-view.js'
import { originPolicy } from '../events/origin.js'
import type { SearchedEvents } from '../targeting/searched-events.js'
import { folded, wordsOf } from '../texts/words.js'

/** A summary of an event for lists and searches. Those of an owner are in one partition. */
export interface EventSummary {
  id: string
  title: string
  /** The date and the time at the venue; absent for an event without a date. */
  starts?: string
  ends?: string
  /** The location in one line. */
  location: string
  campaign?: string
  /** The series that it is a date of. */
  series?: string
  status?: OsdiEvent['status']
  is_hidden: boolean
  /** Whether it was made through the API. */
  is_of_api: boolean
  made: string
}

export const summaryOf = (event: OsdiEvent): EventSummary => ({
  id: event.id,
  title: event.title,
  ...(event.start_date && { starts: event.start_date }),
  ...(event.end_date && { ends: event.end_date }),
  location: inOneLine(event.location),
  ...(event.event_campaign_id && { campaign: event.event_campaign_id }),
  ...(event.series && { series: event.series.id }),
  ...(event.status && { status: event.status }),
  is_hidden: event.hidden,
  is_of_api: !originPolicy(event).listed,
  made: event.created_date,
})

export const EVENT_ORDERS = ['date', 'title', 'made'] as const
export type EventOrder = (typeof EVENT_ORDERS)[number]

/** A choice among the events of an owner. Absent fields take all. */
export interface EventChoice {
  view: EventView
  /** Words of the title, the location or the campaign, and names of months. */
  find?: string
  location?: string
  campaign?: string
  /** Year and month: `2026-12`. */
  month?: string
  order?: EventOrder
}

/** Returns the choice among the events of an owner that a search makes. */
export const choiceOf = ({ view = 'all', find, location, campaign, month }: SearchedEvents): EventChoice => ({
  view,
  ...(find && { find }),
  ...(location && { location }),
  ...(campaign && { campaign }),
  ...(month && { month }),
})

/** Further knowledge that a choice needs. */
export interface ChoiceContext {
  now: Date
  /** The titles of campaigns by their ids. */
  campaigns: ReadonlyMap<string, string>
  /** The language of names of months. */
  language: string
}

/** The events of a choice in its order, and how many rows each view of the same choice has. */
export interface Chosen {
  events: EventSummary[]
  counts: Record<EventView, number>
}

/** Takes the events of a choice. */
export function chosenEvents(summaries: readonly EventSummary[], choice: EventChoice, context: ChoiceContext): Chosen {
  const found = finderOf(choice.find ?? '', context)
  const location = wordsOf(choice.location ?? '')
  const taken = summaries.filter(
    (event) =>
      !event.is_of_api &&
      (choice.campaign === undefined || event.campaign === choice.campaign) &&
      (choice.month === undefined || event.starts?.startsWith(choice.month)) &&
      (location.length === 0 || hasWords(folded(event.location), location)) &&
      found(event),
  )
  const inView = (view: EventView) => taken.filter((event) => isIn(view, event, context.now))
  return {
    events: inView(choice.view).toSorted(ORDERS[choice.order ?? 'date'](choice.view, context.now)),
    counts: Object.fromEntries(EVENT_VIEWS.map((view) => [view, inRows(inView(view)).length])) as Chosen['counts'],
  }
}

/** Returns the events of a list as its rows: the dates of a series are one row, where the first of them stands. */
export function inRows(events: readonly EventSummary[]): EventSummary[][] {
  return [...Map.groupBy(events, ({ id, series }) => series ?? id).values()]
}

const hasWords = (text: string, words: string[]) => words.every((word) => text.includes(word))

/** Wall clocks differ from UTC by at most 14 hours, so a day is near enough to tell the past. */
const isPast = ({ starts, ends }: EventSummary, now: Date) =>
  starts !== undefined && (ends ?? starts).slice(0, 16) < now.toISOString().slice(0, 16)

function isIn(view: EventView, event: EventSummary, now: Date): boolean {
  if (view === 'all') return true
  if (event.status === 'cancelled') return view === 'cancelled'
  if (event.status === 'tentative') return view === 'drafts'
  return view === (isPast(event, now) ? 'past' : 'upcoming')
}

/** Returns whether an event has every word of a search: in its title, location or campaign, or as its month or year. */
function finderOf(search: string, { campaigns, language }: ChoiceContext): (event: EventSummary) => boolean {
  const words = wordsOf(search)
  if (words.length === 0) return () => true
  const months = words.map((word) => monthNamed(word, language))
  const titles = new Map([...campaigns].map(([id, title]) => [id, folded(title)]))
  return (event) => {
    const text = folded(`${event.title} ${event.location}`).replace(/['’`ʼ]/g, '')
    const campaign = titles.get(event.campaign ?? '') ?? ''
    const [year = '', month = ''] = event.starts?.split('-') ?? []
    return words.every(
      (word, i) =>
        text.includes(word) || campaign.includes(word) || word === year || (month !== '' && months[i] === month),
    )
  }
}

/** Returns the month that a word names, in a language or in English, as `01` to `12`. Three letters are enough. */
export function monthNamed(word: string, language: string): string | undefined {
  if (word.length < 3) return undefined
  for (const each of [language, 'en']) {
    const format = new Intl.DateTimeFormat(each, { month: 'long', timeZone: 'UTC' })
    for (let month = 0; month < 12; month++) {
      const name = folded(format.format(Date.UTC(2024, month, 15)))
      if (name === word || (word.length <= 4 && name.startsWith(word))) return String(month + 1).padStart(2, '0')
    }
  }
  return undefined
}

const byTitle = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

type Comparison = (one: EventSummary, other: EventSummary) => number

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Upcoming events stand soonest first; what is over, latest first; and all of them, upcoming before past. */
const ORDERS: Record<EventOrder, (view: EventView, now: Date) => Comparison> = {
  date: (view, now) => (one, other) => {
    if (view === 'past' || view === 'cancelled') return compare(other.starts ?? '', one.starts ?? '')
    const [isOver, isOtherOver] = [isPast(one, now), isPast(other, now)]
    if (isOver !== isOtherOver) return isOver ? 1 : -1
    const byStart = compare(one.starts ?? '9', other.starts ?? '9')
    return isOver ? -byStart : byStart
  },
  title: () => (one, other) => byTitle.compare(one.title, other.title),
  made: () => (one, other) => compare(other.made, one.made),
}
