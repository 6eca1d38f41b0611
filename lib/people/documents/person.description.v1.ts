import { maybe } from '../../fields/json-schema.js'
import type { Site } from '../../runtime/site.js'
import { pageFields, pageLinks } from '../../hal/collection.description.js'
import { type Operations, bodyOf } from '../../hal/descriptions/operation.js'
import * as shared from './person.description.js'
import { type DocumentSchema, leadsTo } from '../../hal/descriptions/schema.js'
import { personVocabulary } from './person.v1.js'
import { v1 } from '../../hal/v1/version.js'

/** Relations of a person whose data this service does not have. */
const EMPTY = {
  'osdi:question_answers': 'Answers to questions: none, attendances of version 2 have them',
  'osdi:signatures': 'Signatures of petitions: none, this service has no petitions',
  'osdi:submissions': 'Submissions of forms: none, this service has no forms',
  'osdi:donations': 'Donations: none, this service takes none',
}

const people = (site: Site) => ({ version: v1, vocabulary: personVocabulary, site })

export const person = (site: Site): DocumentSchema =>
  shared.personSchema(
    people(site),
    Object.fromEntries(Object.entries(EMPTY).map(([rel, description]) => [rel, [description, 'list-person-relation']])),
  )

const AT = 'v1/list-person-relation'

/** Describes a collection that is always empty, under one of several relations. */
const nothing = (): DocumentSchema => ({
  name: 'EmptyCollection',
  description: 'A kind of record that this service does not hold',
  isCollection: true,
  fields: pageFields,
  links: {
    ...pageLinks(AT),
    ...Object.fromEntries(
      Object.entries(EMPTY).map(([rel, description]) => [
        rel,
        maybe({ ...leadsTo(description, AT), many: true as const }),
      ]),
    ),
  },
  embedded: Object.fromEntries(Object.keys(EMPTY).map((rel) => [rel, maybe({ each: undefined })])),
})

export const personOperations = (site: Site): Operations => ({
  ...shared.personOperations(people(site), person(site)),
  'v1/create-person': {
    tag: 'People',
    summary: 'Adds a person, or changes the one who has the email',
    body: [
      {
        ...bodyOf(people(site)),
        name: 'PersonDraft',
        description: 'A person with an email',
        purpose: 'create',
      },
    ],
    answer: person(site),
  },
  [AT]: {
    tag: 'People',
    summary: 'Answers an empty collection: this service does not hold these records',
    answer: nothing(),
  },
})
