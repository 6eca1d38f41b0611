import { constant, readOnly } from '../fields/field.js'
import { count, fixed, text } from '../fields/kinds.js'
import { createdDate, nativeIdentifier, originSystem } from '../fields/shared.js'

/** The fields of an email list. */
export const listFields = {
  identifiers: nativeIdentifier,
  origin_system: constant(text, 'Turnout', originSystem.meaning),
  created_date: createdDate,
  title: readOnly(text, 'The name of the owner'),
  total_items: readOnly(count, 'Number of people on it'),
}

/** The fields of an entry of an email list. */
export const itemFields = {
  identifiers: nativeIdentifier,
  created_date: createdDate,
  item_type: constant(fixed('osdi:person'), 'osdi:person', 'The type of the member'),
}
