import type { Capability } from '../runtime/capability.js'

export const teamLinks: Capability = {
  name: 'Link of a team',
  opens: 'The pages of one event that its rights name, on five devices',
  givenTo: 'The member who makes it, once, or the address in the form',
  ends: 'When it is revoked, at its own end, a day after the event, or with the role of its maker',
  erasure: 'of nobody known',
  at: '/team/{token}',
  mails: ['team-link'],
  madeIn: ['lib/stewards/team-link.ts'],
}

export const helperCookie: Capability = {
  name: 'Device of a helper',
  opens: 'What the link of the team opens',
  givenTo: 'The device on which the link was opened',
  ends: 'With the link',
  erasure: 'of no person',
  in: 'cookie `helper-…`',
  madeIn: ['lib/stewards/manage/open-link.manage.tsx'],
}
