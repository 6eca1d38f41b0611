import type { Check, Key, Kind, ResourceType } from './kind.js'
import { blocked } from './blocked.js'
import { consent } from './consent.js'
import { finding } from './finding.js'
import { hosting } from './hosting.js'
import { installation } from './installation.js'
import { listed, listState, sequencing } from './list-state.js'
import { mail } from './mail.js'
import { owners } from './owners.js'
import { requestState } from './request-state.js'
import { resources } from './resources.js'
import { signIn } from './sign-in.js'
import { stewards } from './stewards.js'
import { webhooks } from './webhooks.js'

/**
 * Every kind of item in the table: the registry from which keys, permissions, audit, export and import follow, and by
 * which docs/table-items.csv is checked.
 */
export const items = {
  ...resources,
  ...owners,
  ...signIn,
  ...listState,
  ...sequencing,
  ...listed,
  ...finding,
  ...hosting,
  ...blocked,
  ...consent,
  ...stewards,
  ...requestState,
  ...installation,
  ...webhooks,
  ...mail,
}

type Items = typeof items

export type KindName = keyof Items

/** The kinds that sequencers write and remove within seconds. */
export const SEQUENCING = Object.keys(sequencing) as KindName[]

const kinds: [KindName, Kind][] = Object.entries(items) as [KindName, Kind][]

/** The key of an item, by the name of its kind. */
export const keyOf = Object.fromEntries(kinds.map(([name, { key }]) => [name, key])) as {
  [Name in KindName]: Items[Name]['key']
}

/** The item of the group or the account that an owner, `group:id` or `account:id`, is. */
export function keyOfOwner(owner: string): Key {
  const [type, id] = owner.split(':') as ['group' | 'account', string]
  return keyOf[type](id)
}

/** Stands for anything in a pattern, as in the patterns of IAM. */
const ANY = '*'

/** The pattern of the keys of a kind. @param first parts, where they are known */
function patternOf({ key, parts }: Kind, first: string[] = []): Key {
  const all = parts.map((_, i) => first[i] ?? ANY)
  return key(...(all as never[]))
}

/** The pattern of the partition keys of a kind: what is the same in all of them. @param first parts, where known */
export const partitionsOf = (name: KindName, ...first: string[]): string => leading(patternOf(items[name], first).pk)

const leading = (pattern: string) => {
  const end = pattern.indexOf(ANY)
  return end === -1 ? pattern : pattern.slice(0, end + 1)
}

/** Returns whether a text has a pattern, whose only placeholder that counts is the first one. */
function matcher(pattern: string): (text: string) => boolean {
  const end = pattern.indexOf(ANY)
  if (end === -1) return (text) => text === pattern
  const beginning = pattern.slice(0, end)
  return (text) => text.startsWith(beginning)
}

const matcherOf = ([name, kind]: [KindName, Kind]) => {
  const { pk, sk } = patternOf(kind)
  return { name, kind, hasPk: matcher(pk), hasSk: matcher(sk) }
}

/** Made at the first question, which few functions ask. An audit asks for each item of a table some twenty times. */
let matchers: ReturnType<typeof matcherOf>[] | undefined

const allMatchers = () => (matchers ??= kinds.map(matcherOf))

const matches =
  ({ pk, sk }: Key) =>
  ({ hasPk, hasSk }: ReturnType<typeof matcherOf>) =>
    hasPk(pk) && hasSk(sk)

/** The kinds whose pattern the key of an item has: one, for each item that the service writes. */
export const kindsOf = (key: Key): KindName[] =>
  allMatchers()
    .filter(matches(key))
    .map(({ name }) => name)

/** Returns the kind of an item by the registry; undefined for an item of no kind. */
export const kindOf = (key: Key): Kind | undefined => allMatchers().find(matches(key))?.kind

export const isA = (name: KindName, item: Key): boolean => kindOf(item) === items[name]

/** Whether the audit makes a check of an item. */
export function isChecked(item: Key, check: Check): boolean {
  const audit = kindOf(item)?.audit
  return audit !== undefined && !('because' in audit) && audit.includes(check)
}

/** The kinds of the resources that have identifiers, by the type under which these are claimed. */
const holders = new Map(kinds.flatMap(([, kind]) => (kind.claims ? [[kind.claims, kind] as const] : [])))

export const isResourceType = (type: string): type is ResourceType => holders.has(type as ResourceType)

/** The key of the resource that holds a claim. @param id the parts of its key, with slashes between them */
export const keyOfHolder = (type: ResourceType, id: string): Key =>
  (holders.get(type) as Kind).key(...(id.split('/') as never[]))

/** The id of a resource in claims, from its attributes. */
export const holderId = (type: ResourceType, attributes: Record<string, unknown>): string =>
  (holders.get(type) as Kind).parts.map((part) => String(attributes[part])).join('/')
