import type { Hono } from 'hono'
import { inOneLine } from '../../locations/location.js'
import { derivedId } from '../../fields/identifier.js'
import type { OsdiEvent } from '../event.js'
import { requires } from '../../manage/access/guards.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { addressesPath } from '../../manage/paths.js'

/** The limit of a person: far more than a keyboard sends, and little work. */
const OF_A_PERSON = { requests: 600, seconds: 600 }

/** Events whose locations are suggested: the newest. */
const EARLIER = { page: 1, per_page: 100 }

/** A suggestion for the script of the form: a line, and its country. */
interface Suggested {
  line: string
  country: string
}

/**
 * Answers the script of the form of an event, in JSON: with the locations of the group's earlier events, or, for what
 * was typed, with lines that complete it.
 */
export function addressSuggestions(
  app: Hono<ManageEnv>,
  { events, addresses }: Pick<ManageDependencies, 'events' | 'addresses'>,
): void {
  app.get(addressesPath(':owner'), requires('change_events'), async (c) => {
    const asked = derivedId('addresses', c.get('session').address)
    const { isExceeded, reset } = await addresses.attempts.take(asked, OF_A_PERSON, new Date())
    if (isExceeded) {
      c.header('retry-after', String(reset))
      return c.json({ suggested: [] }, 429)
    }
    const { q, country = '', region = '' } = c.req.query()
    if (q === undefined) {
      const { members } = await events.listActions(c.get('owner').owner, EARLIER)
      return c.json({ suggested: earlierIn(members) })
    }
    const lines = addresses.suggest(q, country || undefined, region || undefined)
    return c.json({ suggested: lines.map((line): Suggested => ({ line, country })) })
  })
}

/** Returns where events take place, each location once. A town alone is suggested without them. */
function earlierIn(events: readonly Pick<OsdiEvent, 'location'>[]): (Suggested & { region: string })[] {
  const found = events
    .filter(({ location: { venue, address_lines } }) => venue || address_lines?.[0])
    .map(({ location }) => ({
      line: inOneLine(location),
      country: location.country,
      region: location.region ?? '',
    }))
  return [...new Map(found.map((each) => [each.line.toLowerCase(), each])).values()]
}
