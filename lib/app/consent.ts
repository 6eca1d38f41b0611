import { readOptInToken } from '../consent/opt-in-token.js'
import type { OptInDependencies } from '../consent/opt-in.js'
import { optInStore } from '../consent/store/opt-in-store.js'
import { type Person, allContactsOf } from '../people/person.js'
import { loadPerson } from '../people/store/change-person.js'
import { readMail } from '../runtime/environment.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'
import type { TickedBox } from '../visitors/browser-attendance.js'
import { reading } from './link-tokens.js'

/** Asks by mail to confirm a ticked box; undefined where the installation sends no mail. */
export const askToConfirm = (service: Service) =>
  readMail() && ((ticked: TickedBox) => optInStore(partOf(service, table)).ask(ticked))

/** Forgets the boxes that a person, or one who was merged into this one, has ticked, and that the owner has asked. */
export const optInErasure = (of: Table) => (person: Person) =>
  optInStore(of).forget(
    person.owner,
    allContactsOf(person).flatMap(({ kind, value }) => (kind === 'email' ? [value] : [])),
  )

/** The dependencies of confirming a box by its link. */
export function optInDependencies(service: Service): OptInDependencies {
  const store = partOf(service, table)
  return {
    readToken: reading(service, readOptInToken),
    optIns: optInStore(store),
    findPerson: (id) => loadPerson(store, id),
    now: () => new Date(),
  }
}
