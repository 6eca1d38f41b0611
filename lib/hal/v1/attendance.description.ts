import { bodyFields, properties } from '../../domain/fields/vocabulary.js'
import type { Site } from '../../domain/site.js'
import { changeFields } from '../attendance-change.js'
import { collectionOf } from '../collection.description.js'
import { changeOf, type Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import * as shared from '../shared.description.js'
import { attendanceFilters, attendanceVocabulary } from './attendance.js'

const attendance = (site: Site): DocumentSchema => ({
  name: 'Attendance',
  description: 'That a person attends an event: one for each person and event',
  fields: properties(attendanceVocabulary, site),
  links: {
    self: leadsTo('This attendance', 'v1/get-attendance'),
    'osdi:event': leadsTo('What is attended', 'v1/get-event'),
    'osdi:person': leadsTo('Who attends', 'v1/get-person'),
  },
})

const collection = (site: Site) =>
  collectionOf(
    attendance(site),
    'osdi:attendance',
    'Attendances, newest first',
    'v1/list-attendance',
    'v1/list-person-attendance',
  )
const tag = 'Attendances' as const

export const attendanceOperations = (site: Site): Operations => ({
  'v1/list-attendance': {
    tag,
    summary: 'Lists the attendances of an event',
    filters: attendanceFilters(site),
    answer: collection(site),
  },
  'v1/create-attendance': {
    tag,
    summary: 'Records an attendance, or answers the one that is there',
    body: [
      {
        name: 'NewAttendance',
        description: 'The attendance of a person who is in the list already',
        purpose: 'create',
        fields: bodyFields(attendanceVocabulary, site),
        meaning: attendance(site).fields,
        links: shared.personLink,
      },
    ],
    answer: attendance(site),
    conflict: 'All places of the event are taken, or an identifier is held by another attendance',
    background: true,
  },
  'v1/get-attendance': {
    tag,
    summary: 'Reads an attendance of an event',
    validated: true,
    answer: attendance(site),
  },
  'v1/update-attendance': {
    tag,
    summary: 'Adds identifiers to an attendance',
    body: [
      changeOf('Attendance', 'an attendance', { fields: changeFields, meaning: attendance(site).fields }),
    ],
    supportsIfMatch: true,
    answer: attendance(site),
    background: true,
  },
  'v1/list-person-attendance': {
    tag: 'People',
    summary: 'Lists the attendances of a person',
    filters: attendanceFilters(site),
    answer: collection(site),
  },
})
