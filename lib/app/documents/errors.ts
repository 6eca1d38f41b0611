import { errorSchema } from '../../openapi/refusals.js'
import { ofRefusals } from '../../visitors/documents/rsvp.description.js'

/** The document of every error that this service answers. */
export const errors = errorSchema([ofRefusals])
