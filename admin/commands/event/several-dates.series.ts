import { REACHES } from '../../../lib/series/reach.js'
import type { Outcome } from '../../command.js'
import { oneOf, optional } from '../../options.js'
import { formatDetails } from '../../output/format.js'

/** The option of commands that may concern several dates of a series. */
export const ofSeries = {
  series: optional(
    '--series <which>',
    'this date alone, or with the following, or all dates of its series: this, following or all',
    oneOf(REACHES),
  ),
}

/** Names the dates that were changed. */
export const datesOutcome = (events: string[]): Outcome => ({
  json: { events },
  text: formatDetails({ changed: events.length, first: events[0], last: events.at(-1) }),
})
