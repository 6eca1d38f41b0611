import { derivedId } from '../fields/identifier.js'
import { signInPath } from '../manage/paths.js'
import { enteredPerson } from '../people/person.js'
import { type Service, partOf } from '../runtime/service.js'
import { prefixFault } from '../table/native-prefix.js'
import { table as tableOf } from '../table/table.js'
import { ownerStore } from './access.js'
import { accessOfAddress, createLink } from '../sign-in/store/sign-in-store.js'

/** The life of the link that a stack shows, in seconds: a day, as who launches may not be who organizes. */
const SHOWN_S = 24 * 60 * 60

interface First {
  /** The stack that is launched. */
  stack: string
  /** The email address of the organizer. */
  address: string
  /** The title of the group. */
  title: string
}

/**
 * Makes a group with its creator, unless the address can sign in already. The ids follow from the stack and the
 * address, so that a repetition, or one at the same time, makes no second group.
 * @returns a link to sign in
 * @throws Error where the table has another native prefix
 */
export async function firstOrganizer(service: Service, { stack, address, title }: First): Promise<string> {
  const table = partOf(service, tableOf)
  const fault = await prefixFault(table, service.environment.nativePrefix)
  if (fault) throw new Error(fault)
  const now = new Date()
  if ((await accessOfAddress(table, address)).length === 0) {
    const id = derivedId('first group', stack, address)
    const draft = { id: derivedId('first organizer', stack, address), owner: `group:${id}`, email: address } as const
    const creator = enteredPerson({ ...draft, given_name: '', family_name: '' }, now)
    const group = { id, title, creator: creator.id, confirm_opt_in: true, created_date: now.toISOString() }
    await ownerStore(table).createGroup(group, creator)
  }
  const { secret } = await createLink(table, address, now, SHOWN_S)
  return service.environment.publicUrl + signInPath(secret)
}
