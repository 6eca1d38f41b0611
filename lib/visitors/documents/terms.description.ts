import { maybe, object, string } from '../../fields/json-schema.js'

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
