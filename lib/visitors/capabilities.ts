import type { Capability } from '../runtime/capability.js'

export const proofOfWork: Capability = {
  name: 'Proof of work',
  opens: 'One RSVP beyond the calm rates',
  givenTo: 'Any browser',
  ends: 'When it is used, or after ten minutes',
  erasure: 'of no person',
  in: 'field or header of an RSVP',
  madeIn: ['lib/http/state/challenge-store.ts', 'lib/visitors/challenges.ts'],
}
