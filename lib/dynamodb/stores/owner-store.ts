import { notFound } from '../../domain/errors.js'
import type { OwnerSettingsChange } from '../../domain/owner-settings.js'
import type { Page, PageRequest } from '../../domain/page.js'
import type { Person } from '../../domain/person.js'
import {
  type Account,
  type Group,
  type Owner,
  type Principal,
  type Role,
  groupIdOf,
} from '../../domain/principal.js'
import { getBeside, getMany, getOne } from '../reads.js'
import { append } from '../lists/append.js'
import { readPage } from '../lists/read-page.js'
import { lists } from '../lists/numbered-list.js'
import { type Key, type Table, keyOf, valueOf } from '../table.js'
import { changeOwnerSettings } from './owner-settings.js'
import { newPersonItems } from './person-items.js'
import type { TransactItem } from '../conflicts.js'
import { putNew, putAllIfAbsent } from '../transaction.js'

export interface Membership {
  group: string
  person: string
  role: Role
}

export interface OwnerStore {
  /** Creates a group together with its creator. Repeating it changes nothing. */
  createGroup(group: Group, creator: Person): Promise<void>
  /** Creates an individual account together with its person. Repeating it changes nothing. */
  createAccount(account: Account, person: Person): Promise<void>
  /**
   * Adds a person with a role. A person of the group's list who already has the email gets the role.
   * @returns the person's id
   * @throws OsdiError not_found when there is no such group
   */
  addMember(group: string, person: Person, role: Role): Promise<string>
  groups(page: PageRequest): Promise<Page<Group>>
  accounts(page: PageRequest): Promise<Page<Account>>
  /** @throws OsdiError not_found */
  findGroup(id: string): Promise<Group>
  members(group: string): Promise<Membership[]>
  findRole(group: string, person: string): Promise<Role | undefined>
  /** Returns the persons with these ids, in the order of the ids, without missing ones. */
  people(ids: string[]): Promise<Person[]>
  /**
   * Changes the settings of an owner.
   * @throws OsdiError not_found
   */
  changeSettings(owner: Owner, change: OwnerSettingsChange): Promise<Group | Account>
  /**
   * Returns the principal of the owner's keys.
   * @throws OsdiError not_found
   */
  principalOf(owner: Owner): Promise<Omit<Principal, 'key_id'>>
}

/** Groups with their members, and individual accounts. */
export function ownerStore(table: Table): OwnerStore {
  const found = async <Value extends object>(key: Key) => {
    const item = await getOne(table, key)
    if (!item) throw notFound()
    return valueOf<Value>(item)
  }
  const membership = (value: Membership): TransactItem =>
    putNew(table, keyOf.member(value.group, value.person), value)

  return {
    async createGroup(group, creator) {
      await append(table, [lists.groups, lists.peopleOf(creator.owner)], ([position, personPosition]) => [
        putNew(table, keyOf.group(group.id), { ...group, ...position }),
        ...newPersonItems(table, creator, personPosition),
        membership({ group: group.id, person: creator.id, role: 'creator' }),
      ])
    },

    async createAccount(account, person) {
      await append(table, [lists.accounts, lists.peopleOf(person.owner)], ([position, personPosition]) => [
        putNew(table, keyOf.account(account.id), { ...account, ...position }),
        ...newPersonItems(table, person, personPosition),
      ])
    },

    async addMember(group, person, role) {
      await found(keyOf.group(group))
      const outcome = await append(table, [lists.peopleOf(person.owner)], ([position]) => [
        ...newPersonItems(table, person, position),
        membership({ group, person: person.id, role }),
      ])
      if (outcome === 'written') return person.id
      const known = outcome.all.find((item) => item['person'])?.['person'] as string | undefined
      if (known !== undefined) await putAllIfAbsent(table, [membership({ group, person: known, role })])
      return known ?? person.id
    },

    groups: (request) => readPage<Group>(table, lists.groups, request),

    accounts: (request) => readPage<Account>(table, lists.accounts, request),

    findGroup: (id) => found<Group>(keyOf.group(id)),

    async members(group) {
      return (await getBeside(table, keyOf.member(group, ''))).map((item) => valueOf<Membership>(item))
    },

    async findRole(group, person) {
      return (await getOne(table, keyOf.member(group, person)))?.['role'] as Role | undefined
    },

    async people(ids) {
      const items = await getMany(table, ids.map(keyOf.person))
      return items.flatMap((item) => (item ? [valueOf<Person>(item)] : []))
    },

    changeSettings: (owner, change) => changeOwnerSettings(table, owner, change),

    async principalOf(owner) {
      const group = groupIdOf(owner)
      if (group === undefined) {
        const { person } = await found<Account>(keyOf.account(owner.slice('account:'.length)))
        return { owner, default_creator: person }
      }
      const { title, browser_url, creator } = await found<Group>(keyOf.group(group))
      return { owner, default_creator: creator, sponsor: { title, ...(browser_url && { browser_url }) } }
    },
  }
}
