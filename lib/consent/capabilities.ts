import type { Capability } from '../runtime/capability.js'

export const boxLink: Capability = {
  name: 'Link of a box',
  opens: 'The confirmation of a box that was ticked, or of being on the list',
  givenTo: 'The address in the form',
  ends: 'When the key of links that signed it is revoked',
  erasure: 'ends',
  at: '/opt-in/{box}',
  mails: ['opt-in', 'opt-in-listed'],
  madeIn: ['lib/consent/opt-in-token.ts'],
}
