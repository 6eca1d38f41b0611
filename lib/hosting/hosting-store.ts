import type { OsdiEvent } from '../events/event.js'
import type { HostRequest } from './host-request.js'

/** A host whose events need no review. */
export interface TrustedHost {
  person: string
  /** When the team began to trust the host. */
  since: string
}

/** A host and an event. */
export interface HostOfEvent {
  person: string
  event: string
}

/** A page of events that wait for a review. */
export interface WaitingEvents {
  events: OsdiEvent[]
  /** Number of all that wait, at most a thousand. */
  total: number
}

/** Requests of hosts, trust, and the queue of a campaign. */
export interface HostingStore {
  /**
   * Keeps a request and asks for its mail, unless its mailbox has too many unanswered links.
   * @returns false when it has
   */
  ask(request: HostRequest, now: Date): Promise<boolean>
  /** @returns undefined for a request that has expired, or never was */
  find(id: string, now: Date): Promise<HostRequest | undefined>
  /** Notes that a link was answered: its mailbox may have another one. */
  answer(request: HostRequest): Promise<void>
  isTrusted(campaign: string, person: string): Promise<boolean>
  trust(campaign: string, person: string, now: Date): Promise<void>
  distrust(campaign: string, person: string): Promise<void>
  trusted(campaign: string): Promise<TrustedHost[]>
  /** Returns the ids of the events that a person hosts in a campaign. */
  eventsOfHost(campaign: string, person: string): Promise<string[]>
  /** Returns the hosts of a campaign, each with the id of an event. */
  hosts(campaign: string): Promise<HostOfEvent[]>
  /** Returns the states in which supporters host events that are not cancelled, and the number of hosts in each. */
  statesOfHosts(campaign: string): Promise<{ state: string; hosts: number }[]>
  /** Returns the events of a campaign that wait, oldest first. */
  waiting(campaign: string, most: number): Promise<WaitingEvents>
}
