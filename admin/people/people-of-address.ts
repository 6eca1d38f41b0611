import type { Owner } from '../../lib/runtime/owner.js'
import { comparableEmail } from '../../lib/fields/email-address.js'
import type { Stores } from '../stores.js'
import { wholeList } from '../whole-list.js'
import { holderOf } from '../../lib/people/store/find-people.js'

/** Finds the people of all groups and accounts who have an address. */
export async function peopleOfAddress(
  { table, owners }: Pick<Stores, 'table' | 'owners'>,
  email: string,
): Promise<{ owner: Owner; id: string }[]> {
  const [groups, accounts] = await Promise.all([
    wholeList((page) => owners.groups(page)),
    wholeList((page) => owners.accounts(page)),
  ])
  const all: Owner[] = [
    ...groups.map(({ id }): Owner => `group:${id}`),
    ...accounts.map(({ id }): Owner => `account:${id}`),
  ]
  const found: { owner: Owner; id: string }[] = []
  for (const owner of all) {
    const id = await holderOf(table, owner, { email: comparableEmail(email) })
    if (id !== undefined) found.push({ owner, id })
  }
  return found
}
