import type { Account, Group, Membership, Role } from '../../access/group.js'
import { type Access, signInAddress } from '../../access/sign-in-address.js'
import { keyOfRole } from '../../access/store/roles.js'
import { grantAccess, keyOfAccess } from '../../access/store/sign-in-addresses.js'
import { append } from '../../collections/append.js'
import { lists } from '../../collections/numbered-list.js'
import { writeResource } from '../../resources/write-resource.js'
import { notFound } from '../../runtime/errors.js'
import { change } from '../../table/change.js'
import { has } from '../../table/condition.js'
import { type TransactItem, retryOnConflict } from '../../table/conflicts.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { putIfAbsent, putNew, updateIgnoringConflict, writeAlone } from '../../table/transaction.js'
import type { Person } from '../person.js'
import { newPersonItems } from './person-items.js'

/** The people to whom groups and accounts belong. */
export function roleHolderStore(table: Table) {
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

  return {
    /** Creates a group together with its creator. Repeating it changes nothing. */
    async createGroup(group: Group, creator: Person): Promise<void> {
      await writeResource(table, (writer) =>
        append(table, [lists.groups, lists.peopleOf(creator.owner)], ([position, personPosition]) => [
          putNew(table, keyOf.group(group.id), { ...group, ...position }),
          ...newPersonItems(table, writer, creator, personPosition),
          ...membership({ group: group.id, person: creator.id, role: 'creator' }, creator),
        ]),
      )
    },

    /** Creates an individual account together with its person. Repeating it changes nothing. */
    async createAccount(account: Account, person: Person): Promise<void> {
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

    /**
     * Adds a person with a role. A person of the group's list who already has the email gets the role.
     * @returns the person's id
     * @throws OsdiError not_found when there is no such group
     */
    addMember: (group: string, person: Person, role: Role) =>
      retryOnConflict(async () => {
        if (!(await getOne(table, keyOf.group(group)))) throw notFound()
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
        const given = await writeAlone(table, () => [...membership({ group, person: known, role }, person), isThere])
        // The person was erased meanwhile, which has released the email.
        return given !== 'written' && given.with(isThere) ? undefined : known
      }),

    /**
     * Returns the address with which a member of a group or the person of an account signs in. One that was stored
     * without an address gets the email that the person has now.
     * @returns undefined for a person without a role, or without an email
     */
    async accessOf(id: string): Promise<Access | undefined> {
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
      await updateIgnoringConflict(table, change(key, { setIfAbsent: { sign_in_address: access.address } }, has('pk')))
      return access
    },

    /** Returns the persons with these ids, in the order of the ids, without missing ones. */
    async people(ids: string[]): Promise<Person[]> {
      const items = await getMany(table, ids.map(keyOf.person))
      return items.flatMap((item) => (item ? [valueOf<Person>(item)] : []))
    },
  }
}

export type RoleHolderStore = ReturnType<typeof roleHolderStore>

/** The access of a person to the owner of the list that the person is in; undefined without an email. */
function accessOfPerson({ id, owner, email_addresses: [email] }: Person): Access | undefined {
  return email && { address: signInAddress(email.address), owner, person: id }
}
