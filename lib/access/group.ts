import { invalid } from '../runtime/errors.js'
import { groupIdOf, type Owner } from '../runtime/owner.js'
import type { OwnerSettings } from './owner-settings.js'

/** Roles of a person in a group. The creator is the group's original one, of whom there is exactly one. */
export const ROLES = ['creator', 'administrator', 'organizer', 'member'] as const
export type Role = (typeof ROLES)[number]

export interface Group extends OwnerSettings {
  id: string
  title: string
  browser_url?: string
  /** Former readable addresses of its page, which still lead to it. */
  former_slugs?: string[]
  /** Person id of the original creator. */
  creator: string
  created_date: string
}

/** An individual account: a person with keys of its own. */
export interface Account extends OwnerSettings {
  id: string
  /** Person id of the account's own person. */
  person: string
  /** The address with which this person signs in to the organizer's interface. */
  sign_in_address?: string | undefined
  created_date: string
}

export interface Membership {
  group: string
  person: string
  role: Role
  /**
   * The address with which this member signs in to the organizer's interface. It is not the person's email: API keys
   * and sign-ups change that one, and must not change who may sign in.
   */
  sign_in_address?: string | undefined
}

/**
 * Refuses a request of an individual account for something that only groups have. The status is 400, because this
 * family's clients take 403 for a bad key and stop using it.
 * @param what begins the sentence, in the plural: `Event campaigns`
 * @throws OsdiError invalid
 */
export function requireGroup(owner: Owner, what: string): void {
  if (groupIdOf(owner) !== undefined) return
  const description = `${what} belong to groups: use the API key of a group`
  throw invalid([{ error_code: 'group_required', description, properties: [] }])
}
