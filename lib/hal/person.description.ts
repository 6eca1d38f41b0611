import { namedFilters, properties } from '../domain/fields/vocabulary.js'
import { collectionOf } from './collection.description.js'
import type { Described, Operations } from './operation.js'
import { type DocumentSchema, leadsTo } from './schema.js'

/** Describes the documents of people in a version. */
export const personSchema = ({
  version: { name: at, attendances },
  vocabulary,
  site,
}: Described): DocumentSchema => ({
  name: 'Person',
  description: 'A person in the list of a group or an individual account',
  fields: properties(vocabulary, site),
  links: {
    self: leadsTo('This person', `${at}/get-person`),
    [`osdi:${attendances}`]: leadsTo('Which events the person attends', `${at}/list-person-${attendances}`),
  },
})

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
