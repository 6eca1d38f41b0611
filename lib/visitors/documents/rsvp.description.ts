import { maybe, string, object } from '../../fields/json-schema.js'
import { type Site, native } from '../../runtime/site.js'
import type { DocumentSchema } from '../../hal/descriptions/schema.js'

export const rsvpDocument = (site: Site): DocumentSchema => ({
  name: 'Rsvp',
  description: 'The answer to a visitor who comes. It does not tell whether the person was known',
  fields: {
    [native(site, 'standing')]: string(
      'Whether the visitor has a seat, waits for one, or has asked to come, as far as a new visitor would',
      {
        enum: ['place', 'waiting_list', 'requested'],
      },
    ),
    instructions: maybe(string('Sanitized HTML for attendees; by mail where people can wait')),
  },
  links: {},
})

/** Describes what the RSVP form says beside its button. */
export const termsSchema = object('The text of a form beside its button', {
  id: string('The id of these terms. Send it back in `consent`'),
  text: string('The text about the use of the data'),
  opt_in_text: maybe(string('The text of a box, `opt_in`, without which a new person is not subscribed')),
  privacy_policy_url: maybe(string('The privacy policy')),
})

/** Describes what refusals of visitors say besides. */
export const ofRefusals = {
  consent: maybe(termsSchema),
  challenge: maybe({
    type: 'object',
    description: 'A proof of work by the protocol of ALTCHA, which an RSVP form needs to be taken at once',
  }),
}
