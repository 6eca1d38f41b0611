import type { Capability } from '../runtime/capability.js'

export const ownDataCodes: Capability = {
  name: 'Code of own data',
  opens: 'All that is kept about a guest, together with the link of the guest',
  givenTo: 'The mailbox of the guest',
  ends: 'After an hour',
  erasure: 'ends',
  at: '/rsvp/{token}/data',
  in: '`code` of the address',
  mails: ['own-data'],
  madeIn: ['lib/pages/own-data-code.ts'],
}
