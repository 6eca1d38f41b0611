import type { Owner } from './owner.js'

/** Scopes of an API key: read, also record RSVPs and people, or everything. */
export const SCOPES = ['read', 'rsvp', 'all'] as const
export type Scope = (typeof SCOPES)[number]

/** The number of requests that a key may make in a time. */
export interface RateLimit {
  requests: number
  seconds: number
}

/** Sponsoring group of an event (version 2, "Sponsor"). */
export interface Sponsor {
  title: string
  /** URL of the group's public page. */
  browser_url?: string
}

/** The owner that an API key acts for. */
export interface Principal {
  owner: Owner
  key_id: string
  /** The member who made the key in the interface. */
  made_by?: string
  /** Person who becomes the creator of an event if the request names no valid person. */
  default_creator: string
  /** Present for a group: what its events carry as their sponsor. */
  sponsor?: Sponsor
  /** The owner's name for the key. */
  name?: string
  /** The scope of the key; everything when absent. */
  scope?: Scope
  /** Whether the owner has ever refused people: an RSVP then reads whom. */
  refuses_people?: boolean
  /** When the key stops working, if ever: UTC. */
  expires_date?: string
  /** Present where the owner limits the key. */
  limit?: RateLimit
  /** When the key was used last, up to an hour early: UTC. Absent until its first use. */
  last_used_date?: string
}
