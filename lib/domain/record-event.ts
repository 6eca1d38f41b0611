import { type CreatorRoles, type FindRole, chooseCreator } from './creator.js'
import { OsdiError } from './errors.js'
import {
  type EventChange,
  type EventDraft,
  type InterfaceFields,
  type OsdiEvent,
  changedEvent,
  newEvent,
} from './event.js'
import { isNativeId, partIdentifiers } from './identifier.js'
import type { Geocode } from './location.js'
import type { Owner, Principal } from './principal.js'

/** What recording an event needs of the world. */
export interface EventsWorld {
  events: {
    /** @returns the ids of the events that hold one of the new event's identifiers; when empty, it is created. */
    create(event: OsdiEvent): Promise<string[]>
    /** @returns the owner of an event, or undefined when there is no such event. */
    ownerOf(id: string): Promise<Owner | undefined>
    /**
     * Applies a change, once more on what a concurrent change left. New identifiers that another event holds
     * are left out, or refuse the whole change.
     * @returns the event, and the identifiers that were left out.
     * @throws OsdiError not_found; conflict when `taken` is 'refuse' and an identifier is held by another event
     */
    change(
      owner: Owner,
      id: string,
      change: (event: OsdiEvent) => Promise<OsdiEvent>,
      taken: 'refuse' | 'leave out',
    ): Promise<{ event: OsdiEvent; leftOut: string[] }>
  }
  findRole: FindRole
  geocode: Geocode
  nativePrefix: string
  now: () => Date
  newId: () => string
}

export interface NewEvent {
  draft: EventDraft
  /** Person that the request designates as creator, if any. */
  designated?: string | undefined
  event_campaign_id?: string | undefined
  made_in_interface?: InterfaceFields | undefined
}

/**
 * Records what a POST says: a new event, or a change of the event of the same owner that already holds one of
 * its identifiers, so that a retried POST is harmless (version 1, endpoint rule 1; decision for version 2).
 * @throws OsdiError conflict when the identifiers belong to another owner's event or to different events;
 *   the holder is not named
 */
export async function recordEvent(
  principal: Principal,
  { draft: requested, designated, event_campaign_id, made_in_interface }: NewEvent,
  allowed: CreatorRoles,
  world: EventsWorld,
): Promise<OsdiEvent> {
  const { events, findRole, geocode, nativePrefix, now, newId } = world
  const { nativeIds, foreign } = partIdentifiers(requested.identifiers ?? [], nativePrefix)
  const draft: EventDraft = { ...requested, identifiers: foreign }

  const named = await existing(nativeIds, events)
  if (named.some(({ owner }) => owner !== principal.owner)) throw identifierConflict()
  if (named.length > 0)
    return changeMatched(
      named.map(({ id }) => id),
      principal,
      draft,
      world,
    )

  const creator = await chooseCreator(principal, designated, allowed, findRole)
  const circumstances = {
    id: newId(),
    principal,
    event_campaign_id,
    made_in_interface,
    now: now(),
    ...creator,
  }
  const event = await newEvent(draft, circumstances, geocode)
  const holders = await events.create(event)
  return holders.length === 0 ? event : changeMatched(holders, principal, draft, world)
}

/**
 * Changes an event as a PUT says. Identifiers that another event holds are ignored.
 * @returns the event, and the identifiers that were ignored
 * @throws OsdiError not_found, also for another owner's event
 */
export async function changeEvent(
  principal: Principal,
  id: string,
  change: EventChange,
  { events, geocode, nativePrefix, now }: EventsWorld,
): Promise<{ event: OsdiEvent; ignored: string[] }> {
  const { nativeIds, foreign } = partIdentifiers(change.identifiers ?? [], nativePrefix)
  const { event, leftOut } = await events.change(
    principal.owner,
    id,
    (current) => changedEvent(current, { ...change, identifiers: foreign }, now(), geocode),
    'leave out',
  )
  const strangers = nativeIds.filter((native) => native !== id).map((native) => `${nativePrefix}:${native}`)
  return { event, ignored: [...strangers, ...leftOut] }
}

async function existing(nativeIds: string[], events: EventsWorld['events']) {
  const found = await Promise.all(
    nativeIds.filter(isNativeId).map(async (id) => ({ id, owner: await events.ownerOf(id) })),
  )
  return found.filter(({ owner }) => owner !== undefined)
}

async function changeMatched(
  matched: string[],
  principal: Principal,
  draft: EventDraft,
  { events, geocode, now }: EventsWorld,
) {
  const [id, ...others] = new Set(matched)
  if (id === undefined || others.length > 0) throw identifierConflict()
  try {
    const apply = (current: OsdiEvent) => changedEvent(current, draft, now(), geocode)
    return (await events.change(principal.owner, id, apply, 'refuse')).event
  } catch (error) {
    // The holder exists, so "not found" can only mean that it is another owner's.
    if (error instanceof OsdiError && error.code === 'not_found') throw identifierConflict()
    throw error
  }
}

/** The refusal of identifiers that somebody else holds. Who that is stays untold. */
export const identifierConflict = () =>
  new OsdiError('conflict', 'An identifier of this event is already held by another event', [
    {
      error_code: 'identifier_taken',
      description: 'Identifiers are unique across all groups and API keys',
      properties: ['identifiers'],
    },
  ])
