import type { Capability } from '../runtime/capability.js'

export const readerLink: Capability = {
  name: 'Link to leave a list',
  opens: 'Leaving the mailing list of an owner, and coming back',
  givenTo: 'A person who is written to',
  ends: 'When the key of links that signed it is revoked',
  erasure: 'ends',
  at: '/unsubscribe/{reader}',
  mails: ['message', 'opt-in-listed'],
  madeIn: ['lib/attendances/links/link-token.ts'],
}

export const addressLink: Capability = {
  name: 'Link of a typed address',
  opens: 'The agreement of an address to get lists of guests, or to be the contact of events',
  givenTo: 'The address that an organizer typed',
  ends: 'After 30 days, unless the address has agreed',
  erasure: 'of no person',
  at: '/addresses/{address}',
  mails: ['confirm-address', 'list'],
  madeIn: ['lib/mail/confirmed-address.ts'],
}
