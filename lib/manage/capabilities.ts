import type { Capability } from '../runtime/capability.js'

export const formTokens: Capability = {
  name: 'Token of a form',
  opens: 'Changes by the session of its page, or one form that waited for a new sign-in',
  givenTo: 'The pages of a session',
  ends: 'With the session, or after 20 minutes where the form waits',
  erasure: 'ends',
  in: 'field `form_token`',
  madeIn: ['lib/manage/access/session-cookie.ts', 'lib/manage/access/kept-form.tsx'],
}
