import type { Owner } from '../../domain/principal.js'
import { lists } from '../lists/numbered-list.js'
import { NESTED, kindOf } from './records.js'

/**
 * What is wrong with a line of an export, as the end of a sentence; undefined when it is a record of this owner's.
 * Whose an event, a campaign or a tag is that a record only names, no line says: the import asks the table.
 */
export function faultIn(line: unknown, owner: Owner): string | undefined {
  if (!isObject(line)) return 'is no object'
  const { type, list, name, length, ordinal, first, members, value, counted_from, creation_counts } = line
  const isCount = (number: unknown) => Number.isSafeInteger(number) && (number as number) > 0
  if (type === 'list')
    return typeof name === 'string' &&
      isCount(length) &&
      (counted_from === undefined || isCount(counted_from))
      ? faultInList(owner, name)
      : 'needs a name and a length'
  if (type === 'run') {
    const hasCounts = creation_counts === undefined || isCounts(creation_counts)
    const isSegment = typeof list === 'string' && isCount(first) && isTexts(members) && hasCounts
    return isSegment ? faultInList(owner, list) : 'needs a list, a first ordinal and members'
  }
  const kind = typeof type === 'string' ? kindOf(type) : undefined
  if (!kind) return `has the type ${JSON.stringify(type)}, which there is not`
  if (kind.listOf && !(typeof list === 'string' && isCount(ordinal))) return 'needs a list and an ordinal'
  if (!isObject(value)) return 'needs a value'
  const missing = kind.needs.filter((field) => typeof value[field] !== 'string' || value[field] === '')
  if (missing.length > 0) return `lacks ${missing.join(', ')} in its value`
  if (kind.claims && !isTexts(value['identifiers'])) return 'lacks identifiers in its value'
  const texts = value as Record<string, string>
  const of = value['owner'] ?? kind.ownerOf?.(texts) ?? owner
  if (of !== owner) return `belongs to ${JSON.stringify(of)}`
  if (kind.listOf && kind.listOf(owner, texts, list as string).name !== list)
    return `has no place in the list ${JSON.stringify(list)}`
  const contacts = ['email_addresses', 'phone_numbers'].filter((each) => !Array.isArray(value[each]))
  if (type === 'person' && contacts.length > 0) return `lacks ${contacts.join(', ')} in its value`
  return undefined
}

function faultInList(owner: Owner, name: string): string | undefined {
  const own = OWN_LISTS.some((listOf) => listOf(owner).name === name)
  const isNested = NESTED.some(({ list }) => name.startsWith(list('').name))
  return own || isNested ? undefined : `is of the list ${JSON.stringify(name)}, which is none of this owner`
}

const OWN_LISTS = [
  ...[lists.campaignsOf, lists.eventsOf, lists.actionsOf, lists.selectableOf],
  ...[lists.queriesOf, lists.tagsOf, lists.peopleOf],
]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCounts = (value: unknown) =>
  isObject(value) &&
  Object.entries(value).every(([second, count]) => /^\d+$/.test(second) && Number.isSafeInteger(count))

const isTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string')
