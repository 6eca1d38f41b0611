import { type Schema, string } from '../fields/json-schema.js'
import type { TAGS } from '../hal/descriptions/operation.js'

/** Messages that this service sends to receivers, by their types. */
export interface Announcements {
  tag: keyof typeof TAGS
  /** The name of each among the schemas, and its schema. */
  messages: Record<string, { name: string; schema: Schema }>
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: string(description),
})

/** The headers of Standard Webhooks. */
const HEADERS = [
  header('webhook-id', 'Names the message; the same in every attempt'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970'),
  header('webhook-signature', 'Signs both and the body, by the secret of the webhook'),
]

/** Returns the entry `webhooks` of an OpenAPI document, one for each type of message. */
export const announcementsIn = (all: Announcements[]) =>
  Object.fromEntries(
    all.flatMap(({ tag, messages }) =>
      Object.entries(messages).map(([type, { name }]) => [
        type,
        {
          post: {
            operationId: `receive${name}`,
            tags: [tag],
            summary: `Tells of ${type}`,
            description: 'A message to the address of a webhook. Any status from 200 to 299 says that it has arrived',
            parameters: HEADERS,
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
            },
            responses: { '2XX': { description: 'The receiver has the message' } },
            security: [],
          },
        },
      ]),
    ),
  )

/** Returns the schemas of messages by their names. */
export const announcementSchemas = (all: Announcements[]): Record<string, Schema> =>
  Object.fromEntries(all.flatMap(({ messages }) => Object.values(messages).map(({ name, schema }) => [name, schema])))
