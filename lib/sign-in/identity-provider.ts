import { array, check, maxLength, minLength, pipe, regex, string, transform, trim } from 'valibot'
import { text } from '../fields/values.js'
import type { Owner } from '../runtime/owner.js'
import { signInAddress } from '../access/sign-in-address.js'

/*
 * The identity provider of a group's organization (OpenID Connect), and the rules about what it may say. A group's
 * administrators choose the provider, so its word holds in this group alone. Only the owner of the installation lets a
 * provider speak for a domain everywhere (docs/decisions/0027).
 */

/** The identity provider of a group. */
export interface IdentityProvider {
  group: string
  /** The issuer identifier, to the letter as the provider names itself. */
  issuer: string
  client_id: string
  /** The client secret, encrypted. It is never shown again. */
  secret: string
  /** The domains of the addresses that it may sign in, in lower case. */
  domains: string[]
  /** Whether organizers of the group sign in by this provider alone: no link and nothing else admits them then. */
  only: boolean
  /**
   * Whether the creator of the group, or the owner of the installation, set it last. The word of a provider that an
   * administrator has set is not enough to sign in as the creator, nor to close the group to the creator's links.
   */
  for_creator: boolean
  changed_date: string
}

/** A provider as it is set. Without a secret, the one that is stored stays. */
export type IdentityProviderChange = Omit<IdentityProvider, 'secret' | 'changed_date'> & {
  secret?: string | undefined
}

/** The word of the installation's owner that the provider of a group, by its issuer, speaks for a domain. */
export interface VouchedDomain {
  domain: string
  group: string
  issuer: string
  vouched_date: string
}

/** The provider that began a session. */
export type ProviderOfSession = Pick<IdentityProvider, 'group' | 'issuer'>

/** The reach of a session: all that its address has access to, or one owner. */
export type Reach = 'everything' | Owner

/** Returns the domain of an address, in lower case; an empty text for one without a domain. */
export const domainOf = (address: string): string =>
  address.includes('@') ? signInAddress(address.slice(address.lastIndexOf('@') + 1)) : ''

/** Whether the owner's word holds for a provider: it names the issuer, so a provider that is replaced loses it. */
export const isVouchedFor = (
  word: VouchedDomain | undefined,
  { group, issuer, domains }: Pick<IdentityProvider, 'group' | 'issuer' | 'domains'>,
): boolean => word !== undefined && word.group === group && word.issuer === issuer && domains.includes(word.domain)

/** Why the address of an ID token is not taken. */
export type Untrusted = 'no_address' | 'unverified' | 'foreign'

/** The claims about a person in an ID token whose signature and audience were checked. */
export type Claims = Record<string, unknown>

/**
 * An address with one spelling: letters beyond ASCII would allow two accounts of a provider whose addresses are one in
 * lower case, such as one with the Kelvin sign for a k.
 */
const ADDRESS = /^[!-?A-~]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** Accounts of Google may have addresses of any domain. `hd` names the domain of those that an organization manages. */
const GOOGLE = 'https://accounts.google.com'

/**
 * Returns the address that an ID token proves.
 * @param isVouched tells whether the owner lets the provider speak for a domain
 */
export async function provenAddress(
  claims: Claims,
  { issuer, domains }: Pick<IdentityProvider, 'issuer' | 'domains'>,
  isVouched: (domain: string) => Promise<boolean>,
): Promise<{ address: string } | { untrusted: Untrusted }> {
  const { email, email_verified: verified, hd } = claims
  if (typeof email !== 'string') return { untrusted: 'no_address' }
  const address = signInAddress(email)
  // An address that is not plain may become so in lower case.
  if (!/^[!-~]+$/.test(email) || !ADDRESS.test(address)) return { untrusted: 'no_address' }
  const domain = domainOf(address)
  if (!domains.includes(domain)) return { untrusted: 'foreign' }
  if (issuer === GOOGLE && hd !== domain) return { untrusted: 'foreign' }
  if (verified === true || verified === 'true') return { address }
  // Some providers of organizations say nothing of it. One that says no is never overruled.
  if (verified === undefined && (await isVouched(domain))) return { address }
  return { untrusted: 'unverified' }
}

const MOST_DOMAINS = 20

const DOMAIN = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** One domain of mail addresses, as it stands behind the `@`. */
export const mailDomain = pipe(
  text,
  trim(),
  transform((typed) => typed.replace(/^@/, '').toLowerCase()),
  regex(DOMAIN, 'must be a domain such as example.org'),
)

/** The domains of a provider, each once. */
export const mailDomains = pipe(
  array(mailDomain),
  transform((all) => [...new Set(all)]),
  minLength(1, 'must name at least one domain'),
  maxLength(MOST_DOMAINS, `must name at most ${MOST_DOMAINS} domains`),
)

/**
 * The issuer of a provider. It has no query, and ends as the provider writes it.
 * @param allowsPrivate whether it may be on this machine, and without TLS
 */
export const issuerText = (allowsPrivate: boolean) =>
  pipe(
    string('must be a text'),
    trim(),
    maxLength(300, 'must have at most 300 characters'),
    check((typed) => isIssuer(typed, allowsPrivate), 'must be an https address without a query'),
  )

function isIssuer(typed: string, allowsPrivate: boolean): boolean {
  if (!/^https?:\/\/[^\s?#@\\]+$/.test(typed) || !URL.canParse(typed)) return false
  return allowsPrivate || typed.startsWith('https://')
}

const visible = (most: number) =>
  pipe(
    string('must be a text'),
    trim(),
    regex(/^[!-~]+$/, 'must be letters, digits and signs without blanks'),
    maxLength(most, `must have at most ${most} characters`),
  )

export const clientId = visible(300)
export const clientSecret = visible(500)
