import { array, pipe, transform } from 'valibot'
import { ensureLocationTable } from '../../../infra/package/location-table.js'
import { bodyFields } from '../../../lib/fields/vocabulary.js'
import { EVENT_VIEWS } from '../../../lib/events/event-view.js'
import { sourcesIn } from '../../../lib/app/targeting.js'
import { recordQuery } from '../../../lib/targeting/record-query.js'
import { COUNTED_STATUSES, queryFields } from '../../../lib/targeting/query-fields.js'
import { type QueryDraft, countedStatuses } from '../../../lib/targeting/targeting-query.js'
import { identifier, instant, text, texts } from '../../../lib/fields/values.js'
import { findPlaceIn } from '../../../lib/locations/geocode/find-place.js'
import { openLocationTable } from '../../../lib/locations/geocode/location-table.js'
import { readNew } from '../../../lib/fields/read-body.js'
import { command } from '../../command.js'
import { UsageError } from '../../errors.js'
import { type Values, flag, oneOf, optional, owner, ownerIn, required } from '../../options.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { formatDetails } from '../../output/format.js'
import { existing } from './existing.js'
import { find, summary } from './run.js'

/** A distance or a number of events. The rules of the API say which. */
const number = pipe(text, transform(Number))

/** The distance without an option for it. */
const WITHIN = 10

/** A search for further events to include, which runs each time that the query runs. */
const search = {
  find: optional('--find <words>', 'also events with these words, whenever they are made', text),
  location: optional('--location <words>', 'also events at this location', text),
  campaign: optional('--campaign <id>', 'also events of this campaign', text),
  month: optional('--month <month>', 'also events of this month: 2026-11', text),
  view: optional('--view <view>', `also events by what became of them: ${EVENT_VIEWS.join(', ')}`, oneOf(EVENT_VIEWS)),
}

/** People by where they live. */
const home = {
  near: optional('--near <place>', 'only people near a town or a postal code', text),
  near_event: optional('--near-event <event>', 'only people near an event', text),
  within: optional('--within <distance>', 'how near they are, 10 without it', number),
  unit: optional('--unit <unit>', 'mi, or km; mi without it', oneOf(['mi', 'km'])),
}

export const create = command({
  name: 'create',
  does: 'Save a query for people by their events, tags and place, and run it',
  example: 'target create --group 6f2b8f5e-… --title "Came to a rally" --include 9b46…  example:rally-2',
  options: {
    ...owner,
    title: required('--title <title>', 'what the query is called', text),
    include: optional('--include <events...>', 'identifiers or ids of the events', texts),
    ...search,
    tags: optional('--tags <tags...>', 'only people with one of these tags', texts),
    ...home,
    every: flag('--every', 'only people who acted on every one of them'),
    exclude: optional('--exclude <events...>', 'leave out who acted on one of these', texts),
    status: optional(
      '--status <statuses...>',
      `which RSVPs count, accepted without it: ${COUNTED_STATUSES.join(', ')}`,
      array(oneOf(COUNTED_STATUSES)),
    ),
    rsvps_at_least: optional('--rsvps-at-least <number>', 'only people with so many RSVPs', number),
    attended_at_most: optional('--attended-at-most <number>', 'only people who came so often at most', number),
    rsvp_from: optional('--from <date>', 'only RSVPs since then, in UTC: 2026-11-03T18:30', instant),
    rsvp_before: optional('--before <date>', 'only RSVPs before then', instant),
    identifier: optional('--identifier <identifier>', 'an identifier of yours for the query', identifier),
  },
  run: async (values, context) => {
    const { of, app, table } = await existing(ownerIn(values), context.open)
    const { every, identifier: own, title } = values
    const { tags, status, rsvps_at_least, attended_at_most, rsvp_from, rsvp_before } = values
    const { values: draft } = readNew(bodyFields(queryFields), {
      title,
      include: values.include ?? [],
      match: every ? 'every' : 'any',
      ...omitUndefined({ include_search: searchIn(values), near: homeIn(values), tags, status }),
      ...omitUndefined({ rsvps_at_least, attended_at_most, rsvp_from, rsvp_before }),
      ...omitUndefined({ exclude: values.exclude, identifiers: own && [own] }),
    })
    const findPlace = values.near ? findPlaceIn(openLocationTable(await ensureLocationTable())) : () => undefined
    const targeting = { ...app, sources: { ...sourcesIn(table), findPlace } }
    const query = await recordQuery(targeting, of, draft as QueryDraft)
    const result = await find(query, table, context)
    const counted = countedStatuses(query)
    return {
      json: { ...query, status: counted, result },
      text: formatDetails({ id: query.id, title, status: counted.join(', '), ...summary(result) }),
    }
  },
})

function searchIn({ find, location, campaign, month, view }: Values<typeof search>) {
  const sought = omitUndefined({ find, location, campaign, month, view })
  return Object.keys(sought).length > 0 ? sought : undefined
}

function homeIn({ near, near_event, within, unit }: Values<typeof home>) {
  if (near === undefined && near_event === undefined) {
    if (within === undefined && unit === undefined) return undefined
    throw new UsageError('--within and --unit say how near people are to --near or --near-event.')
  }
  return omitUndefined({ location: near, event: near_event, within: within ?? WITHIN, unit })
}
