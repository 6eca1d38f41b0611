import { MESSAGE_TYPES } from '../webhook-fields.js'
import { count, dateTime, flag, listOf, maybe, object, string } from '../../fields/json-schema.js'
import { type Site, native } from '../../runtime/site.js'
import { collectionOf } from '../../hal/collection.description.js'
import { bodyOf, changeOf, nothing, type Operations } from '../../hal/descriptions/operation.js'
import { type DocumentSchema, describeDocument, describeLinks } from '../../hal/descriptions/schema.js'
import { settableFlag } from '../../fields/kinds.js'
import * as values from '../../fields/values.js'
import { v2 } from '../../hal/v2/version.js'
import { webhookVocabulary } from './webhook.v2.js'

const tag = 'Webhooks' as const

const described = (site: Site) => ({ version: v2, vocabulary: webhookVocabulary, site })

const webhook = (site: Site): DocumentSchema =>
  describeDocument(described(site), 'Webhook', 'A receiver of messages about changes', {
    self: ['This webhook', 'get-webhook', 'update-webhook', 'delete-webhook'],
    ':messages': ['Its messages, to be pulled', 'list-messages'],
    ':deliveries': ['Attempts to send messages', 'list-deliveries'],
    ':test': ['POST sends a test message', 'create-test-message'],
    ':redeliver': ['POST sends messages again', 'redeliver-messages'],
  })

const delivery = (site: Site): DocumentSchema => ({
  name: 'Delivery',
  description: 'One attempt to send a request',
  fields: {
    id: string('The id of the attempt'),
    message: string('The `webhook-id` of the request: the id of its message, or of a batch'),
    type: string('The type of the message, or `batch`'),
    attempt: count('1 for the first attempt', 1),
    date: dateTime('The time at which the attempt began'),
    duration_ms: count('Milliseconds until its end'),
    status_code: maybe({ type: 'integer', description: 'The status of the answer, if there was one' }),
    error: maybe(string('The reason for which the attempt failed; absent when the receiver took the messages')),
  },
  links: describeLinks(described(site), {
    self: ['The address that repeats this attempt', 'redeliver-delivery'],
    ':redeliver': ['POST sends the same messages again', 'redeliver-delivery'],
  }),
})

const messages: DocumentSchema = {
  name: 'Messages',
  description: 'Messages, oldest first',
  fields: {
    messages: listOf(
      object('A message', {
        id: string('Its id, which every attempt carries as `webhook-id`'),
        type: string(`One of ${MESSAGE_TYPES.join(', ')} or webhook.test`),
        timestamp: dateTime('The time of the change, to the millisecond'),
        data: {
          type: 'object',
          description: 'The resource as GET answered it',
          additionalProperties: true,
        },
      }),
      'The messages',
    ),
    next: { type: ['string', 'null'], description: 'The id of the last of them, for `after`' },
    has_more: flag('Whether there are more after them'),
  },
  links: {},
}

const asked: DocumentSchema = {
  name: 'Asked',
  description: 'The messages that will be sent',
  fields: { messages: count('Number of messages') },
  links: {},
}
const disabled = 'The webhook is disabled'

export const webhookOperations = (site: Site): Operations => ({
  'v2/list-webhooks': {
    tag,
    summary: 'Lists the webhooks of your key',
    answer: collectionOf(webhook(site), native(site, 'webhooks'), 'Webhooks, newest first', 'v2/list-webhooks'),
  },
  'v2/create-webhook': {
    tag,
    summary: 'Creates a webhook',
    description:
      'The answer has the secret, which no later answer shows. The webhook is in force when the answer arrives.',
    body: [
      {
        name: 'WebhookDraft',
        description: 'A new webhook',
        purpose: 'create',
        ...bodyOf(described(site)),
      },
    ],
    answer: webhook(site),
  },
  'v2/get-webhook': { tag, summary: 'Reads a webhook', validated: true, answer: webhook(site) },
  'v2/update-webhook': {
    tag,
    summary: 'Changes the fields of a webhook that are sent, or rotates its secret',
    body: [
      changeOf('Webhook', 'a webhook', {
        fields: { ...bodyOf(described(site)).fields, rotate_secret: { value: values.flag } },
        meaning: {
          ...bodyOf(described(site)).meaning,
          rotate_secret: settableFlag.schema('True makes a new secret; the old one signs as well for 24 hours'),
        },
      }),
    ],
    supportsIfMatch: true,
    answer: webhook(site),
  },
  'v2/delete-webhook': { tag, summary: 'Deletes a webhook', answer: nothing, isEmpty: true },
  'v2/create-test-message': {
    tag,
    summary: 'Sends a message of type webhook.test',
    answer: asked,
    conflict: disabled,
  },
  'v2/list-deliveries': {
    tag,
    summary: 'Lists attempts of 30 days to send messages',
    answer: collectionOf(delivery(site), native(site, 'deliveries'), 'Attempts, newest first', 'v2/list-deliveries'),
  },
  'v2/redeliver-delivery': {
    tag,
    summary: 'Sends the messages of an attempt again',
    answer: asked,
    conflict: disabled,
  },
  'v2/redeliver-messages': {
    tag,
    summary: 'Sends all messages since a time again',
    body: [
      {
        name: 'Redelivery',
        description: 'The messages to send again',
        purpose: 'create',
        fields: { since: { value: values.instant, required: true } },
        meaning: { since: dateTime('Messages from this time on, within 30 days') },
      },
    ],
    answer: asked,
    conflict: disabled,
  },
  'v2/list-messages': {
    tag,
    summary: 'Pulls messages',
    answer: messages,
    parameters: [
      {
        name: 'after',
        description:
          'The id of a message: the answer has the messages after it. Without it, the answer begins at the oldest message that is kept',
        schema: { type: 'string' },
        example: '',
      },
      {
        name: 'limit',
        description: 'The most messages',
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
      },
    ],
  },
})
