import { maybe, object, string } from '../../domain/fields/json-schema.js'
import { bodyFields, properties } from '../../domain/fields/vocabulary.js'
import type { Site } from '../../domain/site.js'
import { changeFields } from '../attendance-change.js'
import { collectionOf, membersAt } from '../collection.description.js'
import { type BodySchema, changeOf, type Operation, type Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import * as shared from '../shared.description.js'
import { attendanceFilters, attendanceHelperFields, attendanceVocabulary } from './attendance.js'
import { helperMeaning, personMeaning } from './person.description.js'

const attendance = (site: Site): DocumentSchema => ({
  name: 'Attendance',
  description: 'That a person attends an event: one for each person and event',
  fields: properties(attendanceVocabulary, site),
  links: {
    self: leadsTo('This attendance', 'v2/get-attendance'),
    'osdi:event': leadsTo('What is attended', 'v2/get-event'),
    'osdi:person': leadsTo('Who attends, or whom this is about', 'v2/get-person'),
  },
})

/** Under both labels in the links: clients list through the one or the other. */
function collection(site: Site): DocumentSchema {
  const pages = collectionOf(
    attendance(site),
    'osdi:attendances',
    'Attendances, newest first',
    'v2/list-attendances',
    'v2/list-campaign-attendances',
    'v2/list-person-attendances',
  )
  return { ...pages, links: { ...pages.links, 'osdi:attendance': membersAt(attendance(site)) } }
}

const newAttendance = (site: Site): BodySchema => ({
  name: 'NewAttendance',
  description: 'The attendance of a person who is in the list already',
  purpose: 'create',
  fields: bodyFields(attendanceVocabulary, site),
  meaning: attendance(site).fields,
  links: shared.personLink,
})

const helper = (site: Site): BodySchema => ({
  name: 'AttendanceHelper',
  description: 'The record attendance helper: a person, new or known, and their attendance',
  purpose: 'create',
  fields: attendanceHelperFields(site),
  meaning: {
    ...attendance(site).fields,
    person: personMeaning(site),
    ...helperMeaning,
    triggers: { description: 'Taken and without effect: this service sends nothing' },
  },
})

const recording = (site: Site): Omit<Operation, 'tag'> => ({
  summary: 'Records an attendance, or answers the one that is there',
  body: [helper(site), newAttendance(site)],
  answer: attendance(site),
  conflict: 'All places of the event are taken, or an identifier is held by another attendance',
  background: true,
})

export const attendanceOperations = (site: Site): Operations => ({
  'v2/list-attendances': {
    tag: 'Attendances',
    summary: 'Lists the attendances of an event',
    filters: attendanceFilters(site),
    answer: collection(site),
  },
  'v2/create-attendance': {
    tag: 'Attendances',
    ...recording(site),
    keyless: object('What a browser without a key is answered', {
      instructions: maybe(string('Sanitised HTML for attendees')),
    }),
  },
  'v2/get-attendance': {
    tag: 'Attendances',
    summary: 'Reads an attendance of an event',
    validated: true,
    answer: attendance(site),
  },
  'v2/update-attendance': {
    tag: 'Attendances',
    summary: 'Adds identifiers to an attendance',
    body: [
      changeOf('Attendance', 'an attendance', { fields: changeFields, meaning: attendance(site).fields }),
    ],
    supportsIfMatch: true,
    answer: attendance(site),
    background: true,
  },
  'v2/list-person-attendances': {
    tag: 'People',
    summary: 'Lists the attendances of a person',
    filters: attendanceFilters(site),
    answer: collection(site),
  },
  'v2/get-person-attendance': {
    tag: 'People',
    summary: 'Reads an attendance of a person',
    validated: true,
    answer: attendance(site),
  },
  'v2/list-campaign-attendances': {
    tag: 'Event campaigns',
    summary: 'Lists the attendances of an event of a campaign',
    filters: attendanceFilters(site),
    answer: collection(site),
  },
  'v2/create-campaign-attendance': { tag: 'Event campaigns', ...recording(site) },
})
