import { COUNTED_STATUSES, queryFields } from '../query-fields.js'
import { isSource, serializedEntry, sourceOf } from '../event-source.js'
import type { AskedPlace } from '../asked-place.js'
import type { SearchedEvents } from '../searched-events.js'
import { type QueryDraft, type TargetingQuery, countedStatuses, leastRsvps, namesEvents } from '../targeting-query.js'
import { isNativeId } from '../../fields/identifier.js'
import { bodyFields } from '../../fields/vocabulary.js'
import type { Site } from '../../runtime/site.js'
import type { Fault } from '../../runtime/errors.js'
import { readNew } from '../../fields/read-body.js'
import type { FormState } from '../../manage/page/form.js'

/* The sentence of an audience or of a message: the names of its inputs, and what they say. */

type Values = FormState['values']
type Choice = 'include' | 'exclude'

/** The deeds that the sentence offers, the most wanted first. */
export const DEEDS = [
  'accepted',
  'attended',
  'absent',
  'tentative',
  'unanswered',
  'declined',
  'requested',
  'confirmed',
  'unconfirmed',
] as const

/** Values of the input `event` that stand for several events: all of them, or those that a search finds. */
export const ANY_EVENT = 'any'
export const SEARCHED = 'search'

/** The name of the input of a chosen event, of a series or campaign by its entry, and of a tag. */
const eventName = (id: string) => `action ${id}`
const sourceName = (entry: string) => `source ${entry}`
export const tagInput = (name: string) => `tag ${name}`
/** The name of the input of an entry. */
export const entryName = (entry: string) => (isSource(entry) ? sourceName(entry) : eventName(entry))

/** The inputs of a search that is kept, under the names of its fields. */
export const SEARCH_FIELDS = ['find', 'location', 'campaign', 'month', 'view'] as const
export const searchInput = (field: (typeof SEARCH_FIELDS)[number]) => `search.${field}`

const named = (values: Values, prefix: string, isWanted: (value: string) => boolean) =>
  Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(prefix) && isWanted(value) ? [name.slice(prefix.length)] : [],
  )

/** Returns the entries for which a choice was made. */
export function entriesIn(values: Values, choice?: Choice): string[] {
  const isWanted = (value: string) => (choice ? value === choice : value !== '')
  return [
    ...named(values, sourceName(''), isWanted).filter(isSource),
    ...named(values, eventName(''), isWanted).filter(isNativeId),
  ]
}

/** Returns the names of the tags that are ticked. */
export const tagsIn = (values: Values) => named(values, tagInput(''), (value) => value === 'on')

/** Returns the search whose events a query includes; undefined without one. */
export function searchIn(values: Values): SearchedEvents | undefined {
  if (values['search'] !== 'on') return undefined
  const search = Object.fromEntries(
    SEARCH_FIELDS.flatMap((field) => {
      const value = values[searchInput(field)]?.trim()
      return value ? [[field, value]] : []
    }),
  )
  return Object.keys(search).length > 0 ? search : undefined
}

/** Returns the inputs that keep a search. */
const keptSearch = (search: SearchedEvents): Values => ({
  search: 'on',
  ...Object.fromEntries(SEARCH_FIELDS.flatMap((field) => (search[field] ? [[searchInput(field), search[field]]] : []))),
})

/** Returns the words by which the choice of events is narrowed. */
export const wordsIn = ({ find = '' }: Values) => find.trim().slice(0, 200)

/** Adds the event and the tag that are chosen in a select to those of the form. */
export function withPicked(values: Values): Values {
  const { event = '', tag = '', ...others } = values
  const isEntry = isNativeId(event) || isSource(event)
  return {
    ...others,
    ...(isEntry && { [entryName(event)]: others[entryName(event)] || 'include' }),
    ...(event === SEARCHED && wordsIn(values) && { ...keptSearch({ find: wordsIn(values) }), find: '' }),
    ...(event === ANY_EVENT && { event }),
    ...(tag && { [tagInput(tag)]: 'on' }),
  }
}

/** Returns the form of a query that was saved, also by a program. */
export function formOfQuery(query: TargetingQuery): Values {
  const isUnanswered = query.everyone === 'unanswered'
  const isOfAny = !namesEvents(query) && !isUnanswered && leastRsvps(query, 0) > 0
  const [did = 'accepted', ...others] = countedStatuses(query)
  const { rsvps_at_least: least } = query
  return {
    title: query.title,
    match: query.match,
    to: namesEvents(query) || isUnanswered || isOfAny ? 'guests' : 'everyone',
    did: isUnanswered ? 'unanswered' : did,
    ...(isOfAny && { event: ANY_EVENT }),
    ...Object.fromEntries(others.map((status) => [`status_${status}`, 'on'])),
    ...chosen(query.include, 'include'),
    ...chosen(query.exclude, isUnanswered ? 'include' : 'exclude'),
    ...(query.include_search && keptSearch(query.include_search)),
    ...Object.fromEntries((query.tags ?? []).map((name) => [tagInput(name), 'on'])),
    ...(query.near && formOfPlace(query.near)),
    ...(least !== undefined && !(isOfAny && least === leastOfAny(query)) && { rsvps_at_least: String(least) }),
    ...(query.attended_at_most !== undefined && { attended_at_most: String(query.attended_at_most) }),
    ...(query.rsvp_from && { rsvp_from: query.rsvp_from }),
    ...(query.rsvp_before && { rsvp_before: query.rsvp_before }),
  }
}

/** Without events, accepted RSVPs are asked for by their number alone. */
const leastOfAny = ({ status, rsvp_from, rsvp_before }: Partial<TargetingQuery>) =>
  status === undefined && !rsvp_from && !rsvp_before ? 1 : undefined

const chosen = (entries: string[], choice: Choice): Values =>
  Object.fromEntries(entries.map((entry) => [entryName(entry), choice]))

/** A point that is kept with its name is not looked up again while the name stays. */
const formOfPlace = (near: AskedPlace): Values => ({
  'near.within': String(near.within),
  'near.unit': near.unit,
  ...('event' in near
    ? { 'near.event': near.event }
    : {
        'near.location': near.location,
        'near.known': near.location,
        'near.latitude': String(near.latitude),
        'near.longitude': String(near.longitude),
      }),
})

function placeIn(values: Values) {
  const [location, event] = [values['near.location']?.trim() ?? '', values['near.event'] ?? '']
  if (!location && !event) return undefined
  const distance = values['near.within']?.trim()
  const isKnown = location !== '' && location === values['near.known']
  return {
    ...(location
      ? {
          location,
          ...(isKnown && { latitude: Number(values['near.latitude']) }),
          ...(isKnown && { longitude: Number(values['near.longitude']) }),
        }
      : { event }),
    within: distance ? Number(distance.replace(',', '.')) : undefined,
    unit: values['near.unit'] === 'km' ? 'km' : 'mi',
  }
}

/** Every field of a query that the form has, so that an emptied one is cleared. */
const CLEARED = {
  include_search: null,
  tags: null,
  near: null,
  answers: null,
  rsvps_at_least: null,
  match: null,
  attended_at_most: null,
  rsvp_from: null,
  rsvp_before: null,
  everyone: null,
  status: null,
}

/** Returns the change of a saved query: what the form does not say is cleared. */
export const changeOf = (draft: QueryDraft) => ({ ...CLEARED, ...draft })

/** The people that a form begins with: guests of events, or everyone. One without this choice is about its events. */
export const isOfGuests = (values: Values) => (values['to'] ?? 'guests') === 'guests'

/**
 * Reads the sentence, in which each chosen event is included, excluded or neither.
 * @throws OsdiError invalid
 */
export function draftIn(site: Site, sent: Values): QueryDraft {
  const values = withPicked(sent)
  const { title, match, rsvp_from, rsvp_before, did } = values
  const isGuests = isOfGuests(values)
  const isUnanswered = isGuests && did === 'unanswered'
  const [search, tags, near] = [isGuests ? searchIn(values) : undefined, tagsIn(values), placeIn(values)]
  const isOfAny = isGuests && !isUnanswered && values['event'] === ANY_EVENT
  const include = isGuests && !isUnanswered && !isOfAny ? entriesIn(values, 'include') : []
  const exclude = entriesIn(values, isUnanswered ? undefined : 'exclude')
  const isOfPeople = tags.length > 0 || near !== undefined
  const isOfEveryone = values['to'] === 'everyone' || isOfAny
  const marked = COUNTED_STATUSES.filter((each) => each !== did && values[`status_${each}`] === 'on')
  const status = isGuests ? [...COUNTED_STATUSES.filter((each) => each === did), ...marked] : []
  const isAsked = status.length > 0 && String(status) !== 'accepted'
  const implied = isOfAny ? leastOfAny({ ...(isAsked && { status }), rsvp_from, rsvp_before } as object) : undefined
  const counts = { rsvps_at_least: values['rsvps_at_least'], attended_at_most: values['attended_at_most'] }
  const name = (entry: string) => (sourceOf(entry).kind === 'event' ? entry : serializedEntry(site, entry))
  const read = readNew(bodyFields(queryFields), {
    title,
    rsvp_from,
    rsvp_before,
    include: include.map(name),
    exclude: exclude.map(name),
    ...(isGuests && !isUnanswered && { match }),
    ...(implied && { rsvps_at_least: implied }),
    ...Object.fromEntries(
      Object.entries(counts).flatMap(([key, typed]) => (typed?.trim() ? [[key, Number(typed)]] : [])),
    ),
    ...(status.length > 0 && { status }),
    ...(search && !isOfAny && { include_search: search }),
    ...(tags.length > 0 && { tags }),
    ...(near && { near }),
  }).values as QueryDraft
  return {
    ...read,
    ...(isUnanswered ? { everyone: 'unanswered' } : isOfEveryone && !isOfPeople && { everyone: 'all' }),
  }
}

/** Returns what is wrong with a sentence about guests without an event: tags and a place may stand alone elsewhere. */
export function faultsOfSentence(sent: Values): Fault[] {
  const values = withPicked(sent)
  const isAlone = values['to'] === undefined && (tagsIn(values).length > 0 || placeIn(values) !== undefined)
  const isAny = values['event'] === ANY_EVENT && values['did'] !== 'unanswered' && values['did'] !== 'absent'
  const names = entriesIn(values, values['did'] === 'unanswered' ? undefined : 'include').length > 0
  if (!isOfGuests(values) || isAlone || isAny || names || searchIn(values)) return []
  return [
    { error_code: 'empty_selection', description: 'include must name at least one event', properties: ['include'] },
  ]
}
