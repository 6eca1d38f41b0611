import type { Capability } from '../runtime/capability.js'

export const guestLink: Capability = {
  name: 'Link of a guest',
  opens: 'One RSVP: to see it, to change it, to cancel it',
  givenTo: 'The guest, and keys that may write RSVPs',
  ends: 'When the key of links that signed it is revoked',
  erasure: 'ends',
  at: '/rsvp/{token}',
  shownAt: ['/attendance', '/messages', '/people/{id}/{relation}'],
  mails: [
    'confirmation',
    'waitlisted',
    'requested',
    'request-declined',
    'rsvp-cancelled',
    'rsvp-withdrawn',
    'promoted',
    'changed',
    'cancelled',
    'reminder',
    'extra',
    'follow-up',
    'follow-up-missed',
    'own-data',
  ],
  madeIn: ['lib/attendances/links/link-token.ts'],
}

export const friendCodes: Capability = {
  name: 'Code of a friend',
  opens: 'Nothing: an RSVP by it counts for the person who passed the event on',
  givenTo: 'The guest, who passes it on',
  ends: 'When the key of links that signed it is revoked',
  erasure: 'ends',
  in: '`ref` of the address of an event',
  madeIn: ['lib/attendances/friend-code.ts'],
}
