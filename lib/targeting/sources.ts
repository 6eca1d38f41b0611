import type { FindPlace } from '../locations/geocode/find-place.js'
import type { Point } from '../locations/great-circle.js'
import type { PostalAddress } from '../people/person.js'
import type { Owner } from '../runtime/owner.js'
import type { App } from '../table/app.js'
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
  /** Finds a town, a postal code or coordinates in the table of locations. */
  findPlace?: FindPlace
  /** Finds the point of a postal address; undefined for one whose place is not known. */
  locate?: ((home: PostalAddress) => Point | undefined) | undefined
}

/** The context of queries: the app, and what is known above. */
export interface Targeting extends App {
  sources: Sources
  /** Most attendances that a request reads itself; a larger result is left to the table's stream. */
  mostAtOnce?: number
}
