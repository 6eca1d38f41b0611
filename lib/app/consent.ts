import { optInStore } from '../consent/store/opt-in-store.js'
import { type Person, allContactsOf } from '../people/person.js'
import { readMail } from '../runtime/environment.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'
import type { TickedBox } from '../visitors/browser-attendance.js'

/** Asks by mail to confirm a ticked box; undefined where the installation sends no email. */
export const askToConfirm = (service: Service) =>
  readMail() && ((ticked: TickedBox) => optInStore(partOf(service, table)).ask(ticked))

/** Forgets the boxes that a person, or one who was merged into this one, has ticked, and that the owner has asked. */
export const optInErasure = (of: Table) => (person: Person) =>
  optInStore(of).forget(
    person.owner,
    allContactsOf(person).flatMap(({ kind, value }) => (kind === 'email' ? [value] : [])),
  )
