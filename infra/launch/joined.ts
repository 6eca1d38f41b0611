import { isDeepStrictEqual } from 'node:util'
import { when } from './conditions.js'

/*
 * One template of several: what a setting adds to a template stands in it under a condition. `on` has every setting,
 * each of `offs` all but the one that its condition is about.
 */

/** A part of the template that lacks one setting, by the name of the condition that the setting is. */
export type Off = [condition: string, off: unknown]

export interface Resource {
  Type: string
  Properties?: Record<string, unknown>
  Condition?: string
  DependsOn?: string | string[]
  [name: string]: unknown
}

const ABSENT = Symbol('absent')

/** Whether a value is computed by CloudFormation; what is in it is not a property. */
const isComputed = (value: object) => {
  const [name = '', ...others] = Object.keys(value)
  return others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))
}

const isProperties = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isComputed(value)

/**
 * Joins the values of a property.
 * @throws Error where one without a setting has what the one with it lacks: nothing here would bring it in
 */
export function joined(on: unknown, offs: Off[]): unknown {
  const differing = offs.filter(([, off]) => !isDeepStrictEqual(on, off))
  if (differing.length === 0) return on
  if (isProperties(on) && differing.every(([, off]) => isProperties(off))) {
    for (const [condition, off] of differing)
      for (const name of Object.keys(off as object))
        if (!(name in on)) throw new Error(`Without ${condition} there is ${name}, and with it there is not.`)
    return Object.fromEntries(
      Object.entries(on).map(([name, value]) => [
        name,
        joined(
          value,
          differing.map(([condition, off]) => [condition, name in (off as object) ? (off as never)[name] : ABSENT]),
        ),
      ]),
    )
  }
  const aligned = Array.isArray(on) && differing.map(([condition, off]) => [condition, alignedTo(on, off)] as const)
  if (aligned && aligned.every(([, those]) => those))
    return (on as unknown[]).map((value, i) =>
      joined(
        value,
        aligned.map(([condition, those]): Off => [condition, those?.[i]]),
      ),
    )
  return differing.reduce((inner, [condition, off]) => when(condition, inner, off === ABSENT ? undefined : off), on)
}

/**
 * The elements of a list at the places where a longer one has them, with gaps; undefined where it is none of the same
 * elements in their order.
 */
function alignedTo(on: unknown[], off: unknown): unknown[] | undefined {
  if (!Array.isArray(off)) return undefined
  const found = off as unknown[]
  if (found.length === on.length) return found
  let next = 0
  const those = on.map((value) =>
    next < found.length && isDeepStrictEqual(value, found[next]) ? found[next++] : ABSENT,
  )
  return next === found.length ? those : undefined
}

/** Resources or outputs, each with the conditions under which it is there. */
export interface Joined<Entry> {
  entries: Record<string, Entry>
  /** Conditions of more than one setting, by their names. */
  conditions: Record<string, object>
}

/** Joins the resources, or the outputs, of templates. */
export function joinedEntries<Entry extends object>(
  on: Record<string, Entry>,
  offs: [condition: string, off: Record<string, Entry>][],
): Joined<Entry> {
  const conditions: Record<string, object> = {}
  const entries = Object.entries(on).map(([id, entry]): [string, Entry] => {
    const absent = offs.filter(([, off]) => !(id in off)).map(([condition]) => condition)
    const value = joined(
      entry,
      offs.flatMap(([condition, off]) => (id in off ? [[condition, off[id]] as Off] : [])),
    ) as Entry
    if (absent.length === 0) return [id, value]
    const Condition = absent.join('And')
    if (absent.length > 1) conditions[Condition] = { 'Fn::And': absent.map((each) => ({ Condition: each })) }
    return [id, { ...value, Condition }]
  })
  return { entries: Object.fromEntries(entries), conditions }
}
