import { maybe, string } from '../../fields/json-schema.js'
import { type Site, native } from '../../runtime/site.js'
import type { DocumentSchema } from '../../hal/descriptions/schema.js'

export const rsvpDocument = (site: Site): DocumentSchema => ({
  name: 'Rsvp',
  description: 'The answer to a visitor who comes. It does not tell whether the person was known',
  fields: {
    [native(site, 'standing')]: string(
      'Whether the visitor has a place, waits for one, or has asked to come, as far as a new visitor would',
      {
        enum: ['place', 'waiting_list', 'requested'],
      },
    ),
    instructions: maybe(string('Sanitised HTML for attendees; by mail where people can wait')),
  },
  links: {},
})
