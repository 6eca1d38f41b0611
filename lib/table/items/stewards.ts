import { type Key, type Kind, exempt, single } from './kind.js'

/** Links by which people without an account help with an event. */
export const stewards = {
  teamLink: {
    title: 'link of a team, and its devices',
    key: (event: string, id: string): Key => ({ pk: `team#${event}`, sk: `link#${id}` }),
    parts: ['event', 'id'],
    transfer: single('team_link', ['event', 'id', 'created_date'], { partOf: 'event' }),
    audit: exempt('No other item has to agree with it.'),
    expires: false,
  },
} satisfies Record<string, Kind>
