import type { Person } from '../people/person.js'

/** People on the mailing list of an owner: how many, and how many of them an RSVP subscribed without a box. */
export interface WithoutBox {
  /** The place in the list of people at which to go on; absent at its end. */
  next?: number
  subscribed: number
  without_box: number
  /** Those of them who have been asked by this walk; nobody is asked twice. */
  asked: number
}

/** Whether the mailing list has a person of whom no proof of consent is kept. */
export const isWithoutProof = ({ email_addresses: [email], opt_ins = [] }: Person): boolean =>
  email?.status === 'subscribed' && opt_ins.length === 0

/** Whether an RSVP subscribed a person without a box, and no proof has come since. */
export const cameWithoutBox = (person: Person): boolean => person.without_box === true && isWithoutProof(person)
