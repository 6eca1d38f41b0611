import { invalid } from '../../runtime/errors.js'
import { personFields } from '../person-fields.js'
import { bodyFields } from '../../fields/vocabulary.js'
import { MOST_NOTES, type PersonChange } from '../person.js'
import { readNew } from '../../fields/read-body.js'
import { lineOf } from '../../fields/values.js'

const NAMES = ['given_name', 'family_name'] as const
const CONTACTS = { email_addresses: 'address', phone_numbers: 'number' } as const

/**
 * Reads who a form is about: a name, an email, a phone number, at least one of them.
 * @throws OsdiError invalid, naming every fault
 */
export function readPerson(values: Record<string, string>): PersonChange {
  const body: Record<string, unknown> = Object.fromEntries(NAMES.map((name) => [name, values[name]]))
  for (const [name, part] of Object.entries(CONTACTS)) {
    const contact = values[name]?.trim()
    if (contact) body[name] = [{ [part]: contact }]
  }
  body['notes'] = values['notes']?.replaceAll('\r\n', '\n')
  const fields = { ...bodyFields(personFields), notes: { value: lineOf(MOST_NOTES) } }
  const { notes = '', ...person } = readNew(fields, body).values as PersonChange
  if (Object.keys(person).length === 0)
    throw invalid([
      {
        error_code: 'required',
        description: 'A name or a contact is required',
        properties: ['given_name'],
      },
    ])
  return values['notes'] === undefined ? person : { ...person, notes }
}
