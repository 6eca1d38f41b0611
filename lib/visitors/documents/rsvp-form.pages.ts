import { count, string } from '../../fields/json-schema.js'
import type { Site } from '../../runtime/site.js'
import type { BodySchema, Operations } from '../../hal/descriptions/operation.js'
import { rsvpFormFields } from '../rsvp-form-fields.js'
import { rsvpDocument } from './rsvp.description.js'

/** The RSVP form, by the names of its inputs. */
const rsvpForm: BodySchema = {
  name: 'RsvpForm',
  description: 'The entries of a visitor',
  purpose: 'create',
  fields: rsvpFormFields,
  meaning: {
    given_name: string('Given name'),
    family_name: string('Family name'),
    email: string('The email address, by which the person is found'),
    phone: string('A phone number'),
    postal_code: string('Postal code of the home'),
    guests: count('Number of guests that the visitor brings, if the event takes guests'),
    consent: string('The id of the terms that the form showed'),
    opt_in: string('Any value, where the box was ticked'),
    source: string('The source of the visit: `source` in the address of the page that has the form'),
  },
}

export const rsvpFormOperations = (site: Site): Operations => ({
  'pages/record-attendance': {
    tag: 'Embeds',
    summary: 'Takes the RSVP form of an event',
    form: rsvpForm,
    formExample: { email: 'ana@example.org', given_name: 'Ana', family_name: 'Ruiz', postal_code: '62701' },
    answer: rsvpDocument(site),
    conflict: 'The event is full, canceled or over, or takes no RSVPs now',
  },
})
