import { maybe } from '../../domain/fields/json-schema.js'
import { properties } from '../../domain/fields/vocabulary.js'
import type { Site } from '../../domain/site.js'
import { collectionOf, pageFields, pageLinks } from '../collection.description.js'
import type { Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import { personFilters, personVocabulary } from './person.js'

/** What a person links to, and this service does not hold. */
const EMPTY = {
  'osdi:question_answers': 'Answers to questions: none, this service asks none',
  'osdi:signatures': 'Signatures of petitions: none, this service has no petitions',
  'osdi:submissions': 'Submissions of forms: none, this service has no forms',
  'osdi:donations': 'Donations: none, this service takes none',
}

export const person = (site: Site): DocumentSchema => ({
  name: 'Person',
  description: 'A person in the list of a group or an individual account',
  fields: properties(personVocabulary, site),
  links: {
    self: leadsTo('This person', 'v1/get-person'),
    'osdi:attendance': leadsTo('Which events the person attends', 'v1/list-person-attendance'),
    ...Object.fromEntries(
      Object.entries(EMPTY).map(([rel, description]) => [
        rel,
        leadsTo(description, 'v1/list-person-relation'),
      ]),
    ),
  },
})

/** A collection that is empty for ever, under one of several relations. */
const nothing = (): DocumentSchema => ({
  name: 'EmptyCollection',
  description: 'What this service does not hold of a person',
  isCollection: true,
  fields: pageFields,
  links: {
    ...pageLinks('v1/list-person-relation'),
    ...Object.fromEntries(
      Object.entries(EMPTY).map(([rel, description]) => [
        rel,
        maybe({ ...leadsTo(description, 'v1/list-person-relation'), many: true as const }),
      ]),
    ),
  },
  embedded: Object.fromEntries(Object.keys(EMPTY).map((rel) => [rel, maybe({ each: undefined })])),
})

const collection = (site: Site) =>
  collectionOf(person(site), 'osdi:people', 'People, newest first', 'v1/list-people')
const tag = 'People' as const

export const personOperations = (site: Site): Operations => ({
  'v1/list-people': {
    tag,
    summary: 'Lists the people of your key',
    filters: personFilters(site),
    answer: collection(site),
  },
  'v1/get-person': { tag, summary: 'Reads a person', validated: true, answer: person(site) },
  'v1/list-person-relation': {
    tag,
    summary: 'Lists what this service does not hold of a person: nothing',
    answer: nothing(),
  },
})
