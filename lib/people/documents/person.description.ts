import { namedFilters } from '../../fields/vocabulary.js'
import { collectionOf } from '../../hal/collection.description.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import { type Described, type DocumentSchema, type Links, describeDocument } from '../../hal/descriptions/schema.js'

/** Describes the documents of people in a version. @param own links that only this version has */
export function personSchema(people: Described, own: Links = {}): DocumentSchema {
  const { attendances } = people.version
  return describeDocument(people, 'Person', 'A person in the list of a group or an individual account', {
    self: ['This person', 'get-person'],
    [`osdi:${attendances}`]: ['The attendances of the person', `list-person-${attendances}`],
    ...own,
  })
}

/** Describes the operations on people that every version has. @param person its documents */
export const personOperations = (
  { version: { name: at }, vocabulary, site }: Described,
  person: DocumentSchema,
): Operations => ({
  [`${at}/list-people`]: {
    tag: 'People',
    summary: 'Lists the people of your key',
    filters: namedFilters(vocabulary, site),
    answer: collectionOf(person, 'osdi:people', 'People, newest first', `${at}/list-people`),
  },
  [`${at}/get-person`]: { tag: 'People', summary: 'Reads a person', validated: true, answer: person },
})
