import { type Key, type Kind, exempt } from './kind.js'

const PASSING = exempt('It expires within a day.')

/** What the service remembers of requests for a while. */
export const requestState = {
  answer: {
    title: 'stored response of an `Idempotency-Key`',
    key: (hash: string): Key => ({ pk: `answer#${hash}`, sk: 'answer' }),
    parts: ['hash'],
    transfer: PASSING,
    audit: PASSING,
    expires: true,
  },
  requests: {
    title: 'request count of an API key',
    key: (key: string, start: number): Key => ({ pk: `requests#${key}`, sk: `${start}` }),
    parts: ['key', 'start of the window'],
    transfer: PASSING,
    audit: PASSING,
    expires: true,
  },
  attempts: {
    title: 'request count of a network',
    key: (hash: string, minute: number): Key => ({ pk: `attempts#${hash}`, sk: `${minute}` }),
    parts: ['hash', 'minute'],
    transfer: PASSING,
    audit: PASSING,
    expires: true,
  },
} satisfies Record<string, Kind>
