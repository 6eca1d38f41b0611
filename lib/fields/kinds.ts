import { type GenericSchema, type InferOutput, picklist } from 'valibot'
import { MAX_IDENTIFIERS_PER_REQUEST } from './identifier.js'
import type { Moment } from './moment.js'
import { native } from '../runtime/site.js'
import { bodyFields, properties } from './vocabulary.js'
import type { Change, Fields, Kind, Stored } from './field.js'
import * as json from './json-schema.js'
import * as values from './values.js'

/* The types of values that several resources hold. */

/** A text of a line or of pages. */
export const text = textOf(values.text)
export const line = textOf(values.line)
export const webAddress = textOf(values.webAddress)
export const timeZone = textOf(values.timeZone)
export const language = textOf(values.language)
export const tagName = textOf(values.tagName)

/** A text that a schema reads. */
export function textOf(schema: GenericSchema<unknown, string>): Kind<string> {
  return { body: { value: schema }, schema: json.string, comparison: 'text', isKeptAsSent: true }
}

/** Text that may hold HTML. It is kept and shown as it was sent. */
export const html: Kind<string> = {
  ...text,
  schema: (meaning) => json.string(`${meaning}. It may be HTML, and is kept as sent: sanitize it where you show it`),
}

/** A day on the clock of whatever it is about. */
export const day: Kind<string> = {
  body: { value: values.day },
  schema: (meaning) => json.string(meaning, { format: 'date' }),
  isKeptAsSent: true,
}

/** One of some words. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Kind<Word> => ({
  body: { value: picklist(words, `must be ${words.join(' or ')}`) },
  schema: (meaning) => json.string(meaning, { enum: words }),
  isKeptAsSent: true,
})

/** Some of a few words, each once. */
export const someOf = <const Word extends string>(words: readonly Word[]): Kind<Word[]> => ({
  body: { each: picklist(words, `must be ${words.join(' or ')}`), most: words.length },
  schema: (meaning) => json.listOf({ type: 'string', enum: words }, meaning),
})

/** One of some words that the server sets. */
export const stateOf = <const Word extends string>(words: readonly Word[]): Kind<never, Word> => ({
  schema: (meaning) => json.string(meaning, { enum: words }),
  comparison: 'text',
})

/** `<system>:<id>`, the native one first. */
export const identifiers: Kind<string[]> = {
  body: { each: values.identifier, most: MAX_IDENTIFIERS_PER_REQUEST },
  schema: (meaning) => json.listOf(json.string('`<system_name>:<id>`'), meaning),
  serialize: (foreign, { site, id }) => [native(site, id), ...foreign],
  comparison: 'identifiers',
}

/** An instant that the server sets, kept with milliseconds. */
export const timestamp: Kind<never, string> = { schema: json.dateTime, serialize: utc, comparison: 'date' }

/** An instant that callers set; without an offset it is UTC. */
export const instant: Kind<InferOutput<typeof values.instant>> = {
  body: { value: values.instant },
  schema: json.dateTime,
  serialize: utc,
  isKeptAsSent: true,
}

/** A time at the venue: the wall clock there, with a nominal `Z`, which this family's clients read. */
export const wallClock: Kind<Moment, string> = {
  body: { value: values.moment },
  schema: (meaning) =>
    json.dateTime(`${meaning}. Local time at the venue; ignore the \`Z\`. One sent with an offset is a point in time`),
  serialize: (time) => `${time}Z`,
  comparison: 'clock',
}

/** An instant as answers show it: ISO 8601 in UTC, without a fraction. */
export function utc(kept: string): string {
  return `${kept.slice(0, 19)}Z`
}

export const count: Kind<never, number> = { schema: (meaning) => json.count(meaning) }
/** A number that callers set. */
export const smallCount: Kind<number> = {
  body: { value: values.smallCount },
  schema: (meaning) => json.count(meaning),
  comparison: 'number',
}
export const flag: Kind<never, boolean> = { schema: json.flag, comparison: 'flag' }

/** Whether something is so, as callers say it. */
export const settableFlag: Kind<boolean> = {
  body: { value: values.flag },
  schema: json.flag,
  isKeptAsSent: true,
}

export const uuid: Kind<never, string> = { schema: json.uuid }

/** A value that never changes; the schema says so. */
export const fixed = <Value extends string>(value: Value): Kind<never, Value> => ({
  schema: (meaning) => json.always(value, meaning),
})

/** A value that only answers hold, by its schema. */
export const shownAs = <Kept = unknown>(schema: (meaning: string) => json.Schema): Kind<never, Kept> => ({
  schema,
})

/** An object with fields of its own. */
export const group = <T extends Fields>(fields: T): Kind<Change<T>, Stored<T>> => ({
  body: { fields: bodyFields(fields) },
  schema: (meaning) => json.object(meaning, properties(fields)),
})
