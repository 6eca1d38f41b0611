import type { Capability } from '../runtime/capability.js'

export const signInLink: Capability = {
  name: 'Link to sign in',
  opens: 'One session',
  givenTo: 'An address with a role',
  ends: 'When it is used, after 15 minutes (that of a stack, after a day), or with all sessions of the address',
  erasure: 'ends',
  at: '/manage/sign-in/{secret}',
  mails: ['sign-in'],
  madeIn: ['lib/sign-in/store/sign-in-store.ts'],
}

export const session: Capability = {
  name: 'Session',
  opens: 'The interface, with the roles that the address has at the moment of a request',
  givenTo: 'The browser that used a link, a passkey or a provider',
  ends: 'By signing out here or everywhere, or after two weeks',
  erasure: 'ends',
  in: 'cookie `session`',
  madeIn: ['lib/sign-in/store/sign-in-store.ts'],
}

export const knownBrowser: Capability = {
  name: 'Known browser',
  opens: 'Nothing: links to sign in are still mailed to it where strangers have asked for too many',
  givenTo: 'A browser that has signed in by a link or a passkey',
  ends: 'After a year',
  erasure: 'ends',
  in: 'cookie `browser`',
  madeIn: ['lib/sign-in/store/sign-in-store.ts'],
}

export const passkeyChallenge: Capability = {
  name: 'Challenge of a passkey',
  opens: 'One answer of a passkey, to sign in or to be added',
  givenTo: 'Any browser',
  ends: 'When it is used, or after ten minutes',
  erasure: 'of no person',
  in: 'field `credential`',
  madeIn: ['lib/sign-in/passkeys/challenge.ts'],
}

export const providerAttempt: Capability = {
  name: 'Attempt by a provider',
  opens: 'One answer of the identity provider of one group, in the browser that began it',
  givenTo: 'Any browser',
  ends: 'When it is used, or after ten minutes',
  erasure: 'of no person',
  in: 'cookie `attempt`, and `state` of the address',
  madeIn: ['lib/sign-in/sign-in-attempt.ts'],
}
