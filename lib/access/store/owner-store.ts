import { notFound } from '../../runtime/errors.js'
import { type OwnerSettings, type OwnerSettingsChange, settingsIn } from '../owner-settings.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Person } from '../../people/person.js'
import type { Account, Group, Role } from '../group.js'
import type { Principal } from '../../runtime/principal.js'
import { type Owner, groupIdOf } from '../../runtime/owner.js'
import { getBeside, getMany, getOne } from '../../table/reads.js'
import { append } from '../../collections/append.js'
import { readPage } from '../../collections/read-page.js'
import { lists } from '../../collections/numbered-list.js'
import { type Key, type Table, keyOf, valueOf } from '../../table/table.js'
import { signInAddress } from '../sign-in-address.js'
import type { Access } from '../../sign-in/sign-in.js'
import { writeResource } from '../../resources/write-resource.js'
import { changeRole, handOver, removeMember } from './members.js'
import { changeOwnerSettings } from './owner-settings.js'
import { readSettings } from './read-settings.js'
import { newPersonItems } from '../../people/store/person-items.js'
import { grantAccess, keyOfAccess } from '../../sign-in/store/sign-in-store.js'
import { keyOfOwner } from '../../table/items/items.js'
import type { TransactItem } from '../../table/conflicts.js'
import { retryOnConflict } from '../../table/retry-on-conflict.js'
import { putIfAbsent, putNew, updateIgnoringConflict, writeAlone } from '../../table/transaction.js'
import { has } from '../../table/condition.js'
import { change } from '../../table/change.js'

export interface Membership {
  group: string
  person: string
  role: Role
  /**
   * The address with which this member signs in to the organiser's interface. It is not the person's email: API keys
   * and sign-ups change that one, and must not change who may sign in.
   */
  sign_in_address?: string | undefined
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
  /** Gives a member another role. @throws OsdiError not_found, also for the creator, whose role stays */
  changeRole(group: string, person: string, role: Role): Promise<void>
  /**
   * Takes the role of a member, who stays in the list of the group. Repeating it changes nothing.
   * @throws OsdiError not_found for the creator
   */
  removeMember(group: string, person: string): Promise<void>
  /**
   * Makes a member the creator of a group; the creator so far becomes an administrator.
   * @throws OsdiError not_found when there is no such group, or the person is no member of it
   */
  handOver(group: string, person: string): Promise<void>
  groups(page: PageRequest): Promise<Page<Group>>
  accounts(page: PageRequest): Promise<Page<Account>>
  /** @throws OsdiError not_found */
  findGroup(id: string): Promise<Group>
  members(group: string): Promise<Membership[]>
  findRole(group: string, person: string): Promise<Role | undefined>
  /** The role of a person in an owner. The person of an account is its creator. */
  roleIn(owner: Owner, person: string): Promise<Role | undefined>
  /**
   * Returns the address with which a member of a group or the person of an account signs in. One that was stored
   * without an address gets the email that the person has now.
   * @returns undefined for a person without a role, or without an email
   */
  accessOf(person: string): Promise<Access | undefined>
  /** Returns the persons with these ids, in the order of the ids, without missing ones. */
  people(ids: string[]): Promise<Person[]>
  /**
   * Changes the settings of an owner.
   * @throws OsdiError not_found
   */
  changeSettings(owner: Owner, change: OwnerSettingsChange): Promise<Group | Account>
  /** Reads the settings together with what else the request reads. @throws OsdiError not_found */
  settingsOf(owner: Owner): Promise<OwnerSettings>
  /** The same with the title of a group. @throws OsdiError not_found */
  introductionOf(owner: Owner): Promise<{ settings: OwnerSettings; title?: string }>
  /**
   * Returns the principal of the owner's keys.
   * @throws OsdiError not_found
   */
  principalOf(owner: Owner): Promise<Omit<Principal, 'key_id'>>
  /**
   * The same for the interface, with whether its organisers may have to sign in by a provider.
   * @throws OsdiError not_found
   */
  entranceOf(owner: Owner): Promise<{ principal: Omit<Principal, 'key_id'>; byProviderOnly: boolean }>
}

/** Groups with their members, and individual accounts. */
export function ownerStore(table: Table): OwnerStore {
  const found = async <Value extends object>(key: Key) => {
    const item = await getOne(table, key)
    if (!item) throw notFound()
    return valueOf<Value>(item)
  }
  /** The items of a member, who signs in with the email that the owner has entered. */
  const membership = (value: Membership, entered: Person): TransactItem[] => {
    const access = accessOfPerson({ ...entered, id: value.person })
    const key = keyOf.member(value.group, value.person)
    if (!access) return [putNew(table, key, value)]
    return [putNew(table, key, { ...value, sign_in_address: access.address }), grantAccess(table, access)]
  }
  const isNotErased = (person: string): TransactItem => ({
    ConditionCheck: {
      TableName: table.name,
      Key: keyOf.person(person),
      ConditionExpression: 'attribute_not_exists(erased_date)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  })
  /** The item that gives a person a role: a membership, or the account of the person. */
  const keyOfRole = (owner: Owner, person: string) => {
    const group = groupIdOf(owner)
    return group === undefined ? keyOfOwner(owner) : keyOf.member(group, person)
  }
  const roleIn = async (owner: Owner, person: string): Promise<Role | undefined> => {
    const item = await getOne(table, keyOfRole(owner, person))
    if (item?.['person'] !== person) return undefined
    return groupIdOf(owner) === undefined ? 'creator' : (item['role'] as Role)
  }

  const entranceOf: OwnerStore['entranceOf'] = async (owner) => {
    const group = groupIdOf(owner)
    if (group === undefined) {
      const { person } = await found<Account>(keyOf.account(owner.slice('account:'.length)))
      return { principal: { owner, default_creator: person }, byProviderOnly: false }
    }
    const item = await found<Group & { by_provider_only?: boolean }>(keyOf.group(group))
    const { title, browser_url, creator, by_provider_only = false } = item
    const sponsor = { title, ...(browser_url && { browser_url }) }
    return { principal: { owner, default_creator: creator, sponsor }, byProviderOnly: by_provider_only }
  }

  return {
    async createGroup(group, creator) {
      await writeResource(table, (writer) =>
        append(table, [lists.groups, lists.peopleOf(creator.owner)], ([position, personPosition]) => [
          putNew(table, keyOf.group(group.id), { ...group, ...position }),
          ...newPersonItems(table, writer, creator, personPosition),
          ...membership({ group: group.id, person: creator.id, role: 'creator' }, creator),
        ]),
      )
    },

    async createAccount(account, person) {
      const access = accessOfPerson(person)
      await writeResource(table, (writer) =>
        append(table, [lists.accounts, lists.peopleOf(person.owner)], ([position, personPosition]) => [
          putNew(table, keyOf.account(account.id), {
            ...account,
            ...(access && { sign_in_address: access.address }),
            ...position,
          }),
          ...newPersonItems(table, writer, person, personPosition),
          ...(access ? [grantAccess(table, access)] : []),
        ]),
      )
    },

    addMember: (group, person, role) =>
      retryOnConflict(async () => {
        await found(keyOf.group(group))
        const { outcome } = await writeResource(table, (writer) =>
          append(table, [lists.peopleOf(person.owner)], ([position]) => [
            ...newPersonItems(table, writer, person, position),
            ...membership({ group, person: person.id, role }, person),
          ]),
        )
        if (outcome === 'written') return person.id
        const known = outcome.all.find((item) => item['person'])?.['person'] as string | undefined
        if (known === undefined) return person.id
        const isThere = isNotErased(known)
        const given = await writeAlone(table, () => [
          ...membership({ group, person: known, role }, person),
          isThere,
        ])
        // The person was erased meanwhile, which has released the email.
        return given !== 'written' && given.with(isThere) ? undefined : known
      }),

    changeRole: (group, person, role) => changeRole(table, group, person, role),

    removeMember: (group, person) => removeMember(table, group, person),

    handOver: (group, person) => handOver(table, group, person),

    groups: (request) => readPage<Group>(table, lists.groups, request),

    accounts: (request) => readPage<Account>(table, lists.accounts, request),

    findGroup: (id) => found<Group>(keyOf.group(id)),

    async members(group) {
      return (await getBeside(table, keyOf.member(group, ''))).map((item) => valueOf<Membership>(item))
    },

    async findRole(group, person) {
      return roleIn(`group:${group}`, person)
    },

    roleIn,

    async accessOf(id) {
      const item = await getOne(table, keyOf.person(id))
      if (!item) return undefined
      const person = valueOf<Person>(item)
      const key = keyOfRole(person.owner, id)
      const role = await getOne(table, key)
      if (role?.['person'] !== id) return undefined
      const known = role['sign_in_address'] as string | undefined
      if (known !== undefined) return { address: known, owner: person.owner, person: id }
      const access = accessOfPerson(person)
      if (!access) return undefined
      await putIfAbsent(table, keyOfAccess(access), access)
      await updateIgnoringConflict(
        table,
        change(key, { setIfAbsent: { sign_in_address: access.address } }, has('pk')),
      )
      return access
    },

    async people(ids) {
      const items = await getMany(table, ids.map(keyOf.person))
      return items.flatMap((item) => (item ? [valueOf<Person>(item)] : []))
    },

    changeSettings: (owner, change) => changeOwnerSettings(table, owner, change),

    settingsOf: (owner) => readSettings(table, owner),

    async introductionOf(owner) {
      const item = await found<Group | Account>(keyOfOwner(owner))
      return { settings: settingsIn(item), ...('title' in item && { title: item.title }) }
    },

    principalOf: async (owner) => (await entranceOf(owner)).principal,

    entranceOf,
  }
}

/** The access of a person to the owner of the list that the person is in; undefined without an email. */
function accessOfPerson({ id, owner, email_addresses: [email] }: Person): Access | undefined {
  return email && { address: signInAddress(email.address), owner, person: id }
}
