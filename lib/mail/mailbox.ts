import { comparableEmail } from '../fields/email-address.js'
import { derivedId } from '../fields/identifier.js'
import type { RateStore } from '../http/state/rate-store.js'

/** The limit of emails to one mailbox that forms and helpers cause. */
const LIMIT = { requests: 5, seconds: 60 * 60 }

/** Mail to these goes to the same mailbox with and without dots. */
const DOTLESS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/** Returns the mailbox of an address, which has many more: `name+anything@example.org`. */
export function mailboxOf(address: string): string {
  const lower = comparableEmail(address.trim())
  const at = lower.lastIndexOf('@')
  const [local, domain] = [lower.slice(0, at).replace(/(?<=.)\+.*$/s, ''), lower.slice(at + 1)]
  const dotless = DOTLESS.get(domain)
  return dotless ? `${local.replaceAll('.', '')}@${dotless}` : `${local}@${domain}`
}

/** Takes one of the emails that forms may cause to the mailbox of an address. @returns false when none is left */
export const mailboxLimit = (attempts: RateStore) => async (address: string, now: Date) =>
  !(await attempts.take(derivedId('mails to a mailbox', mailboxOf(address)), LIMIT, now)).isExceeded
