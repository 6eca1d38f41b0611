import { integer, maxValue, minValue, number, pipe } from 'valibot'
import {
  type Kind,
  computedOptional,
  defaulted,
  optional,
  readOnly,
  readOnlyOptional,
  required,
} from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import { line, oneOf, settableFlag, someOf, stateOf, textOf, timestamp } from '../fields/kinds.js'
import { createdDate, modifiedDate, nativeIdentifier } from '../fields/shared.js'
import * as values from '../fields/values.js'

/** The types of messages. */
export const MESSAGE_TYPES = [
  'attendance.created',
  'attendance.changed',
  'person.created',
  'person.changed',
  'person.erased',
  'event.created',
  'event.changed',
  'event_campaign.created',
  'event_campaign.changed',
  'tagging.created',
  'tagging.deleted',
] as const

const MAX_PER_SECOND = 200
const MAX_BATCH = 100

/** An address, at which another resource of the service is. */
const address = textOf(values.longLine)

const numberTo = (most: number): Kind<number> => {
  const message = `must be a whole number from 1 to ${most}`
  return {
    body: {
      value: pipe(number(message), integer(message), minValue(1, message), maxValue(most, message)),
    },
    schema: (meaning) => ({ type: 'integer', minimum: 1, maximum: most, description: meaning }),
    isKeptAsSent: true,
  }
}

export const webhookFields = {
  identifiers: nativeIdentifier,
  created_date: createdDate,
  modified_date: modifiedDate,
  url: optional(
    textOf(values.longLine),
    'The https address that receives the messages. The messages of a webhook without one are only pulled. Keys with ' +
      'a scope below `all` see only its origin',
  ),
  types: required(someOf([...MESSAGE_TYPES, '*']), 'The types of messages it takes; `["*"]` for all'),
  event: optional(address, 'The address of an event: only its attendances and its own changes'),
  event_campaign: optional(
    address,
    'The address of an event campaign: only the attendances of its events and its own changes',
  ),
  format: defaulted(
    oneOf(['standard', 'action_network']),
    'The body of messages; `action_network` is an array of objects with `osdi:attendance` and `idempotency_key`',
  ),
  max_per_second: defaulted(numberTo(MAX_PER_SECOND), 'The most requests to the receiver in a second'),
  batch_size: defaulted(numberTo(MAX_BATCH), 'The most messages in a request'),
  enabled: defaulted(settableFlag, 'Whether messages are collected and sent'),
  description: optional(line, 'The purpose of the webhook'),
  status: readOnly(
    stateOf(['ok', 'failing', 'disabled']),
    '`failing`: the last delivery failed and is repeated; `disabled`: nothing is collected or sent',
  ),
  last_delivery_date: readOnlyOptional(timestamp, 'The time at which the receiver last took a message, in UTC'),
  last_error: readOnlyOptional(
    { schema: (meaning: string) => json.string(meaning) },
    'The reason for which the last delivery failed, or the webhook was disabled',
  ),
  secret: computedOptional(
    { schema: (meaning: string) => json.string(meaning) },
    'The secret that signs messages. It is shown when the webhook is created, and when the secret is rotated',
  ),
}
