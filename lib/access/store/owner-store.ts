import { notFound } from '../../runtime/errors.js'
import { type Owner, groupIdOf } from '../../runtime/owner.js'
import type { Principal } from '../../runtime/principal.js'
import type { Account, Group, Role } from '../group.js'
import { type OwnerSettingsChange, subscribesUnasked } from '../owner-settings.js'
import type { PageRequest } from '../../fields/page.js'
import { lists } from '../../collections/numbered-list.js'
import { readPage } from '../../collections/read-page.js'
import { getOne } from '../../table/reads.js'
import { type Key, type Table, keyOf, valueOf } from '../../table/table.js'
import { changeRole, handOver, membersOf, removeMember } from './members.js'
import type { OwnerReactions } from './owner-reactions.js'
import { changeOwnerSettings } from './owner-settings.js'
import { readSettings } from './read-settings.js'
import { roleIn } from './roles.js'

interface Entrance {
  principal: Omit<Principal, 'key_id'>
  byProviderOnly: boolean
  country?: string | undefined
  /** The time zone that the owner has chosen. */
  zone?: string | undefined
  /** Whether an RSVP subscribes a new person who has seen no box. */
  subscribes: boolean
}

/** Groups with their members, and individual accounts. */
export const ownerStore = (table: Table, reactions: OwnerReactions) => ({
  /** Gives a member another role. @throws OsdiError not_found, also for the creator, whose role stays */
  changeRole: (group: string, person: string, role: Role) => changeRole(table, group, person, role),

  /**
   * Takes the role of a member, who stays in the list of the group. Repeating it changes nothing.
   * @throws OsdiError not_found for the creator
   */
  removeMember: (group: string, person: string) => removeMember(table, group, person, reactions),

  /**
   * Makes a member the creator of a group; the creator so far becomes an administrator.
   * @throws OsdiError not_found when there is no such group, or the person is no member of it
   */
  handOver: (group: string, person: string) => handOver(table, group, person),

  groups: (request: PageRequest) => readPage<Group>(table, lists.groups, request),

  accounts: (request: PageRequest) => readPage<Account>(table, lists.accounts, request),

  /** @throws OsdiError not_found */
  findGroup: (id: string) => found<Group>(table, keyOf.group(id)),

  members: (group: string) => membersOf(table, group),

  findRole: (group: string, person: string) => roleIn(table, `group:${group}`, person),

  /** The role of a person in an owner. The person of an account is its creator. */
  roleIn: (owner: Owner, person: string) => roleIn(table, owner, person),

  /**
   * Changes the settings of an owner.
   * @throws OsdiError not_found
   */
  changeSettings: (owner: Owner, change: OwnerSettingsChange) => changeOwnerSettings(table, owner, change, reactions),

  /** Reads the settings together with what else the request reads. @throws OsdiError not_found */
  settingsOf: (owner: Owner) => readSettings(table, owner),

  /**
   * Returns the principal of the owner's keys.
   * @throws OsdiError not_found
   */
  principalOf: (owner: Owner) => readPrincipal(table, owner),

  /**
   * The same for the interface, with whether its organizers may have to sign in by a provider, and its country.
   * @throws OsdiError not_found
   */
  entranceOf: (owner: Owner) => readEntrance(table, owner),
})

export type OwnerStore = ReturnType<typeof ownerStore>

/** Reads the principal of the owner's keys. @throws OsdiError not_found */
export const readPrincipal = async (table: Table, owner: Owner): Promise<Omit<Principal, 'key_id'>> =>
  (await readEntrance(table, owner)).principal

async function readEntrance(table: Table, owner: Owner): Promise<Entrance> {
  const group = groupIdOf(owner)
  if (group === undefined) {
    const item = await found<Account>(table, keyOf.account(owner.slice('account:'.length)))
    const { person, refuses_people, country, timezone_identifier: zone } = item
    const principal = { owner, default_creator: person, ...(refuses_people && { refuses_people }) }
    return { principal, byProviderOnly: false, country, zone, subscribes: subscribesUnasked(item) }
  }
  const item = await found<Group & { by_provider_only?: boolean }>(table, keyOf.group(group))
  const { title, browser_url, creator, by_provider_only = false, refuses_people } = item
  const { country, timezone_identifier: zone } = item
  const sponsor = { title, ...(browser_url && { browser_url }) }
  const principal = { owner, default_creator: creator, sponsor, ...(refuses_people && { refuses_people }) }
  return { principal, byProviderOnly: by_provider_only, country, zone, subscribes: subscribesUnasked(item) }
}

async function found<Value extends object>(table: Table, key: Key): Promise<Value> {
  const item = await getOne(table, key)
  if (!item) throw notFound()
  return valueOf<Value>(item)
}
