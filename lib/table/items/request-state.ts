import { type Key, type Kind, exempt } from './kind.js'

const PASSING = exempt('It expires within a day.')

/** State of requests that the service keeps for a while. */
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
    title: 'RSVP count of a network or an event',
    key: (of: string, start: number): Key => ({ pk: `attempts#${of}`, sk: `${start}` }),
    parts: ['network or event', 'start of the window'],
    transfer: PASSING,
    audit: PASSING,
    expires: true,
  },
  solution: {
    title: 'solution of a proof of work',
    key: (signature: string): Key => ({ pk: `solution#${signature}`, sk: 'solution' }),
    parts: ['signature'],
    transfer: PASSING,
    audit: PASSING,
    expires: true,
  },
  challengeSecret: {
    title: 'secret that signs challenges',
    key: (): Key => ({ pk: 'challenge_secret', sk: 'challenge_secret' }),
    parts: [],
    transfer: exempt('Each table has its own.'),
    audit: exempt('No other item has to agree with it.'),
    expires: false,
  },
} satisfies Record<string, Kind>
