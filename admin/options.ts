import { InvalidArgumentError } from 'commander'
import {
  type GenericSchema,
  type InferOutput,
  boolean,
  check,
  lazy,
  literal,
  picklist,
  pipe,
  string,
  transform,
  union,
} from 'valibot'
import type { Owner } from '../lib/runtime/owner.js'
import { readRateLimit } from '../lib/http/state/rate-store.js'
import type { RateLimit } from '../lib/runtime/principal.js'
import { text } from '../lib/fields/values.js'
import { UsageError } from './errors.js'

/** An option of a command, or an argument when its flags are `<name>`: a value with the API's own rules. */
export interface Option<Value = unknown, IsRequired extends boolean = boolean> {
  /** As commander writes them: `--title <title>`. */
  flags: string
  means: string
  schema: GenericSchema<unknown, Value>
  required: IsRequired
  /** The flags and the meaning of the option that says the opposite. */
  opposite?: { flags: string; means: string }
}

export type Options = Record<string, Option>

/** The values of a command's options. */
export type Values<Of extends Options> = {
  [Name in keyof Of]: Of[Name] extends Option<infer Value, true>
    ? Value
    : Of[Name] extends Option<infer Value>
      ? Value | undefined
      : never
}

export const required = <Schema extends GenericSchema>(
  flags: string,
  means: string,
  schema: Schema,
): Option<InferOutput<Schema>, true> => ({ flags, means, schema, required: true })

export const optional = <Schema extends GenericSchema>(
  flags: string,
  means: string,
  schema: Schema,
): Option<InferOutput<Schema>, false> => ({ flags, means, schema, required: false })

/**
 * Refuses a blank value of an option or argument: it is most often a variable of the shell that is not set. Taken for
 * an option that is left out, it would make a key without a scope, or send a test mail to the whole list.
 */
export function refuseBlank(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is blank: give a value, or leave it out.')
  return value
}

/** Does the same for an option that takes several values, and collects them. */
export const refuseBlanks = (value: string, before: string[] = []) => [...before, refuseBlank(value)]

/** An option without a value. */
export const flag = (flags: string, means: string) => optional(flags, means, boolean())

/** An option without a value, and its opposite, which begins with `--no-`. */
export const flagOrNot = (flags: string, means: string, opposite: string) => ({
  ...flag(flags, means),
  opposite: { flags: flags.replace('--', '--no-'), means: opposite },
})

/** The option with the word `none` besides, which is read as null and clears the field. */
export const orNone = <Value>(option: Option<Value, false>): Option<Value | null, false> => ({
  ...option,
  schema: lazy((value) => (value === 'none' ? CLEARED : option.schema)),
})

const CLEARED = pipe(
  literal('none'),
  transform(() => null),
)

export const group = required('--group <id>', 'id of the group', text)

/** A command takes one of these two. */
export const owner = {
  group: optional('--group <id>', 'id of the group', text),
  account: optional('--account <id>', 'id of the individual account', text),
}

/** @throws UsageError unless exactly one of the two is given */
export function ownerIn({ group, account }: Values<typeof owner>): Owner {
  if (group !== undefined && account === undefined) return `group:${group}`
  if (account !== undefined && group === undefined) return `account:${account}`
  throw new UsageError('Give either --group <id> or --account <id>.')
}

/** Describes an owner in messages: `group with the id …`. */
export const describeOwner = (owner: Owner) => owner.replace(':', ' with the id ')

export const limit = optional('--limit <number>', 'show only the newest ones; all without it', positiveInteger())

/** A whole number from 1. Every message completes "<option> …". */
export function positiveInteger() {
  return pipe(
    string(),
    check(
      (value) => /^\d+$/.test(value) && Number(value) > 0 && Number.isSafeInteger(Number(value)),
      'must be a whole number from 1',
    ),
    transform(Number),
  )
}

/** A value, or `default` for null, which sets it back. */
export const orDefault = <Value>(value: GenericSchema<unknown, Value>) =>
  lazy((given) => (given === 'default' ? DEFAULT : value))

const DEFAULT = pipe(
  literal('default'),
  transform(() => null),
)

/** A rate: a number of requests in a time. */
export const rate = pipe(
  string(),
  check((value) => readRateLimit(value) !== undefined, 'must be a rate such as 4/second, 240/minute or 5000/hour'),
  transform((value) => readRateLimit(value) as RateLimit),
)

export const rateOrOff = union([literal('off'), rate], 'must be a rate such as 240/minute, or off')

/** A setting that has no third way. */
export const onOrOff = pipe(
  picklist(['on', 'off'], 'must be on or off'),
  transform((value) => value === 'on'),
)

export const emailAddress = pipe(
  string(),
  check((value) => value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), 'must be an email address'),
)

export const oneOf = <Word extends string>(words: readonly Word[]) =>
  picklist(words, `must be one of ${words.join(', ')}`)
