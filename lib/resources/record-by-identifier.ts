import { OsdiError } from '../runtime/errors.js'
import { isNativeId, splitIdentifiers } from '../fields/identifier.js'
import type { Owner } from '../runtime/owner.js'

/** The common fields of resources that callers can find by their own identifiers. */
export interface Identified {
  id: string
  owner: Owner
  /** Foreign identifiers, oldest first. The native one is derived from the id. */
  identifiers: string[]
  /** UTC with milliseconds. */
  created_date: string
  modified_date: string
  /** Counts the writes; every change is conditional on it. */
  revision: number
}

/**
 * Checks the resource before a change, as `If-Match` demands. It runs again after each conflict with a concurrent
 * change, and the change is written on condition of the revision that it checked.
 * @throws OsdiError precondition_failed
 */
export type Precondition = (resource: { revision: number }) => void

/** The store of one type of resource, as far as recording by identifier needs it. */
export interface IdentifiedStore<Resource extends Identified> {
  /**
   * Creates a resource unless one of its identifiers is held.
   * @returns the stored resource, and the ids of the resources that hold its identifiers; if there are any, it was
   *   not created
   * @param addressed gives it a readable address, which is none of those that earlier attempts have met
   */
  create(
    resource: Resource,
    addressed?: Addressed<Resource>,
    slugs?: readonly string[],
  ): Promise<{ resource: Resource; holders: string[] }>
  /**
   * Releases the claims of identifiers whose resource does not have them.
   * @param holders the ids that `create` returned
   * @returns whether a repeated creation would meet other holders, or none
   */
  releaseOrphans(identifiers: string[], holders: string[]): Promise<boolean>
  /** @returns the owner, or undefined when there is no such resource. */
  ownerOf(id: string): Promise<Owner | undefined>
  /**
   * Applies a change, and again after a conflict with a concurrent change. New identifiers that another resource holds
   * are left out, or refuse the whole change.
   * @param change also gets the readable addresses of other pages that earlier attempts have met
   * @throws OsdiError not_found; conflict when `taken` is 'refuse' and an identifier is held by another one
   */
  change(
    owner: Owner,
    id: string,
    change: (resource: Resource, slugs: readonly string[]) => Promise<Resource>,
    taken: 'refuse' | 'leave out',
  ): Promise<Resource>
}

/** Gives a resource a readable address. @param taken addresses of other pages */
export type Addressed<Resource> = (resource: Resource, taken: readonly string[]) => Resource

interface Recording<Resource extends Identified> {
  store: IdentifiedStore<Resource>
  /** The name of the resource in error messages. */
  noun: string
  nativePrefix: string
  /** Creates the resource with the foreign identifiers of the request. */
  create: (foreign: string[]) => Promise<Resource>
  addressed?: Addressed<Resource> | undefined
  /** Applies the request to an existing resource. */
  change: (current: Resource, foreign: string[], slugs: readonly string[]) => Promise<Resource>
}

/**
 * Records a POST: creates a resource, or changes the owner's resource that already holds one of the identifiers, so
 * a retried POST is harmless (version 1, endpoint rule 1; decision for version 2).
 * @throws OsdiError conflict when another owner's resource or several resources hold the identifiers; the holder is
 *   not named
 */
export async function recordByIdentifier<Resource extends Identified>(
  owner: Owner,
  identifiers: string[],
  recording: Recording<Resource>,
): Promise<Resource> {
  const { store, noun, nativePrefix } = recording
  const { nativeIds, foreign } = splitIdentifiers(identifiers, nativePrefix)
  const named = await existing(nativeIds, store)
  if (named.some((each) => each.owner !== owner)) throw identifierConflict(noun)
  if (named.length > 0)
    return changeMatched(
      named.map(({ id }) => id),
      owner,
      foreign,
      recording,
    )
  const { resource, holders } = await store.create(await recording.create(foreign), recording.addressed)
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
 * Applies a PUT to a resource. Identifiers that another resource holds are left out.
 * @throws OsdiError not_found, also for another owner's
 */
export function changeIdentified<Resource extends Identified>(
  owner: Owner,
  id: string,
  identifiers: string[],
  { store, nativePrefix, change }: Pick<Recording<Resource>, 'store' | 'nativePrefix' | 'change'>,
  precondition: Precondition = () => undefined,
): Promise<Resource> {
  const { foreign } = splitIdentifiers(identifiers, nativePrefix)
  const apply = (current: Resource, slugs: readonly string[]) => {
    precondition(current)
    return change(current, foreign, slugs)
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
    return await store.change(owner, id, (current, slugs) => change(current, foreign, slugs), 'refuse')
  } catch (error) {
    // The holder exists, so "not found" means that it belongs to another owner.
    if (error instanceof OsdiError && error.code === 'not_found') throw identifierConflict(noun)
    throw error
  }
}

/** Returns the error for identifiers that another resource holds, without naming it. */
export const identifierConflict = (noun: string) =>
  new OsdiError('conflict', `An identifier of this ${noun} is already held by another ${noun}`, [
    {
      error_code: 'identifier_taken',
      description: 'Identifiers are unique across all groups and API keys',
      properties: ['identifiers'],
    },
  ])
