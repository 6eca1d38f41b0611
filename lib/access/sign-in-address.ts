import { derivedId } from '../fields/identifier.js'
import type { Owner } from '../runtime/owner.js'

/** A group or an account that an address may sign in to, and the person that it is there. */
export interface Access {
  address: string
  owner: Owner
  person: string
}

/** The form in which addresses are compared. Mail providers ignore the case of an address, so the service does too. */
export const signInAddress = (email: string) => email.trim().toLowerCase()

/** Addresses are personal data, so keys have ids that are made of them. */
export const addressIdOf = (address: string) => derivedId('sign-in', signInAddress(address))
