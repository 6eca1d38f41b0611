import { derivedId } from '../fields/identifier.js'

/** The form in which addresses are compared. Mail providers ignore the case of an address, so the service does too. */
export const signInAddress = (email: string) => email.trim().toLowerCase()

/** Addresses are personal data, so keys have ids that are made of them. */
export const addressIdOf = (address: string) => derivedId('sign-in', signInAddress(address))
