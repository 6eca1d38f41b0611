import { derivedId } from '../../fields/identifier.js'
import type { RsvpMailRequest } from '../mail-request.js'

type RequestOfMailing = RsvpMailRequest & { cause: string }

/**
 * Returns the email of a mailing to a person: the same for each time that it is asked for, and for all dates of an
 * edit.
 */
export const mailOfMailing = (request: RequestOfMailing) => ({
  id: derivedId('mail', request.kind, request.edit ?? request.event, request.cause, request.person),
  request,
})
