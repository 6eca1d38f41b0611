import { maybe } from '../../fields/json-schema.js'
import type { Site } from '../../runtime/site.js'
import * as shared from './attendance.description.js'
import { collectionOf, membersAt, uncounted } from '../../hal/collection.description.js'
import type { BodySchema, Operations } from '../../hal/descriptions/operation.js'
import type { DocumentSchema } from '../../hal/descriptions/schema.js'
import { describedResponses, responseMeaning } from './attendance.js'
import { attendanceFilters, attendanceHelperFields, attendanceVocabulary } from './attendance.v2.js'
import { helperMeaning, person, personMeaning } from '../../people/documents/person.description.v2.js'
import { v2 } from '../../hal/v2/version.js'

/** Describes a page. Its links have both relations, because some clients use one and some the other. */
function collectionWith(attendance: DocumentSchema): DocumentSchema {
  const pages = collectionOf(
    attendance,
    'osdi:attendances',
    'Attendances, newest first',
    'v2/list-attendances',
    'v2/list-all-attendances',
    'v2/list-campaign-attendances',
    'v2/list-person-attendances',
  )
  return { ...pages, links: { ...pages.links, 'osdi:attendance': membersAt(attendance) } }
}

const helper = (site: Site, attendance: DocumentSchema): BodySchema => ({
  name: 'AttendanceHelper',
  description: 'The record attendance helper: a person, new or known, and their attendance',
  purpose: 'create',
  fields: { ...attendanceHelperFields(site), ...describedResponses },
  meaning: {
    ...attendance.fields,
    person: personMeaning(site),
    ...helperMeaning,
    ...responseMeaning(site),
    triggers: {
      description:
        'With `autoresponse.enabled` false, the person is mailed no confirmation. Events of the API send none',
    },
  },
})

/** Describes an attendance, with its person where a list is asked for people. */
const attendanceSchema = (site: Site): DocumentSchema => ({
  ...shared.attendanceSchema(described(site)),
  embedded: { 'osdi:person': maybe({ one: person(site) }) },
  embedsOnRequest: true,
})

const embed = {
  name: 'embed',
  description: 'With `person`, each attendance embeds its person',
  schema: { type: 'string' as const, enum: ['person'] },
}

const described = (site: Site) => ({ version: v2, vocabulary: attendanceVocabulary, site })

/** Describes the operation that records an attendance. */
export function recording(site: Site) {
  const attendance = attendanceSchema(site)
  return shared.recording(described(site), attendance, helper(site, attendance))
}

/** @param keyless what a visitor without a key is answered, where a room answers visitors */
export function attendanceOperations(site: Site, keyless?: DocumentSchema): Operations {
  const attendances = described(site)
  const attendance = attendanceSchema(site)
  const collection = collectionWith(attendance)
  const recorded = recording(site)
  return {
    ...shared.attendanceOperations(attendances, attendance, collection, { ...recorded, ...(keyless && { keyless }) }, [
      embed,
    ]),
    'v2/get-person-attendance': {
      tag: 'People',
      summary: 'Reads an attendance of a person',
      validated: true,
      answer: attendance,
    },
    'v2/list-campaign-attendances': {
      tag: 'Event campaigns',
      summary: 'Lists the attendances of an event of a campaign',
      filters: attendanceFilters(site),
      parameters: [embed],
      answer: collection,
    },
    'v2/list-all-attendances': {
      tag: 'Attendances',
      summary: 'Lists the attendances at all events of your API key, newest change first',
      filters: attendanceFilters(site),
      parameters: [embed],
      answer: uncounted(
        'AttendanceChanges',
        'Attendances by their last change, newest first. They are not counted: follow `next` until there is none',
        collection,
      ),
    },
    'v2/create-campaign-attendance': { tag: 'Event campaigns', ...recorded },
  }
}
