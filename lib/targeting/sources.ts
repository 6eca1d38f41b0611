import type { Owner } from '../runtime/owner.js'
import type { SearchedEvents } from './searched-events.js'

/**
 * The sources that selections may name besides events, campaigns and tags: subjects above this one hand them in. Where
 * one is absent, what it would know is refused in a request, and stands for nothing in a query.
 */
export interface Sources {
  /** Series of events. */
  series?: {
    isOf(owner: Owner, id: string): Promise<boolean>
    /** Returns the ids of its events at this moment. */
    eventsOf(id: string): Promise<string[]>
  }
  /** Finds the events of an owner that a search stands for at this moment. */
  search?: (owner: Owner, search: SearchedEvents) => Promise<string[]>
  /** People who host events of a campaign. */
  hosts?: {
    /** Returns the number of events that are read to find them. */
    sizeOf(campaign: string): Promise<number>
    /** Returns their ids, each once. @param state of their events; any without it */
    of(campaign: string, state?: string): Promise<string[]>
  }
}
