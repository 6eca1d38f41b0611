import { maybe, object, string } from '../../domain/fields/json-schema.js'

/** Describes what the RSVP form says beside its button. */
export const termsSchema = object('What a form says beside its button', {
  id: string('Sent back in `consent`, so that it is known what the visitor has read'),
  text: string('What happens with the data'),
  opt_in_text: maybe(string('The text of a box, `opt_in`, without which a new person is not subscribed')),
  privacy_policy_url: maybe(string('The privacy policy')),
})
