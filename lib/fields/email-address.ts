import { domainToASCII } from 'node:url'

/**
 * Returns an address as it was written, without what copying adds to it: invisible characters, the name and brackets of
 * a mail program, `mailto:`.
 */
export function tidiedEmail(typed: string): string {
  const plain = typed
    .normalize()
    .replace(/\p{Cf}/gu, '')
    .trim()
  const [, bracketed = plain] = /<([^<>]*)>$/.exec(plain) ?? []
  return bracketed.replace(/^\s*mailto:([^?]*).*$/is, '$1').trim()
}

/** Nearly every address is one of these, which has no other spelling than that in capitals. */
const PLAIN = /^[\x21-\x7e]+$/

/**
 * Returns an address in the form in which addresses are compared: in small letters, composed, with the domain as it is
 * looked up. `Kim@MÜNCHEN.example` and `kim@xn--mnchen-3ya.example` are one mailbox.
 */
export function comparableEmail(address: string): string {
  const small = address.toLowerCase()
  if (PLAIN.test(small)) return small
  const tidied = tidiedEmail(small)
  const at = tidied.lastIndexOf('@')
  const domain = tidied.slice(at + 1)
  return `${tidied.slice(0, at + 1)}${domainToASCII(domain) || domain}`
}
