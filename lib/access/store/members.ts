import { notFound } from '../../runtime/errors.js'
import type { Membership, Role } from '../group.js'
import { getBeside, getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { transact, changeItem, changing } from '../../table/transaction.js'
import type { OwnerReactions } from './owner-reactions.js'
import { endingAccess } from './sign-in-addresses.js'
import { all, either, has, is, isNot, lacks } from '../../table/condition.js'
import { onCondition } from '../../table/change.js'

/** A group has one creator, who stays it. */
const isNotTheCreator = isNot('role', 'creator')

export const membersOf = async (table: Table, group: string): Promise<Membership[]> =>
  (await getBeside(table, keyOf.member(group, ''))).map((item) => valueOf<Membership>(item))

/** Gives a member another role. @throws OsdiError not_found, also for the creator */
export async function changeRole(table: Table, group: string, person: string, role: Role): Promise<void> {
  const { item } = await changeItem(
    table,
    keyOf.member(group, person),
    { set: { role } },
    all(has('pk'), isNotTheCreator),
  )
  if (!item) throw notFound()
}

/**
 * Makes a member the creator of a group; the creator so far becomes an administrator. Repeating it changes nothing.
 * @throws OsdiError not_found when there is no such group, or the person is no member of it
 */
export async function handOver(table: Table, group: string, person: string): Promise<void> {
  await retryOnConflict(async () => {
    const creator = (await getOne(table, keyOf.group(group)))?.['creator'] as string | undefined
    if (creator === undefined) throw notFound()
    if (creator === person) return true
    const give = (member: string, role: Role) =>
      changing(table, keyOf.member(group, member), { set: { role } }, has('pk'))
    const outcome = await transact(table, [
      changing(table, keyOf.group(group), { set: { creator: person } }, is('creator', creator)),
      give(person, 'creator'),
      give(creator, 'administrator'),
    ])
    if (outcome === 'written') return true
    if (!(await getOne(table, keyOf.member(group, person)))) throw notFound()
    return undefined
  })
}

/**
 * Takes the role of a member together with the access of the address. Repeating it changes nothing.
 * @throws OsdiError not_found for the creator
 */
export async function removeMember(
  table: Table,
  group: string,
  person: string,
  reactions: OwnerReactions,
): Promise<void> {
  const key = keyOf.member(group, person)
  await retryOnConflict(async () => {
    const member = await getOne(table, key)
    if (!member) return true
    if (member['role'] === 'creator') throw notFound()
    const address = member['sign_in_address'] as string | undefined
    const leaving =
      address === undefined ? [] : await endingAccess(table, { address, owner: `group:${group}` }, reactions)
    const outcome = await transact(table, [
      {
        Delete: {
          TableName: table.name,
          Key: key,
          ...onCondition(either(lacks('pk'), isNotTheCreator)),
        },
      },
      ...leaving,
    ])
    return outcome === 'written' || undefined
  })
}
