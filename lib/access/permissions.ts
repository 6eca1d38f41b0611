import type { Role } from './group.js'

/** The groups of actions in the organizer's interface, each of which a role may do as a whole or not at all. */
export const PERMISSIONS = [
  'see_actions',
  'see_statistics',
  'change_events',
  'see_guests',
  'change_guests',
  'check_in',
  'target',
  'see_people',
  'change_people',
  'import',
  'campaigns',
  'calendars',
  'read_log',
  'keys',
  'webhooks',
  'members',
  'settings',
] as const
export type Permission = (typeof PERMISSIONS)[number]

const EVERYTHING: ReadonlySet<Permission> = new Set(PERMISSIONS)

/** An organizer runs a group's events but not the group. */
const OF_THE_GROUP: readonly Permission[] = ['keys', 'webhooks', 'members', 'settings']

/** Permissions of each role in the organizer's interface: the one table of roles and actions. */
const ALLOWED: Record<Role | 'host', ReadonlySet<Permission>> = {
  creator: EVERYTHING,
  administrator: EVERYTHING,
  organizer: new Set(PERMISSIONS.filter((each) => !OF_THE_GROUP.includes(each))),
  member: new Set(['see_actions', 'see_statistics']),
  // A supporter who hosts one event, by its link, does so with this event alone.
  host: new Set(['change_events', 'see_guests', 'change_guests']),
}

/** The one who acts: a role, or a person who has only some permissions. */
export type Actor = Role | 'host' | ReadonlySet<Permission>

export const mayDo = (actor: Actor, permission: Permission): boolean =>
  (typeof actor === 'string' ? ALLOWED[actor] : actor).has(permission)
