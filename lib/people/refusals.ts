import { OsdiError } from '../runtime/errors.js'
import type { Owner } from '../runtime/owner.js'
import { phoneNumberIn } from '../fields/phone.js'
import { type Contact, type PersonChange, contactsIn, contactsOneByOne } from './person.js'

/** Whom an owner refuses. Rooms above the core decide it. */
export interface Refusals {
  /**
   * Reads whom an owner refuses, together with what else the request reads.
   * @returns undefined where nobody is refused
   */
  of(owner: Owner): Promise<Admit | undefined>
  /** Counts a refusal that the visitor does not hear of. */
  count(owner: Owner, refused: PersonRefused): Promise<void>
}

/**
 * Admits a person with some contacts, in the form in which they are compared.
 * @throws PersonRefused
 */
export type Admit = (contacts: Contact[]) => void

/** Whether an owner admits who fills in a form, whose refusal is counted. A phone number needs its country's code. */
export async function admits(refusals: Refusals | undefined, owner: Owner, sent: PersonChange): Promise<boolean> {
  if (!refusals) return true
  try {
    const read = sent.phone_numbers?.number
    const admit = await refusals.of(owner)
    admit?.(contactsOneByOne({ ...contactsIn(sent), phone: read && phoneNumberIn(read) }))
    return true
  } catch (error) {
    if (!(error instanceof PersonRefused)) throw error
    await refusals.count(owner, error)
    return false
  }
}

/** The owner refuses a person. Keys hear of it; visitors get the answer that everybody gets. */
export class PersonRefused extends OsdiError {
  constructor(readonly contact: Contact) {
    const description = 'This person is blocked: lift the block first'
    super('conflict', description, [{ error_code: 'blocked', description, properties: ['person'] }])
  }
}
