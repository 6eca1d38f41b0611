import { collectionOf, pageFields, pageLinks } from '../collection.description.js'
import { native } from '../links.js'
import type { Operations } from '../operation.js'
import { type DocumentSchema, always, leadsTo, listOf, maybe, object, string } from '../schema.js'
import * as shared from '../shared.description.js'
import { personFilters } from './filters.js'

/** What a person links to, and this service does not hold. */
const EMPTY = {
  'osdi:question_answers': 'Answers to questions: none, this service asks none',
  'osdi:signatures': 'Signatures of petitions: none, this service has no petitions',
  'osdi:submissions': 'Submissions of forms: none, this service has no forms',
  'osdi:donations': 'Donations: none, this service takes none',
}

export const person = (): DocumentSchema => ({
  name: 'Person',
  description: 'Somebody in the list of a group or an individual account',
  fields: {
    given_name: maybe(string('Given name')),
    family_name: maybe(string('Family name')),
    identifiers: shared.identifiers,
    created_at: shared.createdDate,
    modified_at: shared.modifiedDate,
    originating_system: shared.originSystem,
    email_addresses: listOf(
      object('An email address', {
        primary: always(true, 'The one that is kept is the primary one'),
        address: string('The address'),
      }),
      'At most one',
    ),
    postal_addresses: listOf(shared.postalAddress, 'At most one'),
    [native('erased_at')]: maybe(shared.erasedDate),
  },
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

const collection = () => collectionOf(person(), 'osdi:people', 'People, newest first', 'v1/list-people')
const tag = 'People' as const

export const personOperations = (): Operations => ({
  'v1/list-people': {
    tag,
    summary: 'Lists the people of your key',
    filters: personFilters(),
    answer: collection(),
  },
  'v1/get-person': { tag, summary: 'Reads a person', validated: true, answer: person() },
  'v1/list-person-relation': {
    tag,
    summary: 'Lists what this service does not hold of a person: nothing',
    answer: nothing(),
  },
})
