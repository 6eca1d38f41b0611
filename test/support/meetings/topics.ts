/** The features that meet at an event: each pair of them has an outcome in the table. */
export const TOPICS = [
  'waiting list',
  'guests',
  'hidden',
  'private',
  'not open',
  'closed',
  'approval',
  'blocked',
  'no date',
  'no zone',
  'over',
  'list',
  'capacity change',
  'helper edits',
  'cancel event',
  'cancel RSVP',
  'restore',
  'attend',
  'approve',
  'out of turn',
  'cancel and tell',
  'merge',
  'erase',
  'key',
  'v1',
  'form',
  'bulk',
  'import',
] as const
export type Topic = (typeof TOPICS)[number]

/** Every pair of features. */
export const PAIRS: [Topic, Topic][] = TOPICS.flatMap((one, i) =>
  TOPICS.slice(i + 1).map((other): [Topic, Topic] => [one, other]),
)

/**
 * Features that change no outcome: what meets them has the one that it has alone. A test performs each other feature
 * with all of them.
 */
export const BESIDE = [
  'series',
  'hosting',
  'questions',
  'webhooks',
  'further emails',
  'consent',
  'contact',
  'kind',
] as const
export type Beside = (typeof BESIDE)[number]

/** Features that no event has both of: hosts make single events, and a date of a series has a date. */
export const APART: readonly [string, string][] = [
  ['series', 'hosting'],
  ['no date', 'series'],
]

/** A pair of which the outcome is that of the feature alone: a time zone changes nothing of an RSVP. */
export function aloneOf(topic: Topic): `${Topic} + ${Topic}` {
  if (topic === 'no zone') return 'private + no zone'
  return TOPICS.indexOf(topic) < TOPICS.indexOf('no zone') ? `${topic} + no zone` : `no zone + ${topic}`
}

/** A way in which a person answers. */
export const WAYS = ['key', 'v1', 'form', 'bulk', 'import'] as const satisfies Topic[]
export type Way = (typeof WAYS)[number]
export const isWay = (topic: Topic): topic is Way => WAYS.includes(topic as Way)

/** A state of the event, as it is while people answer and change their answers. */
const STATES = [
  'waiting list',
  'guests',
  'hidden',
  'private',
  'not open',
  'closed',
  'approval',
  'blocked',
  'no date',
  'no zone',
  'over',
  'list',
] as const satisfies Topic[]
export const isState = (topic: Topic) => STATES.includes(topic as (typeof STATES)[number])

/** The outcome of a meeting. */
export interface Outcome {
  /** The answer to the last request: 200, or the code of a refusal. */
  answer: string
  /** The RSVP of the person, with the number of guests: `accepted`, `accepted +1`, `none`. */
  person: string
  /** The RSVP of a person who waited before; where the event has a waiting list. */
  waiting?: string
  /** Totals of the event: accepted, declined, waitlisted, attended, guests; with approval, requested. */
  totals: string
}
