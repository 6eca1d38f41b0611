import { emailListStore } from '../lists/store/email-list-store.js'
import { customFieldStore } from '../people/store/custom-field-store.js'
import { importedPeople } from '../imports/store/imported-people.js'
import { ownRecords } from '../pages/store/own-records.js'
import { personStore } from '../people/store/person-store.js'
import type { Person } from '../people/person.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

export const people = (service: Service) => personStore(partOf(service, table))
export const peopleOfImports = (service: Service) => importedPeople(partOf(service, table))
/** Reads what is kept about a person beside the record, for the person. */
export const recordsOfPerson = (service: Service) => (person: Person) =>
  ownRecords(partOf(service, table), person)
export const customFields = (service: Service) => customFieldStore(partOf(service, table))
export const emailLists = (service: Service) => emailListStore(partOf(service, table))
