import { emailListStore } from '../dynamodb/stores/lists/email-list-store.js'
import { customFieldStore } from '../dynamodb/stores/people/custom-field-store.js'
import { importedPeople } from '../dynamodb/stores/imports/imported-people.js'
import { ownRecords } from '../dynamodb/stores/people/own-records.js'
import { personStore } from '../dynamodb/stores/people/person-store.js'
import type { Person } from '../domain/people/person.js'
import { type Service, partOf, table } from '../service.js'

export const people = (service: Service) => personStore(partOf(service, table))
export const peopleOfImports = (service: Service) => importedPeople(partOf(service, table))
/** Reads what is kept about a person beside the record, for the person. */
export const recordsOfPerson = (service: Service) => (person: Person) =>
  ownRecords(partOf(service, table), person)
export const customFields = (service: Service) => customFieldStore(partOf(service, table))
export const emailLists = (service: Service) => emailListStore(partOf(service, table))
