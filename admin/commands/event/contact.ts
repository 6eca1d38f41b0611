import { parse } from 'valibot'
import { type Contact, contactValue } from '../../../lib/events/contact.js'
import { text } from '../../../lib/fields/values.js'
import { UsageError } from '../../errors.js'
import { omitUndefined } from '../../output/omit-undefined.js'
import { type Values, onOrOff, optional, orNone } from '../../options.js'

/** The options for the person who answers questions about an event. */
export const contact = {
  contact_name: orNone(optional('--contact-name <name>', 'who answers questions about it', text)),
  contact_email: orNone(optional('--contact-email <email>', 'where answers to its mails go', text)),
  contact_phone: orNone(optional('--contact-phone <number>', 'the number for questions', text)),
  contact_public: optional('--contact-public <on|off>', 'whether its page shows the contact, too', onOrOff),
}

/**
 * Returns the contact that options make of the one before; null where none is left.
 * @returns undefined where the options say nothing of it
 */
export function contactIn(values: Values<typeof contact>, before?: Contact): Contact | null | undefined {
  const { contact_name: name, contact_email: email, contact_phone: phone, contact_public: isPublic } = values
  const sent = omitUndefined({ name, email_address: email, phone_number: phone, public: isPublic })
  if (Object.keys(sent).length === 0) return undefined
  const whole = { ...before, ...sent }
  if (!whole.name && !whole.email_address && !whole.phone_number) return null
  try {
    return parse(contactValue, whole)
  } catch (error) {
    throw new UsageError(`The contact ${(error as Error).message}.`)
  }
}
