import { type Key, type Kind, exempt } from './kind.js'

const SECRET = exempt('A secret stays where it is; people sign in again.')
const ALONE = exempt('No other item has to agree with it.')

/** Items by which people sign in to the organizer's interface. An address is a hash in keys. */
export const signIn = {
  access: {
    title: 'access of an address to an owner',
    key: (address: string, owner: string): Key => ({ pk: `sign_in#${address}`, sk: `access#${owner}` }),
    parts: ['address', 'owner'],
    transfer: exempt('The import writes it with the member or the account.'),
    audit: exempt('A request reads the role as well, and no role is no access.'),
    expires: false,
  },
  session: {
    title: 'session of an address',
    key: (address: string, id: string): Key => ({ pk: `sign_in#${address}`, sk: `session#${id}` }),
    parts: ['address', 'hash'],
    transfer: SECRET,
    audit: ALONE,
    expires: true,
  },
  knownBrowser: {
    title: 'browser that an address has signed in with',
    key: (address: string, hash: string): Key => ({ pk: `sign_in#${address}`, sk: `browser#${hash}` }),
    parts: ['address', 'hash'],
    transfer: SECRET,
    audit: ALONE,
    expires: true,
  },
  passkeys: {
    title: 'passkeys of an address',
    key: (address: string): Key => ({ pk: `sign_in#${address}`, sk: 'passkeys' }),
    parts: ['address'],
    transfer: exempt('They work for one host name; people add them again.'),
    audit: ALONE,
    expires: false,
  },
  usedChallenge: {
    title: 'challenge that a passkey has answered',
    key: (challenge: string): Key => ({ pk: `used_challenge#${challenge}`, sk: 'used_challenge' }),
    parts: ['challenge'],
    transfer: exempt('It expires within minutes.'),
    audit: ALONE,
    expires: true,
  },
  signInLink: {
    title: 'link to sign in',
    key: (address: string, hash: string): Key => ({ pk: `sign_in_link#${address}`, sk: `link#${hash}` }),
    parts: ['address', 'hash'],
    transfer: SECRET,
    audit: ALONE,
    expires: true,
  },
  identityProvider: {
    title: 'identity provider of a group',
    key: (group: string): Key => ({ pk: `identity_provider#${group}`, sk: 'identity_provider' }),
    parts: ['group'],
    transfer: exempt('Its secret is encrypted with the key of this table, and names this service.'),
    audit: ALONE,
    expires: false,
  },
  vouchedDomain: {
    title: 'domain that a provider speaks for',
    key: (domain: string): Key => ({ pk: `vouched_domain#${domain}`, sk: 'vouched_domain' }),
    parts: ['domain'],
    transfer: exempt('The owner of another table gives a word of their own.'),
    audit: ALONE,
    expires: false,
  },
  usedAttempt: {
    title: 'attempt to sign in that was used',
    key: (id: string): Key => ({ pk: `used_attempt#${id}`, sk: 'used_attempt' }),
    parts: ['id'],
    transfer: SECRET,
    audit: ALONE,
    expires: true,
  },
} satisfies Record<string, Kind>
