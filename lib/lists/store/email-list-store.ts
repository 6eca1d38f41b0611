import type { EmailList, ListItem } from '../email-list.js'
import { notFound } from '../../runtime/errors.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Person } from '../../people/person.js'
import type { Group, Membership } from '../../access/group.js'
import { type Owner, groupIdOf } from '../../runtime/owner.js'
import { append } from '../../collections/append.js'
import { readPage } from '../../collections/read-page.js'
import { pageIn } from '../../collections/search/found.js'
import { lengthIn, lists } from '../../collections/numbered-list.js'
import { getBeside, getMany, getOne } from '../../table/reads.js'
import { type Item, type Table, keyOf, valueOf } from '../../table/table.js'
import { putNew } from '../../table/transaction.js'

const ownId = (owner: Owner) => owner.slice(owner.indexOf(':') + 1)

/*
 * Email lists. They are derived, not stored: the list of an owner is its people. Members of a group and the hosts of
 * its events are explicit creators, who have a personal list. Hosts may be many: their lists are found, not listed.
 */

/** The list of an owner, and the personal lists of a group's members that have a person on them. */
export const listLists = async (table: Table, owner: Owner, request: PageRequest): Promise<Page<EmailList>> =>
  pageIn(await allOf(table, owner), request)

async function allOf(table: Table, owner: Owner): Promise<EmailList[]> {
  const group = groupIdOf(owner)
  if (group === undefined) return [await own(table, owner, ownId(owner))]
  const [ownList, members] = await Promise.all([own(table, owner, group), getBeside(table, keyOf.member(group, ''))])
  const creators = members.map((item) => valueOf<Membership>(item).person)
  const items = await getMany(table, [...creators.map((id) => lists.itemsOf(id).length), ...creators.map(keyOf.person)])
  const personal = creators.map((id, i) => personalList(id, items[i], items[creators.length + i]))
  return [ownList, ...personal.filter((list) => list !== undefined)]
}

/** @throws OsdiError not_found */
export async function findList(table: Table, owner: Owner, id: string): Promise<EmailList> {
  const group = groupIdOf(owner)
  if (id === ownId(owner)) return own(table, owner, id)
  if (group === undefined) throw notFound()
  const keys = [keyOf.member(group, id), lists.itemsOf(id).length, keyOf.person(id)]
  const [member, length, person] = await getMany(table, keys, { consistent: true })
  const isOfGroup = member !== undefined || person?.['owner'] === owner
  const found = isOfGroup ? personalList(id, length, person) : undefined
  if (!found) throw notFound()
  return found
}

/** The people on a list, newest first. @throws OsdiError not_found */
export async function listItems(table: Table, owner: Owner, id: string, request: PageRequest): Promise<Page<ListItem>> {
  const { total_items } = await findList(table, owner, id)
  if (id !== ownId(owner)) return readPage<ListItem>(table, lists.itemsOf(id), request, total_items)
  const people = await readPage<Person>(table, lists.peopleOf(owner), request, total_items)
  return { ...people, members: people.members.map((person) => ownItem(id, person)) }
}

/** @throws OsdiError not_found */
export async function findListItem(table: Table, owner: Owner, id: string, person: string): Promise<ListItem> {
  await findList(table, owner, id)
  const key = id === ownId(owner) ? keyOf.person(person) : keyOf.listItem(id, person)
  const item = await getOne(table, key)
  if (!item || (id === ownId(owner) && item['owner'] !== owner)) throw notFound()
  return id === ownId(owner) ? ownItem(id, valueOf<Person>(item)) : valueOf<ListItem>(item)
}

async function own(table: Table, owner: Owner, id: string): Promise<EmailList> {
  const [principal, length] = await getMany(
    table,
    [groupIdOf(owner) === undefined ? keyOf.account(id) : keyOf.group(id), lists.peopleOf(owner).length],
    { consistent: true },
  )
  const { title = 'People', created_date } = valueOf<Partial<Group>>(principal ?? {})
  return { id, title, created_date: created_date ?? '', total_items: lengthIn(length) }
}

/** The personal list of a creator, if anybody is on it. */
function personalList(id: string, length: Item | undefined, creator: Item | undefined) {
  const total_items = lengthIn(length)
  if (total_items === 0 || !creator) return undefined
  const { given_name, family_name, created_date } = valueOf<Person>(creator)
  const name = [given_name, family_name].filter(Boolean).join(' ') || 'a creator'
  return { id, title: `Personal list of ${name}`, created_date, total_items }
}

const ownItem = (list: string, { id: person, created_date }: Person): ListItem => ({
  list,
  person,
  created_date,
})

/** The personal lists that a person is on. */
export const listItemsOf = async (table: Table, person: string): Promise<ListItem[]> =>
  (await getBeside(table, keyOf.listItem('', person))).map((item) => valueOf<ListItem>(item))

/** Puts a person on a personal list, unless it is there. */
export async function addListItem(table: Table, item: ListItem): Promise<void> {
  const key = keyOf.listItem(item.list, item.person)
  await append(table, [lists.itemsOf(item.list)], ([position]) => [putNew(table, key, { ...item, ...position })])
}
