import type { Role } from './group.js'
import type { Principal } from '../runtime/principal.js'
import { groupIdOf } from '../runtime/owner.js'

/** Roles that may be designated as the creator of a group's event; the versions differ (v1 rule 3, v2 rule 2). */
export type CreatorRoles = readonly Role[]

/** Finds the role of a person in a group, or undefined for a stranger. */
export type FindRole = (groupId: string, personId: string) => Promise<Role | undefined>

export interface Creator {
  creator: string
  /** Whether the request designated this creator: only then do attendees join the creator's personal list. */
  explicit_creator: boolean
}

/**
 * Chooses the creator of an event. A designation that is absent or invalid is not an error: the key's default
 * creator takes its place (version 2, endpoint rules 2 and 3). Only a designation costs a read.
 */
export async function chooseCreator(
  principal: Principal,
  designated: string | undefined,
  allowed: CreatorRoles,
  findRole: FindRole,
): Promise<Creator> {
  if (designated && (await mayCreate(principal, designated, allowed, findRole)))
    return { creator: designated, explicit_creator: true }
  return { creator: principal.default_creator, explicit_creator: false }
}

async function mayCreate(principal: Principal, person: string, allowed: CreatorRoles, findRole: FindRole) {
  const groupId = groupIdOf(principal.owner)
  if (groupId === undefined) return person === principal.default_creator
  const role = await findRole(groupId, person)
  return role !== undefined && allowed.includes(role)
}
