import { check, optional, picklist, pipe, regex, strictObject } from 'valibot'
import type { Kind } from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import * as values from '../fields/values.js'
import { EVENT_VIEWS, type EventView } from '../events/event-view.js'

/** A search for events, which runs anew each time that its query runs. */
export interface SearchedEvents {
  find?: string | undefined
  location?: string | undefined
  campaign?: string | undefined
  month?: string | undefined
  view?: EventView | undefined
}

const words = values.lineOf(200)

const schema = pipe(
  strictObject(
    {
      find: optional(words),
      location: optional(words),
      campaign: optional(words),
      month: optional(pipe(values.text, regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, such as 2026-11'))),
      view: optional(picklist(EVENT_VIEWS, `must be ${EVENT_VIEWS.join(' or ')}`)),
    },
    'must be an object with find, location, campaign, month or view',
  ),
  check((search) => Object.keys(search).length > 0, 'must have find, location, campaign, month or view'),
)

/** The events that a search finds when a query runs. */
export const searchedEvents: Kind<SearchedEvents> = {
  body: { whole: schema },
  schema: (meaning) =>
    json.object(meaning, {
      find: json.maybe(json.string('Words of the title, the location, the campaign, or the month')),
      location: json.maybe(json.string('Words of the location')),
      campaign: json.maybe(json.string('The id of a campaign; a body may also name it by its address')),
      month: json.maybe(json.string('A month, such as `2026-11`')),
      view: json.maybe(json.string('Events by what became of them; all of them without it', { enum: EVENT_VIEWS })),
    }),
  isKeptAsSent: true,
}
