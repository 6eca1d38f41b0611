import { type Key, type Kind, exempt } from './kind.js'

/** Boxes that subscribe, until an email to their address is confirmed. */
export const consent = {
  askedOptIn: {
    title: 'ticked box that an email confirms',
    key: (id: string): Key => ({ pk: `opt_in#${id}`, sk: 'opt_in' }),
    parts: ['id'],
    transfer: exempt('It expires, and the person can tick the box again.'),
    audit: exempt('No other item has to agree with it.'),
    expires: true,
  },
} satisfies Record<string, Kind>
