import type { ReferrerData } from '../attendance.js'
import { type Kind, constant, defaulted, optional, readOnly } from './field.js'
import * as json from './json-schema.js'
import { fixed, line, uuid } from './kinds.js'
import { createdDate, identifiers, modifiedDate, originSystem } from './shared.js'
import * as values from './values.js'

const referrer: Kind<Partial<ReferrerData>, ReferrerData> = {
  body: {
    fields: {
      source: { value: values.line },
      referrer: { value: values.longLine },
      website: { value: values.longLine },
    },
  },
  schema: (meaning) =>
    json.object(meaning, {
      source: json.string('`none` unless it was sent'),
      referrer: json.maybe(json.string('Who sent them')),
      website: json.string('`api` unless it was sent'),
    }),
}

/** The fields of an attendance. */
export const attendanceFields = {
  identifiers,
  origin_system: optional(line, originSystem.meaning, { default: 'defaultOriginSystem' }),
  created_date: createdDate,
  modified_date: modifiedDate,
  status: constant(fixed('accepted'), 'accepted', 'Always the same'),
  person: readOnly(uuid, 'Who attends'),
  event: readOnly(uuid, 'What they attend'),
  referrer_data: defaulted(referrer, 'How the person came to the event', { isOurs: true }),
}
