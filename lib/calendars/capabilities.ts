import type { Capability } from '../runtime/capability.js'

export const feedSecret: Capability = {
  name: 'Secret of a feed',
  opens: 'The events of an owner or a campaign, or one event, as a calendar',
  givenTo: 'The member who makes it, once',
  ends: 'When it is revoked',
  erasure: 'of no person',
  at: '/calendars/{calendar}',
  madeIn: ['lib/access/store/secret-store.ts'],
}
