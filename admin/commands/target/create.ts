import { randomUUID } from 'node:crypto'
import { array } from 'valibot'
import { recordQuery } from '../../../lib/domain/targeting/record-query.js'
import { COUNTED_STATUSES } from '../../../lib/domain/targeting/query-fields.js'
import { countedStatuses } from '../../../lib/domain/targeting/targeting-query.js'
import { ownsCampaign } from '../../../lib/dynamodb/stores/targeting/resolve-selection.js'
import { identifier, instant, text, texts } from '../../../lib/domain/fields/values.js'
import { command } from '../../command.js'
import { flag, oneOf, optional, owner, ownerIn, required } from '../../options.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { formatDetails } from '../../output/format.js'
import { existing } from './existing.js'
import { find, summary } from './run.js'

export const create = command({
  name: 'create',
  does: 'Save a query for everyone who acted on some events, and run it',
  example: 'target create --group 6f2b8f5e-… --title "Came to a rally" --include 9b46…  example:rally-2',
  options: {
    ...owner,
    title: required('--title <title>', 'what the query is called', text),
    include: required('--include <events...>', 'identifiers or ids of the events', texts),
    every: flag('--every', 'only people who acted on every one of them'),
    exclude: optional('--exclude <events...>', 'leave out who acted on one of these', texts),
    status: optional(
      '--status <statuses...>',
      `which RSVPs count, accepted without it: ${COUNTED_STATUSES.join(', ')}`,
      array(oneOf(COUNTED_STATUSES)),
    ),
    rsvp_from: optional('--from <date>', 'only RSVPs since then, in UTC: 2026-11-03T18:30', instant),
    rsvp_before: optional('--before <date>', 'only RSVPs before then', instant),
    identifier: optional('--identifier <identifier>', 'an identifier of yours for the query', identifier),
  },
  run: async (values, context) => {
    const { of, events, queries, results, series, table } = await existing(ownerIn(values), context.open)
    const { title, include, every, identifier: own } = values
    const { exclude, status, rsvp_from, rsvp_before } = values
    const query = await recordQuery(
      of,
      {
        ...{ title, include, match: every ? 'every' : 'any' },
        ...omitUndefined({ exclude, status, rsvp_from, rsvp_before, identifiers: own && [own] }),
      },
      {
        queries,
        eventsByIdentifier: (identifiers) => events.holdersOf(identifiers),
        findSeries: (id) => series.find(id),
        ownsCampaign: (whose, campaign) => ownsCampaign(table, whose, campaign),
        resolve: (each) => results.resolve(each),
        // The command has no option for tags and places.
        findTags: () => Promise.resolve([]),
        findPlace: () => Promise.resolve(undefined),
        ownEvents: (whose, ids) => events.findMany(whose, ids),
        nativePrefix: context.settings().nativePrefix,
        now: () => new Date(),
        newId: () => randomUUID(),
      },
    )
    const result = await find(query, table, context)
    const counted = countedStatuses(query)
    return {
      json: { ...query, status: counted, result },
      text: formatDetails({ id: query.id, title, status: counted.join(', '), ...summary(result) }),
    }
  },
})
