import { EMAIL_STATUSES, PHONE_STATUSES } from '../../domain/person.js'
import { collectionOf } from '../collection.description.js'
import { native } from '../links.js'
import { type Operations, changeOf } from '../operation.js'
import { type DocumentSchema, type Field, always, leadsTo, listOf, maybe, object, string } from '../schema.js'
import * as shared from '../shared.description.js'
import { personFields, signupFields } from './person.js'
import { personFilters } from './filters.js'

const primary = always(true, 'The one that is kept is the primary one')

export const person = (): DocumentSchema => ({
  name: 'Person',
  description: 'Somebody in the list of a group or an individual account',
  fields: {
    identifiers: shared.identifiers,
    created_date: shared.createdDate,
    modified_date: shared.modifiedDate,
    given_name: maybe(string('Given name')),
    family_name: maybe(string('Family name')),
    email_addresses: listOf(
      object('An email address', {
        primary,
        address: string('The address, as it was spelled first'),
        status: string('Whether this person may be written to', { enum: EMAIL_STATUSES }),
      }),
      'At most one, by which the person is found. Of several that are sent the primary one is taken, or the first',
    ),
    phone_numbers: listOf(
      object('A phone number', {
        primary,
        number: string('Digits with the country code', { pattern: '^[0-9]{7,15}$' }),
        number_type: always('Mobile', 'Always the same'),
        status: string('Whether this person may be texted', { enum: PHONE_STATUSES }),
      }),
      'At most one, by which the person is found when nobody has the email',
    ),
    postal_addresses: listOf(shared.postalAddress, 'At most one'),
    languages_spoken: listOf(string('A language'), 'Sent and kept as a whole'),
    custom_fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Texts, merged by key; `null` removes one',
    },
    [native('erased_date')]: maybe(shared.erasedDate),
  },
  links: {
    self: leadsTo('This person', 'v2/get-person'),
    'osdi:attendances': leadsTo('Which events the person attends', 'v2/list-person-attendances'),
  },
})

/** What both helpers take besides what they record. */
export const helperMeaning: Record<string, Field> = {
  add_tags: listOf(string('A name'), 'Names of tags to put on; unknown names are skipped'),
  remove_tags: listOf(string('A name'), 'Names of tags to take off; unknown names are skipped'),
}

/** A person as helpers take one. */
export const personMeaning = (): Field => ({
  description: 'Who it is: with an email or a phone number, by which a known person is found',
  properties: { ...person().fields, origin_system: shared.originSystem },
})

const collection = () => collectionOf(person(), 'osdi:people', 'People, newest first', 'v2/list-people')

export const personOperations = (): Operations => ({
  'v2/list-people': {
    tag: 'People',
    summary: 'Lists the people of your key',
    filters: personFilters(),
    answer: collection(),
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
        fields: signupFields,
        meaning: { person: personMeaning(), ...helperMeaning },
      },
    ],
    answer: person(),
    background: true,
  },
  'v2/get-person': { tag: 'People', summary: 'Reads a person', validated: true, answer: person() },
  'v2/update-person': {
    tag: 'People',
    summary: 'Changes what is sent of a person',
    body: [
      changeOf('Person', 'a person', { fields: personFields, meaning: personMeaning().properties ?? {} }),
    ],
    expectable: true,
    conflict: 'The person was erased',
    answer: person(),
    background: true,
  },
})
