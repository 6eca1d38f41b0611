import { constant, defaulted, required } from '../fields/field.js'
import { fixed, line, tagName } from '../fields/kinds.js'
import { createdDate, modifiedDate, nativeIdentifier, originSystem } from '../fields/shared.js'

export const tagFields = {
  identifiers: nativeIdentifier,
  name: required(tagName, 'The name by which the helpers find it, unique in a group'),
  origin_system: defaulted(line, originSystem.meaning),
  created_date: createdDate,
  modified_date: modifiedDate,
}

export const taggingFields = {
  identifiers: nativeIdentifier,
  item_type: constant(fixed('osdi:person'), 'osdi:person', 'The type of the tagged resource'),
  created_date: createdDate,
  modified_date: modifiedDate,
}
