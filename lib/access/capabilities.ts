import type { Capability } from '../runtime/capability.js'

export const apiKey: Capability = {
  name: 'API key',
  opens: 'The API, for its owner and within its scope',
  givenTo: 'A member who may make keys, once',
  ends: 'When it is revoked, or at its own end; a warm process hears of it within a minute',
  erasure: 'of no person',
  in: 'OSDI-API-Token',
  madeIn: ['lib/access/store/secret-store.ts'],
}
