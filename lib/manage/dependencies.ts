import type { ActionsByStart, StartRange } from '../domain/actions-by-start.js'
import type { OsdiEvent } from '../domain/event.js'
import type { LogStore } from '../domain/log-entry.js'
import type { Page, PageRequest } from '../domain/page.js'
import type { Person } from '../domain/person.js'
import type { Group, Owner, Principal, Role } from '../domain/principal.js'
import type { EventDependencies } from '../domain/record-event.js'
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
  events: {
    /** @throws OsdiError not_found */
    findOf(owners: Owner[], id: string): Promise<OsdiEvent>
    listActions(owner: Owner, page: PageRequest): Promise<Page<OsdiEvent>>
    listActionsByStart(owner: Owner, range: StartRange): Promise<ActionsByStart>
  }
  /** What recording and changing events depends on. */
  eventDependencies: EventDependencies
}
