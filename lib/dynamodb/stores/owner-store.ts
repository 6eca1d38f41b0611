import { notFound } from '../../domain/errors.js'
import type { Page, PageRequest } from '../../domain/page.js'
import type { Person } from '../../domain/person.js'
import {
  type Account,
  type Group,
  type Owner,
  type OwnerSettings,
  type Principal,
  type Role,
  groupIdOf,
} from '../../domain/principal.js'
import { UpdateCommand } from '../client/commands.js'
import { ConditionalCheckFailedException } from '../client/errors.js'
import { getBeside, getMany, getOne } from '../reads.js'
import { append } from '../lists/append.js'
import { readPage } from '../lists/read-page.js'
import { lists } from '../lists/numbered-list.js'
import { type Key, type Table, keyOf, valueOf } from '../table.js'
import { newPersonItems } from './person-items.js'
import { keyOfOwner } from '../items/items.js'
import { type TransactItem, putNew, writeOnce } from '../transaction.js'
import { writeSingle } from '../write.js'

export interface Membership {
  group: string
  person: string
  role: Role
}

export interface OwnerStore {
  /** Keeps a group together with its creator. Keeping it again changes nothing. */
  createGroup(group: Group, creator: Person): Promise<void>
  /** Keeps an individual account together with its person. Keeping it again changes nothing. */
  createAccount(account: Account, person: Person): Promise<void>
  /**
   * Adds a person with a role. Whoever of the group's list has the email already gets the role.
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
  /** The persons of these ids, in their order; without those that do not exist. */
  people(ids: string[]): Promise<Person[]>
  /**
   * Switches what an owner may switch.
   * @throws OsdiError not_found
   */
  changeSettings(owner: Owner, settings: Required<OwnerSettings>): Promise<Group | Account>
  /**
   * What a key of this owner speaks for.
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
      await append(table, [lists.groups, lists.peopleOf(creator.owner)], ([place, placeOfPerson]) => [
        putNew(table, keyOf.group(group.id), { ...group, ...place }),
        ...newPersonItems(table, creator, placeOfPerson),
        membership({ group: group.id, person: creator.id, role: 'creator' }),
      ])
    },

    async createAccount(account, person) {
      await append(table, [lists.accounts, lists.peopleOf(person.owner)], ([place, placeOfPerson]) => [
        putNew(table, keyOf.account(account.id), { ...account, ...place }),
        ...newPersonItems(table, person, placeOfPerson),
      ])
    },

    async addMember(group, person, role) {
      await found(keyOf.group(group))
      const refusals = await append(table, [lists.peopleOf(person.owner)], ([place]) => [
        ...newPersonItems(table, person, place),
        membership({ group, person: person.id, role }),
      ])
      const known = refusals.find((stood) => stood?.['person'])?.['person'] as string | undefined
      if (known !== undefined) await writeOnce(table, [membership({ group, person: known, role })])
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

    async changeSettings(owner, { browser_rsvps }) {
      try {
        const { Attributes = {} } = await writeSingle(
          table,
          () =>
            new UpdateCommand({
              TableName: table.name,
              Key: keyOfOwner(owner),
              UpdateExpression: 'SET browser_rsvps = :browser_rsvps',
              ConditionExpression: 'attribute_exists(pk)',
              ExpressionAttributeValues: { ':browser_rsvps': browser_rsvps },
              ReturnValues: 'ALL_NEW',
            }),
        )
        return valueOf<Group | Account>(Attributes)
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) throw notFound()
        throw error
      }
    },

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
