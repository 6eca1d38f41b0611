import { type CreatorRoles, chooseCreator } from '../access/creator.js'
import {
  type EventChange,
  type EventDraft,
  type InterfaceFields,
  type OsdiEvent,
  changedEvent,
  newEvent,
} from './event.js'
import { roleIn } from '../access/store/roles.js'
import type { App } from '../table/app.js'
import type { Geocode } from '../locations/location.js'
import { type Question, startingWith } from '../questions/question.js'
import type { Body } from '../fields/field.js'
import type { Principal } from '../runtime/principal.js'
import type { Site } from '../runtime/site.js'
import {
  type Precondition,
  type IdentifiedStore,
  changeIdentified,
  recordByIdentifier,
} from '../resources/record-by-identifier.js'

/** The context of recording and changing events: the app, what finds their places, and what writes them. */
export interface Scheduling extends App {
  /** It writes what reacts to an event, too. */
  events: IdentifiedStore<OsdiEvent>
  geocode: Geocode
}

/** Chooses the creator of an event, as chooseCreator. */
export const creatorOf = (
  { table }: Pick<App, 'table'>,
  principal: Principal,
  designated: string | undefined,
  allowed: CreatorRoles,
) => chooseCreator(principal, designated, allowed, (group, person) => roleIn(table, `group:${group}`, person))

export interface NewEvent {
  draft: EventDraft
  /** Person that the request designates as creator, if any. */
  designated?: string | undefined
  event_campaign_id?: string | undefined
  /** The questions of the campaign: a new event without any of its own starts with them. */
  campaign_questions?: Question[] | undefined
  made_in_interface?: InterfaceFields | undefined
}

/**
 * Records what a POST says: a new event, or a change of the one that holds one of its identifiers already.
 * @throws OsdiError conflict, as recordByIdentifier
 */
export const recordEvent = (
  principal: Principal,
  { draft, designated, event_campaign_id, campaign_questions, made_in_interface }: NewEvent,
  allowed: CreatorRoles,
  { table, site, events, geocode, now, newId }: Scheduling,
): Promise<OsdiEvent> =>
  recordByIdentifier(principal.owner, draft.identifiers ?? [], {
    store: events,
    noun: 'event',
    nativePrefix: site.nativePrefix,
    create: async (identifiers) => {
      const creator = await creatorOf({ table }, principal, designated, allowed)
      const circumstances = {
        id: newId(),
        principal,
        event_campaign_id,
        made_in_interface,
        now: now(),
        ...creator,
      }
      return newEvent({ ...startingWith(campaign_questions, draft), identifiers }, circumstances, geocode)
    },
    change: (current, identifiers) => changedEvent(current, { ...draft, identifiers }, now(), geocode),
  })

/**
 * Changes an event as a PUT says. Identifiers that another event holds are left out.
 * @throws OsdiError not_found, also for another owner's event
 */
export const changeEvent = (
  principal: Principal,
  id: string,
  change: EventChange,
  { site, events, geocode, now }: Scheduling,
  precondition?: Precondition,
): Promise<OsdiEvent> =>
  changeIdentified(
    principal.owner,
    id,
    change.identifiers ?? [],
    {
      store: events,
      nativePrefix: site.nativePrefix,
      change: (current, identifiers) => changedEvent(current, { ...change, identifiers }, now(), geocode),
    },
    precondition,
  )

/** A PUT of an event. */
export interface EventRequest {
  principal: Principal
  id: string
  body: Body
  site: Site
  precondition: Precondition
}

/** The change in its body, and the paths of what was not taken. */
export interface ReadChange {
  change: EventChange
  ignored: string[]
}

/** Answers a PUT of an event: with the event as it is now, and the paths of what was not taken. */
export type ChangeByKey = (
  request: EventRequest,
  read: ReadChange,
  dependencies: Scheduling,
) => Promise<{ event: OsdiEvent; ignored: string[] }>

export const changeByKey: ChangeByKey = async ({ principal, id, precondition }, { change, ignored }, dependencies) => ({
  event: await changeEvent(principal, id, change, dependencies, precondition),
  ignored,
})
