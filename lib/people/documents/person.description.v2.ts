import { listOf, type Property, string } from '../../fields/json-schema.js'
import { meanings } from '../../fields/vocabulary.js'
import type { Site } from '../../runtime/site.js'
import { type BodySchema, bodyOf, changeOf, type Operations } from '../../hal/descriptions/operation.js'
import * as shared from './person.description.js'
import type { DocumentSchema } from '../../hal/descriptions/schema.js'
import { helperFields, personVocabulary } from './person.v2.js'
import { v2 } from '../../hal/v2/version.js'

const people = (site: Site) => ({ version: v2, vocabulary: personVocabulary, site })

export const person = (site: Site): DocumentSchema =>
  shared.personSchema(people(site), { 'osdi:taggings': ['The tags of the person', 'list-person-taggings'] })

/** The common fields of both helpers. */
export const helperMeaning: Record<string, Property> = {
  add_tags: listOf(string('A name'), 'Names of tags to put on; unknown names are skipped'),
  remove_tags: listOf(string('A name'), 'Names of tags to take off; unknown names are skipped'),
}

/** Describes the person in a helper's body. */
export const personMeaning = (site: Site): Property => ({
  description: 'The person, with an email or a phone number, by which a known person is found',
  properties: meanings(personVocabulary, site),
})

/** Describes the body of the person signup helper. */
export const signup = (site: Site): BodySchema => ({
  name: 'PersonSignup',
  description: 'A person, and tags by name',
  purpose: 'create',
  mayBeBare: true,
  fields: helperFields(site),
  meaning: { person: personMeaning(site), ...helperMeaning },
})

export const personOperations = (site: Site): Operations => ({
  ...shared.personOperations(people(site), person(site)),
  'v2/create-person': {
    tag: 'People',
    summary: 'The person signup helper: adds a person, or changes the one who matches',
    description: 'People are found by their email, then by their phone number.',
    body: [signup(site)],
    answer: person(site),
    background: true,
  },
  'v2/update-person': {
    tag: 'People',
    summary: 'Changes the fields of a person that are sent',
    body: [changeOf('Person', 'a person', bodyOf(people(site)))],
    supportsIfMatch: true,
    conflict: 'The person was erased',
    answer: person(site),
    background: true,
  },
})
