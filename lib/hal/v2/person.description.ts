import { listOf, type Property, string } from '../../domain/fields/json-schema.js'
import { meanings, properties } from '../../domain/fields/vocabulary.js'
import type { Site } from '../../domain/site.js'
import { collectionOf } from '../collection.description.js'
import { bodyOf, changeOf, type Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import { helperFields, personFilters, personVocabulary } from './person.js'

export const person = (site: Site): DocumentSchema => ({
  name: 'Person',
  description: 'A person in the list of a group or an individual account',
  fields: properties(personVocabulary, site),
  links: {
    self: leadsTo('This person', 'v2/get-person'),
    'osdi:attendances': leadsTo('Which events the person attends', 'v2/list-person-attendances'),
  },
})

/** What both helpers take besides what they record. */
export const helperMeaning: Record<string, Property> = {
  add_tags: listOf(string('A name'), 'Names of tags to put on; unknown names are skipped'),
  remove_tags: listOf(string('A name'), 'Names of tags to take off; unknown names are skipped'),
}

/** A person as helpers take one. */
export const personMeaning = (site: Site): Property => ({
  description: 'Who it is: with an email or a phone number, by which a known person is found',
  properties: meanings(personVocabulary, site),
})

const collection = (site: Site) =>
  collectionOf(person(site), 'osdi:people', 'People, newest first', 'v2/list-people')

export const personOperations = (site: Site): Operations => ({
  'v2/list-people': {
    tag: 'People',
    summary: 'Lists the people of your key',
    filters: personFilters(site),
    answer: collection(site),
  },
  'v2/create-person': {
    tag: 'People',
    summary: 'The person signup helper: adds a person, or changes the one who matches',
    description: 'People are found by their email, then by their phone number.',
    body: [
      {
        name: 'PersonSignup',
        description: 'A person, and tags by name',
        purpose: 'create',
        fields: helperFields(site),
        meaning: { person: personMeaning(site), ...helperMeaning },
      },
    ],
    answer: person(site),
    background: true,
  },
  'v2/get-person': { tag: 'People', summary: 'Reads a person', validated: true, answer: person(site) },
  'v2/update-person': {
    tag: 'People',
    summary: 'Changes what is sent of a person',
    body: [changeOf('Person', 'a person', bodyOf(personVocabulary, site))],
    supportsIfMatch: true,
    conflict: 'The person was erased',
    answer: person(site),
    background: true,
  },
})
