import { identifierFields } from '../attendance-change.js'
import { collectionOf } from '../collection.description.js'
import { native } from '../links.js'
import { type Operations, changeOf } from '../operation.js'
import { type DocumentSchema, always, leadsTo, maybe, uuid } from '../schema.js'
import * as shared from '../shared.description.js'
import { attendanceFields } from './attendance.js'
import { attendanceFilters } from './filters.js'

export const attendance = (): DocumentSchema => ({
  name: 'Attendance',
  description: 'That a person attends an event: one for each person and event',
  fields: {
    identifiers: shared.identifiers,
    originating_system: maybe(shared.originSystem),
    created_at: shared.createdDate,
    modified_at: shared.modifiedDate,
    status: always('accepted', 'Always the same'),
    [native('person_id')]: uuid('Who attends'),
    [native('event_id')]: uuid('What they attend'),
  },
  links: {
    self: leadsTo('This attendance', 'v1/get-attendance'),
    'osdi:event': leadsTo('What is attended', 'v1/get-event'),
    'osdi:person': leadsTo('Who attends', 'v1/get-person'),
  },
})

const collection = () =>
  collectionOf(
    attendance(),
    'osdi:attendance',
    'Attendances, newest first',
    'v1/list-attendance',
    'v1/list-person-attendance',
  )
const tag = 'Attendances' as const

export const attendanceOperations = (): Operations => ({
  'v1/list-attendance': {
    tag,
    summary: 'Lists the attendances of an event',
    filters: attendanceFilters(),
    answer: collection(),
  },
  'v1/create-attendance': {
    tag,
    summary: 'Records an attendance, or answers the one that is there',
    body: [
      {
        name: 'NewAttendance',
        description: 'The attendance of a person who is in the list already',
        purpose: 'create',
        fields: attendanceFields,
        meaning: attendance().fields,
        links: shared.personLink,
      },
    ],
    answer: attendance(),
    conflict: 'All places of the event are taken, or an identifier is held by another attendance',
    background: true,
  },
  'v1/get-attendance': {
    tag,
    summary: 'Reads an attendance of an event',
    validated: true,
    answer: attendance(),
  },
  'v1/update-attendance': {
    tag,
    summary: 'Adds identifiers to an attendance',
    body: [
      changeOf('Attendance', 'an attendance', { fields: identifierFields, meaning: attendance().fields }),
    ],
    expectable: true,
    answer: attendance(),
    background: true,
  },
  'v1/list-person-attendance': {
    tag: 'People',
    summary: 'Lists the attendances of a person',
    filters: attendanceFilters(),
    answer: collection(),
  },
})
