import { identifierFields } from '../attendance-change.js'
import { collectionOf, membersAt } from '../collection.description.js'
import { native } from '../links.js'
import { type BodySchema, type Operation, type Operations, changeOf } from '../operation.js'
import { type DocumentSchema, always, leadsTo, maybe, object, string, uuid } from '../schema.js'
import * as shared from '../shared.description.js'
import { attendanceFields, helperFields } from './attendance.js'
import { helperMeaning, personMeaning } from './person.description.js'
import { attendanceFilters } from './filters.js'

export const attendance = (): DocumentSchema => ({
  name: 'Attendance',
  description: 'That a person attends an event: one for each person and event',
  fields: {
    identifiers: shared.identifiers,
    created_date: shared.createdDate,
    modified_date: shared.modifiedDate,
    status: always('accepted', 'Always the same'),
    [native('person_id')]: uuid('Who attends'),
    [native('event_id')]: uuid('What they attend'),
    [native('referrer_data')]: object('How the person came to the event', {
      source: string('`none` unless it was sent'),
      referrer: maybe(string('Who sent them')),
      website: string('`api` unless it was sent'),
    }),
  },
  links: {
    self: leadsTo('This attendance', 'v2/get-attendance'),
    'osdi:event': leadsTo('What is attended', 'v2/get-event'),
    'osdi:person': leadsTo('Who attends, or whom this is about', 'v2/get-person'),
  },
})

/** Under both labels in the links: clients list through the one or the other. */
function collection(): DocumentSchema {
  const pages = collectionOf(
    attendance(),
    'osdi:attendances',
    'Attendances, newest first',
    'v2/list-attendances',
    'v2/list-campaign-attendances',
    'v2/list-person-attendances',
  )
  return { ...pages, links: { ...pages.links, 'osdi:attendance': membersAt(attendance()) } }
}

const newAttendance = (): BodySchema => ({
  name: 'NewAttendance',
  description: 'The attendance of a person who is in the list already',
  purpose: 'create',
  fields: attendanceFields(),
  meaning: attendance().fields,
  links: shared.personLink,
})

const helper = (): BodySchema => ({
  name: 'AttendanceHelper',
  description: 'The record attendance helper: a person, new or known, and their attendance',
  purpose: 'create',
  fields: helperFields(),
  meaning: {
    ...attendance().fields,
    person: personMeaning(),
    ...helperMeaning,
    triggers: { description: 'Taken and without effect: this service sends nothing' },
  },
})

const recording = (): Omit<Operation, 'tag'> => ({
  summary: 'Records an attendance, or answers the one that is there',
  body: [helper(), newAttendance()],
  answer: attendance(),
  conflict: 'All places of the event are taken, or an identifier is held by another attendance',
  background: true,
})

export const attendanceOperations = (): Operations => ({
  'v2/list-attendances': {
    tag: 'Attendances',
    summary: 'Lists the attendances of an event',
    filters: attendanceFilters(),
    answer: collection(),
  },
  'v2/create-attendance': {
    tag: 'Attendances',
    ...recording(),
    keyless: object('What a browser without a key is answered', {
      instructions: maybe(string('Sanitised HTML for those who attend')),
    }),
  },
  'v2/get-attendance': {
    tag: 'Attendances',
    summary: 'Reads an attendance of an event',
    validated: true,
    answer: attendance(),
  },
  'v2/update-attendance': {
    tag: 'Attendances',
    summary: 'Adds identifiers to an attendance',
    body: [
      changeOf('Attendance', 'an attendance', { fields: identifierFields, meaning: attendance().fields }),
    ],
    expectable: true,
    answer: attendance(),
    background: true,
  },
  'v2/list-person-attendances': {
    tag: 'People',
    summary: 'Lists the attendances of a person',
    filters: attendanceFilters(),
    answer: collection(),
  },
  'v2/get-person-attendance': {
    tag: 'People',
    summary: 'Reads an attendance of a person',
    validated: true,
    answer: attendance(),
  },
  'v2/list-campaign-attendances': {
    tag: 'Event campaigns',
    summary: 'Lists the attendances of an event of a campaign',
    filters: attendanceFilters(),
    answer: collection(),
  },
  'v2/create-campaign-attendance': { tag: 'Event campaigns', ...recording() },
})
