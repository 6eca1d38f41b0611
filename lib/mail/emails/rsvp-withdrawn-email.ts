import { rsvpCanceled } from './rsvp-cancelled-email.js'

/** Goes to a person who came and has canceled by their link, so that their calendar lets the event go. */
export const rsvpWithdrawn = rsvpCanceled
