import { MESSAGE_TYPES } from '../webhook-fields.js'
import { type Schema, always, dateTime, listOf, maybe, object, string } from '../../fields/json-schema.js'
import type { Announcements } from '../../openapi/announcement.js'

/** The schemas of resources, by the first part of the type of a message. */
const RESOURCES = {
  attendance: 'Attendance',
  person: 'Person',
  event: 'Event',
  event_campaign: 'EventCampaign',
  tagging: 'Tagging',
}

/** The names that stay in messages about what is gone. */
const names = object('The native identifier and the links of what is gone', {
  identifiers: maybe(listOf(string('An identifier'), 'The native identifier')),
  _links: { type: 'object', description: 'Links to related resources' },
})

const GONE = ['person.erased', 'tagging.deleted']

/** Describes the messages that webhooks send. */
export const webhookAnnouncements: Announcements = {
  tag: 'Messages of webhooks',
  messages: Object.fromEntries(
    MESSAGE_TYPES.map((type) => {
      const [kind = '', what = ''] = type.split('.')
      const schema = RESOURCES[kind as keyof typeof RESOURCES]
      const data: Schema = GONE.includes(type) ? names : { $ref: `#/components/schemas/${schema}` }
      return [
        type,
        {
          name: `${schema}${what[0]?.toUpperCase()}${what.slice(1)}Message`,
          schema: object(
            `A message of the type ${type}. Of a resource of more than 250,000 bytes, it has names alone`,
            {
              type: always(type, 'Its type'),
              timestamp: dateTime('When the resource became so, to the millisecond'),
              data,
            },
          ),
        },
      ]
    }),
  ),
}
