import { OsdiError } from './errors.js'
import { isNativeId, partIdentifiers } from './identifier.js'
import type { Owner } from './principal.js'

/** What resources have in common that callers may find again by their own identifiers. */
export interface Identified {
  id: string
  owner: Owner
  /** Foreign identifiers, oldest first. The native one follows from the id. */
  identifiers: string[]
  /** UTC with milliseconds. */
  created_date: string
  modified_date: string
  /** Counts the writes; every change is conditional on it. */
  revision: number
}

/**
 * What a caller expects of the resource that it changes. It is asked again whenever a concurrent change was faster,
 * and the change is written on condition of the revision that it has seen.
 * @throws OsdiError precondition_failed
 */
export type Expectation = (resource: { revision: number }) => void

/** What recording by identifier needs of wherever the resources of one type are kept. */
export interface IdentifiedStore<Resource extends Identified> {
  /**
   * @returns the resource as it stands, and the ids of those that hold one of its identifiers: where there are any,
   *   it was not created
   */
  create(resource: Resource): Promise<{ resource: Resource; holders: string[] }>
  /**
   * Releases those of some identifiers whose claims lead to no resource that has them.
   * @param holders that a creation has met
   * @returns whether another creation would meet others, or none
   */
  releaseOrphans(identifiers: string[], holders: string[]): Promise<boolean>
  /** @returns the owner, or undefined when there is no such resource. */
  ownerOf(id: string): Promise<Owner | undefined>
  /**
   * Applies a change, once more on what a concurrent change left. New identifiers that another one holds are
   * left out, or refuse the whole change.
   * @throws OsdiError not_found; conflict when `taken` is 'refuse' and an identifier is held by another one
   */
  change(
    owner: Owner,
    id: string,
    change: (resource: Resource) => Promise<Resource>,
    taken: 'refuse' | 'leave out',
  ): Promise<Resource>
}

interface Recording<Resource extends Identified> {
  store: IdentifiedStore<Resource>
  /** What a refusal calls the resource. */
  noun: string
  nativePrefix: string
  /** Makes the resource, with the foreign identifiers of the request. */
  create: (foreign: string[]) => Promise<Resource>
  /** Applies the request to one that exists. */
  change: (current: Resource, foreign: string[]) => Promise<Resource>
}

/**
 * Records what a POST says: a new resource, or a change of the one of the same owner that already holds one of
 * its identifiers, so that a retried POST is harmless (version 1, endpoint rule 1; decision for version 2).
 * @throws OsdiError conflict when the identifiers belong to another owner's resource or to different ones; the
 *   holder is not named
 */
export async function recordByIdentifier<Resource extends Identified>(
  owner: Owner,
  identifiers: string[],
  recording: Recording<Resource>,
): Promise<Resource> {
  const { store, noun, nativePrefix } = recording
  const { nativeIds, foreign } = partIdentifiers(identifiers, nativePrefix)
  const named = await existing(nativeIds, store)
  if (named.some((each) => each.owner !== owner)) throw identifierConflict(noun)
  if (named.length > 0)
    return changeMatched(
      named.map(({ id }) => id),
      owner,
      foreign,
      recording,
    )
  const { resource, holders } = await store.create(await recording.create(foreign))
  if (holders.length === 0) return resource
  try {
    return await changeMatched(holders, owner, foreign, recording)
  } catch (error) {
    const isConflict = error instanceof OsdiError && error.code === 'conflict'
    if (!isConflict || !(await store.releaseOrphans(foreign, holders))) throw error
    return recordByIdentifier(owner, identifiers, recording)
  }
}

/**
 * Changes a resource as a PUT says. Identifiers that another one holds are left out.
 * @throws OsdiError not_found, also for another owner's
 */
export function changeIdentified<Resource extends Identified>(
  owner: Owner,
  id: string,
  identifiers: string[],
  { store, nativePrefix, change }: Pick<Recording<Resource>, 'store' | 'nativePrefix' | 'change'>,
  expects: Expectation = () => undefined,
): Promise<Resource> {
  const { foreign } = partIdentifiers(identifiers, nativePrefix)
  const apply = (current: Resource) => {
    expects(current)
    return change(current, foreign)
  }
  return store.change(owner, id, apply, 'leave out')
}

async function existing(nativeIds: string[], store: Pick<IdentifiedStore<never>, 'ownerOf'>) {
  const found = await Promise.all(
    nativeIds.filter(isNativeId).map(async (id) => ({ id, owner: await store.ownerOf(id) })),
  )
  return found.filter(({ owner }) => owner !== undefined)
}

async function changeMatched<Resource extends Identified>(
  matched: string[],
  owner: Owner,
  foreign: string[],
  { store, noun, change }: Recording<Resource>,
): Promise<Resource> {
  const [id, ...others] = new Set(matched)
  if (id === undefined || others.length > 0) throw identifierConflict(noun)
  try {
    return await store.change(owner, id, (current) => change(current, foreign), 'refuse')
  } catch (error) {
    // The holder exists, so "not found" can only mean that it is another owner's.
    if (error instanceof OsdiError && error.code === 'not_found') throw identifierConflict(noun)
    throw error
  }
}

/** The refusal of identifiers that somebody else holds. Who that is stays untold. */
export const identifierConflict = (noun: string) =>
  new OsdiError('conflict', `An identifier of this ${noun} is already held by another ${noun}`, [
    {
      error_code: 'identifier_taken',
      description: 'Identifiers are unique across all groups and API keys',
      properties: ['identifiers'],
    },
  ])
