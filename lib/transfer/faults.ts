import type { MemberTransfer, SingleTransfer } from '../table/items/kind.js'
import type { Owner } from '../runtime/owner.js'
import { listNamed, listsOfOwner } from '../collections/numbered-list.js'
import { kindOfRecord, listOfMember } from './records.js'

/**
 * Returns the fault of a line of an export, as the end of a sentence; undefined when it is a record of this owner's. A
 * record names its event, campaign or tag but not the owner, so the import looks the owner up.
 */
export function faultIn(line: unknown, owner: Owner): string | undefined {
  if (!isObject(line)) return 'is no object'
  const { type, list, name, length, ordinal, first, members, value, creation_counts } = line
  const isCount = (number: unknown) => Number.isSafeInteger(number) && (number as number) > 0
  if (type === 'list')
    return typeof name === 'string' && isCount(length) ? faultInList(owner, name) : 'needs a name and a length'
  if (type === 'run') {
    const hasCounts = creation_counts === undefined || isCounts(creation_counts)
    const isSegment = typeof list === 'string' && isCount(first) && isTexts(members) && hasCounts
    return isSegment ? faultInList(owner, list) : 'needs a list, a first ordinal and members'
  }
  const kind = typeof type === 'string' ? kindOfRecord(type) : undefined
  if (!kind) return `has the type ${JSON.stringify(type)}, which there is not`
  const { as: form, needs } = kind.transfer
  if (form === 'member' && !(typeof list === 'string' && isCount(ordinal))) return 'needs a list and an ordinal'
  if (!isObject(value)) return 'needs a value'
  const missing = needs.filter((field) => typeof value[field] !== 'string' || value[field] === '')
  if (missing.length > 0) return `lacks ${missing.join(', ')} in its value`
  if (kind.claims && !isTexts(value['identifiers'])) return 'lacks identifiers in its value'
  const texts = value as Record<string, string>
  const of = value['owner'] ?? ownerIn(kind.transfer, texts) ?? owner
  if (of !== owner) return `belongs to ${JSON.stringify(of)}`
  if (form === 'member' && listOfMember(kind, owner, texts, list as string).name !== list)
    return `cannot be in the list ${JSON.stringify(list)}`
  const contacts = ['email_addresses', 'phone_numbers'].filter((each) => !Array.isArray(value[each]))
  if (type === 'person' && contacts.length > 0) return `lacks ${contacts.join(', ')} in its value`
  return undefined
}

function faultInList(owner: Owner, name: string): string | undefined {
  const isOwn = listsOfOwner(owner).some((list) => list.name === name)
  return isOwn || listNamed(name).belongsTo
    ? undefined
    : `is of the list ${JSON.stringify(name)}, which is none of this owner`
}

/** Returns the owner of a record's item by its value, where it has no `owner`. */
const ownerIn = (transfer: MemberTransfer | SingleTransfer, value: Record<string, string>) =>
  transfer.as === 'single' && transfer.owner ? `${transfer.owner.type}:${value[transfer.owner.id]}` : undefined

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCounts = (value: unknown) =>
  isObject(value) &&
  Object.entries(value).every(([second, count]) => /^\d+$/.test(second) && Number.isSafeInteger(count))

const isTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string')
