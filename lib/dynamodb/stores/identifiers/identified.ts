import { notFound } from '../../../domain/errors.js'
import type { Owner } from '../../../domain/access/principal.js'
import {
  type Identified,
  type IdentifiedStore,
  identifierConflict,
} from '../../../domain/record-by-identifier.js'
import { changeOf } from '../../search/changes.js'
import { UNREPORTED, announcing } from '../webhooks/announce.js'
import { assertItemSize } from '../item-size.js'
import { claim, holderIn, identifierIn } from './identifiers.js'
import { restampIfLate } from '../late-writes.js'
import { releaseOrphanedIdentifiers } from './orphaned-claims.js'
import { append } from '../../lists/append.js'
import type { PendingAttributes } from '../../lists/pending.js'
import { type NumberedList, type Position } from '../../lists/numbered-list.js'
import { getMany, getOne } from '../../reads.js'
import { type Key, type ResourceType, type Table, keyOf as keys, valueOf } from '../../table.js'
import { retryOnConflict } from '../../retry-on-conflict.js'
import type { TransactItem } from '../../conflicts.js'
import { putNew, updateWith } from '../../transaction.js'
import { revise } from '../../update.js'

/** The particulars of one type of resource. */
export interface IdentifiedKind<Resource> {
  type: ResourceType
  keyOf: (id: string) => Key
  /** Reads a resource as it stands this moment. */
  load: (id: string) => Promise<Resource | undefined>
  /** The part of a resource that its item holds; the rest is counted elsewhere. */
  itemOf: (resource: Resource) => { revision: number }
  /** The lists that a new resource joins. Its own item is the member of the first list. */
  listsOf: (resource: Resource) => [NumberedList, ...NumberedList[]]
  /** Builds the members of the other lists, which are written together with a new resource. */
  otherMembers?: (resource: Resource, positions: (Position | PendingAttributes)[]) => TransactItem[]
  /** Builds what is written together with a change of a resource. */
  withChange?: (before: Resource, after: Resource) => TransactItem[]
}

/**
 * Creates a store of resources with identifiers. A resource is created together with a claim for each identifier, and
 * changed on condition of the revision that was read.
 */
export const identified = <Resource extends Identified>(
  table: Table,
  {
    type,
    keyOf,
    load,
    itemOf,
    listsOf,
    otherMembers = () => [],
    withChange = () => [],
  }: IdentifiedKind<Resource>,
): IdentifiedStore<Resource> => ({
  async create(resource) {
    const { id, identifiers } = assertItemSize(resource, nounOf(type))
    const interest = await announcingOf(table, type, resource.owner)
    const outcome = await append(table, listsOf(resource), ([position, ...others]) => [
      ...identifiers.map((identifier) => claim(table, type, identifier, id)),
      putNew(table, keyOf(id), { ...itemOf(resource), ...position, ...interest.announced }),
      ...otherMembers(resource, others),
    ])
    if (outcome === 'written') {
      const written = await restampIfLate(table, listsOf(resource)[0], keyOf(id), resource, interest)
      return { resource: written, holders: [] }
    }
    const holders = outcome.of('identifier').map(holderIn)
    return { resource: { ...resource, ...valueOf(outcome.at(keyOf(id)) ?? {}) }, holders }
  },

  async releaseOrphans(identifiers, holders) {
    const keysOfClaims = identifiers.map((identifier) => keys.identifier(type, identifier))
    const found = await getMany(table, keysOfClaims, { consistent: true })
    const claims = found.filter((claim) => claim !== undefined)
    const isReleased = await releaseOrphanedIdentifiers(table, claims)
    const now = claims.map(holderIn)
    return isReleased || holders.some((holder) => !now.includes(holder))
  },

  async ownerOf(id) {
    return (await getOne(table, keyOf(id)))?.['owner'] as Owner | undefined
  },

  async change(owner, id, change, whenTaken) {
    const leftOut: string[] = []
    return retryOnConflict(async () => {
      const [before, interest] = await Promise.all([load(id), announcingOf(table, type, owner)])
      if (before?.owner !== owner) throw notFound()
      const wanted = await change(before)
      if (wanted === before) return before
      const identifiers = wanted.identifiers.filter((each) => !leftOut.includes(each))
      const after = assertItemSize({ ...wanted, identifiers }, nounOf(type))
      const claimed = identifiers.filter((each) => !before.identifiers.includes(each))
      const update = revise(keyOf(id), itemOf(before), {
        ...itemOf(after),
        ...changeOf(listsOf(after)[0], after),
        ...interest.announced,
      })
      const claims = claimed.map((identifier) => claim(table, type, identifier, id))
      const outcome = await updateWith(table, update, [...claims, ...withChange(before, after)])
      if (outcome === 'written') return restampIfLate(table, listsOf(after)[0], keyOf(id), after, interest)
      const held = outcome.of('identifier')
      const taken = held.map(identifierIn)
      if (taken.length > 0 && (await releaseOrphanedIdentifiers(table, held))) return undefined
      if (taken.length > 0 && whenTaken === 'refuse') throw identifierConflict(nounOf(type))
      leftOut.push(...taken)
      return undefined
    })
  },
})

/** No webhook hears of targeting queries. */
const announcingOf = async (table: Table, type: ResourceType, owner: Owner) =>
  type === 'event' || type === 'event_campaign' ? announcing(table, type, owner) : UNREPORTED

const nounOf = (type: ResourceType) => type.replaceAll('_', ' ')
