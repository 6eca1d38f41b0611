import type { Capability } from '../runtime/capability.js'

export const hostLinks: Capability = {
  name: 'Link of a host',
  opens: 'One event of a campaign: publishing it, changing it, its guests',
  givenTo: 'The address in the form of hosts',
  ends: 'When the team revokes it or sends another, or when the key of links that signed it is revoked',
  erasure: 'ends',
  at: '/host/{host}',
  mails: ['host-verify', 'host-approved', 'host-declined'],
  madeIn: ['lib/hosting/host-link.ts'],
}
