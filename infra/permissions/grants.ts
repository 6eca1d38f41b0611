import { PENDING } from '../../lib/collections/pending.js'
import { INDEXES, type Keys, type Kind, kinds } from './kinds.js'
import type { Need } from './needs/need.js'
import { type NeedName, needs } from './needs/needs.js'

/** A permission of a role on the table or an index of it. */
export interface Grant {
  actions: string[]
  index?: string
  /** Patterns of partition keys, of the table or the index; any key when absent. */
  leadingKeys?: string[]
  /** The only attributes that a command may name; any when absent. */
  attributes?: string[]
}

/** Writes an item of a statement in PartiQL, and replaces none. */
export const INSERT = 'dynamodb:PartiQLInsert'

/**
 * The functions that run each minute look at the index of pending members as a whole. It has the keys of items, and the
 * names of the lists for which they wait.
 */
export const LOOKS_FOR_WORK: Grant = { actions: ['dynamodb:Scan'], index: PENDING }

const ACTIONS = {
  reads: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  writes: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem'],
  inserts: [INSERT],
  deletes: ['dynamodb:DeleteItem'],
}

const VERBS = ['reads', 'writes', 'inserts', 'deletes'] as const

/** The kinds that some needs read, write and delete, each once. */
export function kindsOf(names: NeedName[]): Required<Need> {
  const all = names.map((name): Need => needs[name])
  const [reads = [], writes = [], inserts = [], deletes = []] = VERBS.map((verb) => [
    ...new Set(all.flatMap((need) => need[verb] ?? [])),
  ])
  return { reads, writes, inserts, deletes }
}

/** Returns the grants of some needs. */
export function grantsFor(names: NeedName[]): Grant[] {
  const wanted = kindsOf(names)
  const keysOf = (kindsWanted: Kind[], of: keyof Keys) =>
    kindsWanted.flatMap((kind) => (kinds[kind] as Keys)[of] ?? []).sort()
  const inPart = (kind: Kind) => 'attributes' in kinds[kind]
  const grants: Grant[] = [
    ...VERBS.map((verb) => ({
      actions: ACTIONS[verb],
      leadingKeys: keysOf(
        wanted[verb].filter((kind) => !inPart(kind)),
        'table',
      ),
    })),
    ...wanted.writes.filter(inPart).map((kind) => {
      const { table: leadingKeys = [], attributes = [] } = kinds[kind] as Keys
      return { actions: ['dynamodb:UpdateItem'], leadingKeys, attributes }
    }),
    ...INDEXES.map((index) => ({
      actions: ['dynamodb:Query'],
      index,
      leadingKeys: keysOf(wanted.reads, index),
    })),
  ]
  return grants.filter(({ leadingKeys = [] }) => leadingKeys.length > 0)
}
