import { bodyFields, namedFilters } from '../../fields/vocabulary.js'
import { changeFields, describedResponses, responseMeaning } from './attendance.js'
import { describedLinksOfRooms } from '../../hal/links-of-rooms.js'
import { type BodySchema, changeOf, type Operation, type Operations } from '../../hal/descriptions/operation.js'
import { type Described, type DocumentSchema, describeDocument } from '../../hal/descriptions/schema.js'

/** Describes the documents of attendances in a version. */
export function attendanceSchema(attendances: Described): DocumentSchema {
  return describeDocument(
    attendances,
    'Attendance',
    'The attendance of a person at an event: one for each person and event',
    {
      self: ['This attendance', 'get-attendance'],
      'osdi:event': ['The event that the person attends', 'get-event'],
      'osdi:person': ['The person who attends', 'get-person'],
      ...describedLinksOfRooms('attendance'),
    },
  )
}

/** The link of a body to a person of the caller's list. */
export const personLink = {
  'osdi:person': {
    description: 'The absolute address of a person in the list of your key',
    required: true as const,
  },
}

/** Describes an operation that records an attendance. @param helper another body that it takes */
export function recording(
  { vocabulary, site }: Described,
  answer: DocumentSchema,
  helper?: BodySchema,
): Omit<Operation, 'tag'> & Required<Pick<Operation, 'body'>> {
  const plain: BodySchema = {
    name: 'AttendanceDraft',
    description: 'The attendance of a person who is in the list already',
    purpose: 'create',
    fields: { ...bodyFields(vocabulary, site), ...describedResponses },
    meaning: { ...answer.fields, ...responseMeaning(site) },
    links: personLink,
  }
  return {
    summary: 'Records an attendance, or returns the one that is there',
    body: helper ? [helper, plain] : [plain],
    answer,
    conflict: 'The event is full or canceled, the person is blocked, or an identifier is held by another attendance',
    background: true,
  }
}

/**
 * Describes the operations on attendances that every version has.
 * @param recorded the operation that records one
 * @param parameters of lists besides those of pages and filters
 */
export function attendanceOperations(
  { version: { name: at, attendances }, vocabulary, site }: Described,
  attendance: DocumentSchema,
  collection: DocumentSchema,
  recorded: Omit<Operation, 'tag'>,
  parameters?: Operation['parameters'],
): Operations {
  const list = {
    filters: namedFilters<never>(vocabulary, site),
    answer: collection,
    ...(parameters && { parameters }),
  }
  return {
    [`${at}/list-${attendances}`]: {
      tag: 'Attendances',
      summary: 'Lists the attendances of an event',
      ...list,
    },
    [`${at}/create-attendance`]: { tag: 'Attendances', ...recorded },
    [`${at}/get-attendance`]: {
      tag: 'Attendances',
      summary: 'Reads an attendance of an event',
      validated: true,
      answer: attendance,
    },
    [`${at}/update-attendance`]: {
      tag: 'Attendances',
      summary: 'Changes an attendance: status, guests, answers, who was there, and the decision on a request',
      body: [
        changeOf('Attendance', 'an attendance', {
          fields: { ...changeFields(site), ...describedResponses },
          meaning: { ...attendance.fields, ...responseMeaning(site) },
        }),
      ],
      supportsIfMatch: true,
      answer: attendance,
      conflict: 'The event is full or canceled, the request was decided, or the person was merged into another one',
      background: true,
    },
    [`${at}/list-person-${attendances}`]: {
      tag: 'People',
      summary: 'Lists the attendances of a person',
      ...list,
    },
  }
}
