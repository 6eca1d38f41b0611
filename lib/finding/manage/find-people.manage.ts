import type { Context } from 'hono'
import { readNameSearch } from '../name-entries.js'
import { isPhone, tidiedPhone } from '../../fields/phone.js'
import type { Person } from '../../people/person.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import { finder } from '../store/finder.js'
import type { ManageEnv } from '../../manage/environment.js'
import { findPeople as peopleById, holderOfTyped } from '../../people/store/find-people.js'

/** People that a search has found, and where it goes on. */
export interface FoundPeople {
  people: Person[]
  next?: string | undefined
}

/** Returns the whole email or phone number that a search is, if it is one. */
export function contactIn(search: string) {
  if (/^\S+@\S+$/.test(search)) return { email: search }
  const phone = tidiedPhone(search)
  return isPhone(phone) ? { phone } : undefined
}

/** Finds people by a whole email or phone number, or by parts of their names. @param after of the page before */
export async function findPeople(
  c: Context<ManageEnv>,
  search: string,
  after: string | undefined,
  { table }: Pick<ManageDependencies, 'table'>,
): Promise<FoundPeople> {
  const { owner } = c.get('owner')
  const contact = contactIn(search)
  if (contact) {
    const id = await holderOfTyped(table, owner, contact)
    return { people: await inOrder(c, id === undefined ? [] : [id], table) }
  }
  const names = readNameSearch(search)
  if (!names) return { people: [] }
  const { people: ids, next } = await finder(table).peopleNamed(owner, names, after)
  return { people: await inOrder(c, ids, table), next }
}

/** People whose family names begin with a letter. */
export async function peopleWithLetter(
  c: Context<ManageEnv>,
  letter: string,
  after: string | undefined,
  { table }: Pick<ManageDependencies, 'table'>,
): Promise<FoundPeople> {
  const { people: ids, next } = await finder(table).peopleByName(c.get('owner').owner, letter, after)
  return { people: await inOrder(c, ids, table), next }
}

/** Those of some people who are there. A person who was erased a moment ago may still be in the index. */
async function inOrder(
  c: Context<ManageEnv>,
  ids: string[],
  table: Pick<ManageDependencies, 'table'>['table'],
): Promise<Person[]> {
  const found = await peopleById(table, c.get('owner').owner, ids)
  return ids.flatMap((id) => {
    const person = found.get(id)
    return person && person.erased_date === undefined ? [person] : []
  })
}
