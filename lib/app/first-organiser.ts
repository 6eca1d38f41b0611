import { randomUUID } from 'node:crypto'
import { signInPath } from '../manage/paths.js'
import { enteredPerson } from '../people/person.js'
import { type Service, partOf } from '../runtime/service.js'
import { table as tableOf } from '../table/table.js'
import { ownerStore } from './owners.js'
import { accessOfAddress, createLink } from '../sign-in/store/sign-in-store.js'

/** The life of the link that a stack shows, in seconds: a day, as who launches may not be who organises. */
const SHOWN_S = 24 * 60 * 60

/**
 * Makes a group with its creator, unless the address can sign in already, and a link to sign in.
 * @param address of the organiser
 * @param title of the group
 */
export async function firstOrganiser(service: Service, address: string, title: string): Promise<{ Link?: string }> {
  const table = partOf(service, tableOf)
  const now = new Date()
  if ((await accessOfAddress(table, address)).length === 0) {
    const id = randomUUID()
    const draft = { id: randomUUID(), owner: `group:${id}`, email: address } as const
    const creator = enteredPerson({ ...draft, given_name: '', family_name: '' }, now)
    const group = { id, title, creator: creator.id, confirm_opt_in: true, created_date: now.toISOString() }
    await ownerStore(table).createGroup(group, creator)
  }
  const path = async () => signInPath((await createLink(table, address, now, SHOWN_S)).secret)
  return { Link: service.environment.publicUrl + (await path()) }
}
