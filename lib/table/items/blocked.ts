import { type Key, type Kind, exempt, single } from './kind.js'

/** Contacts that may not come to events of an owner. */
export const blocked = {
  blockedContact: {
    title: 'blocked contact',
    key: (owner: string, hash: string): Key => ({ pk: `blocked#${owner}`, sk: `contact#${hash}` }),
    parts: ['owner', 'hash'],
    transfer: single('blocked_contact', ['owner', 'hash', 'date']),
    audit: exempt('It is written and removed in one transaction with its hash.'),
    expires: false,
  },
  blockedHashes: {
    title: 'hashes of blocked contacts, and their secret',
    key: (owner: string): Key => ({ pk: `blocked#${owner}`, sk: 'hashes' }),
    parts: ['owner'],
    transfer: single('blocked_hashes', ['owner', 'secret']),
    audit: exempt('Each block writes it in its own transaction.'),
    expires: false,
  },
} satisfies Record<string, Kind>
