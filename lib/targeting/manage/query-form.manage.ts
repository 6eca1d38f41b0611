import { COUNTED_STATUSES, queryFields } from '../query-fields.js'
import { eventsAmong, isSource, serializedEntry } from '../event-source.js'
import type { AskedPlace } from '../asked-place.js'
import { EVENT_VIEWS } from '../../events/event-view.js'
import type { SearchedEvents } from '../searched-events.js'
import { type QueryDraft, type TargetingQuery, countedStatuses } from '../targeting-query.js'
import { bodyFields } from '../../fields/vocabulary.js'
import type { Site } from '../../runtime/site.js'
import { readNew } from '../../fields/read-body.js'
import type { FormState } from '../../manage/page/form.js'

/* The form of a query: the names of its inputs, and what they say. */

type Values = FormState['values']
type Choice = 'include' | 'exclude'

/** The name of the input of an event, of a series or campaign by its entry, and of a tag. */
export const eventName = (id: string) => `action ${id}`
export const sourceName = (entry: string) => `source ${entry}`
export const tagInput = (name: string) => `tag ${name}`

/** The inputs of a search that is kept, under the names of its fields. */
export const SEARCH_FIELDS = ['find', 'location', 'campaign', 'month', 'view'] as const
export const searchInput = (field: (typeof SEARCH_FIELDS)[number]) => `search.${field}`

const named = (values: Values, prefix: string, isWanted: (value: string) => boolean) =>
  Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(prefix) && isWanted(value) ? [name.slice(prefix.length)] : [],
  )

const chooses = (choice: Choice | undefined) => (value: string) => (choice ? value === choice : value !== '')

/** Returns the ids of the events for which a choice was made. */
export const chosenIn = (values: Values, choice?: Choice) => named(values, eventName(''), chooses(choice))

/** Returns the entries of the series and campaigns for which a choice was made. */
export const sourcesIn = (values: Values, choice?: Choice) =>
  named(values, sourceName(''), chooses(choice)).filter(isSource)

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
export const keptSearch = (search: SearchedEvents): Values => ({
  search: 'on',
  ...Object.fromEntries(SEARCH_FIELDS.flatMap((field) => (search[field] ? [[searchInput(field), search[field]]] : []))),
})

/** Returns the search that the inputs above the list of events make; undefined where they are empty. */
export function typedSearch(values: Values): SearchedEvents | undefined {
  const { find = '', campaign = '', view = '' } = values
  const seen = EVENT_VIEWS.find((each) => each === view && each !== 'all')
  const search = {
    ...(find.trim() && { find: find.trim().slice(0, 200) }),
    ...(campaign && { campaign }),
    ...(seen && { view: seen }),
  }
  return Object.keys(search).length > 0 ? search : undefined
}

/** Returns the form of a query that was saved, also by a program. */
export const formOfQuery = (query: TargetingQuery): Values => ({
  ...{ title: query.title, match: query.match },
  ...Object.fromEntries(countedStatuses(query).map((status) => [`status_${status}`, 'on'])),
  ...chosen(query.include, 'include'),
  ...chosen(query.exclude, 'exclude'),
  ...(query.include_search && keptSearch(query.include_search)),
  ...Object.fromEntries((query.tags ?? []).map((name) => [tagInput(name), 'on'])),
  ...(query.near && formOfPlace(query.near)),
  ...(query.rsvps_at_least !== undefined && { rsvps_at_least: String(query.rsvps_at_least) }),
  ...(query.attended_at_most !== undefined && { attended_at_most: String(query.attended_at_most) }),
  ...(query.rsvp_from && { rsvp_from: query.rsvp_from }),
  ...(query.rsvp_before && { rsvp_before: query.rsvp_before }),
})

const chosen = (entries: string[], choice: Choice): Values => ({
  ...Object.fromEntries(eventsAmong(entries).map((id) => [eventName(id), choice])),
  ...Object.fromEntries(entries.filter(isSource).map((entry) => [sourceName(entry), choice])),
})

/** A point that is kept with its name is not looked up again while the name stays. */
const formOfPlace = (near: AskedPlace): Values => ({
  ...{ 'near.within': String(near.within), 'near.unit': near.unit },
  ...('event' in near
    ? { 'near.event': near.event }
    : {
        ...{ 'near.location': near.location, 'near.known': near.location },
        ...{ 'near.latitude': String(near.latitude), 'near.longitude': String(near.longitude) },
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

/** Whether a form names events, tags or a place. */
export const asksSomething = (values: Values) =>
  [chosenIn(values, 'include'), sourcesIn(values, 'include'), tagsIn(values)].some(({ length }) => length > 0) ||
  searchIn(values) !== undefined ||
  placeIn(values) !== undefined

/** Every field of a query that the form has, so that an emptied one is cleared. */
const CLEARED = {
  ...{ include_search: null, tags: null, near: null, answers: null, rsvps_at_least: null },
  ...{ attended_at_most: null, rsvp_from: null, rsvp_before: null },
}

/** Returns the change of a saved query: what the form does not say is cleared. */
export const changeOf = (draft: QueryDraft) => ({ ...CLEARED, ...draft })

/**
 * Reads a form in which each event is included, excluded or neither, and each status is marked or not.
 * @throws OsdiError invalid
 */
export function draftIn(site: Site, values: Values): QueryDraft {
  const { title, match, rsvp_from, rsvp_before } = values
  const counts = (['rsvps_at_least', 'attended_at_most'] as const).flatMap((name) =>
    values[name]?.trim() ? [[name, Number(values[name])]] : [],
  )
  const entries = (choice: Choice) => [
    ...sourcesIn(values, choice).map((entry) => serializedEntry(site, entry)),
    ...chosenIn(values, choice),
  ]
  const status = COUNTED_STATUSES.filter((each) => values[`status_${each}`] === 'on')
  const [search, tags, near] = [searchIn(values), tagsIn(values), placeIn(values)]
  return readNew(bodyFields(queryFields), {
    ...{ title, match, rsvp_from, rsvp_before, include: entries('include'), exclude: entries('exclude') },
    ...(Object.fromEntries(counts) as object),
    ...(status.length > 0 && { status }),
    ...(search && { include_search: search }),
    ...(tags.length > 0 && { tags }),
    ...(near && { near }),
  }).values as QueryDraft
}
