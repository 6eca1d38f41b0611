import { type Owner, groupIdOf } from '../../runtime/owner.js'
import { keyOfOwner } from '../../table/items/items.js'
import { getBeside, getMany, getOne } from '../../table/reads.js'
import { type Item, type Table, keyOf } from '../../table/table.js'

/** A person with a role in an owner, and the address that emails about the owner go to. */
export interface Addressed {
  person: string
  address: string
}

/**
 * Returns the people with a role in an owner, with their addresses, each address once.
 * @param isMeant whether a member of a group is meant, or the person of an account
 */
export async function addressedIn(
  table: Table,
  owner: Owner,
  isMeant: (role: Item, isAccount: boolean) => boolean,
): Promise<Addressed[]> {
  const group = groupIdOf(owner)
  const roles: (Item | undefined)[] =
    group === undefined ? [await getOne(table, keyOfOwner(owner))] : await getBeside(table, keyOf.member(group, ''))
  const meant = roles.filter((item) => item !== undefined && isMeant(item, group === undefined)) as Item[]
  // One that was added without an email has no address: it is the email that the person has by now.
  const people = await getMany(
    table,
    meant.map((item) => keyOf.person(item['person'] as string)),
  )
  const addressed = meant.flatMap((item, i) => {
    const [email] = (people[i]?.['email_addresses'] ?? []) as { address: string }[]
    const address = (item['sign_in_address'] as string | undefined) ?? email?.address
    const isErased = people[i]?.['erased_date'] !== undefined
    return address === undefined || isErased ? [] : [[address, item['person'] as string] as const]
  })
  return [...new Map(addressed)].map(([address, person]) => ({ person, address }))
}
