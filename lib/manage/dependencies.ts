import type { LogStore } from '../domain/log-entry.js'
import type { Person } from '../domain/person.js'
import type { Group, Owner, Principal, Role } from '../domain/principal.js'
import type { SignInStore } from '../domain/sign-in.js'
import type { Site } from '../domain/site.js'

/** What the organiser's interface depends on. */
export interface ManageDependencies {
  site: Site
  signIns: SignInStore
  owners: {
    roleIn(owner: Owner, person: string): Promise<Role | undefined>
    principalOf(owner: Owner): Promise<Omit<Principal, 'key_id'>>
    findGroup(id: string): Promise<Group>
    people(ids: string[]): Promise<Person[]>
  }
  changeLog: LogStore
}
