import type { LinkKeys } from '../attendances/links/link-token.js'
import { derivedId } from '../fields/identifier.js'
import type { RateLimit } from '../runtime/principal.js'
import { OsdiError } from '../runtime/errors.js'
import { type Claims, type IdentityProvider, type Untrusted, isVouchedFor, provenAddress } from './identity-provider.js'
import { type Proofs, beginAttempt, readAttempt } from './sign-in-attempt.js'
import type { App } from '../table/app.js'
import type { SessionToken } from './sign-in.js'
import { appendToLog } from '../access/store/log-store.js'
import { findProvider, vouchedDomain, reachOf } from './store/identity-provider-store.js'
import { beginByProvider, accessOfAddress } from './store/sign-in-store.js'

/** Why a provider gave no answer that can be used. */
export interface ProviderFault {
  /** `unavailable`: it did not answer; `declined`: it said no; `invalid`: its answer is not to be trusted. */
  fault: 'unavailable' | 'declined' | 'invalid'
  /** For the log, and for the administrators of the group. */
  reason: string
}

/** The wishes of a browser, besides a sign-in. */
export interface Wish {
  /** The address that was typed. */
  hint: string | undefined
  /** `again`: a fresh sign-in; `other`: the choice of another account. */
  wish: 'again' | 'other' | undefined
}

/** Speaks OpenID Connect with providers. */
export interface ProviderClient {
  /** Reads the provider's document of itself. @returns its issuer, as the provider writes it */
  check(issuer: string): Promise<{ issuer: string } | ProviderFault>
  /** Returns the address of the provider's page for signing in. */
  pageOf(
    provider: IdentityProvider,
    request: Proofs & Wish & { redirectUri: string },
  ): Promise<{ url: string } | ProviderFault>
  /** Exchanges the code of an answer for an ID token, and checks it. */
  claimsIn(
    provider: IdentityProvider,
    request: Proofs & { redirectUri: string; secret: string; answer: URLSearchParams },
  ): Promise<{ claims: Claims } | ProviderFault>
}

/** The context of signing in by a provider. */
export interface ProviderSignIns extends Pick<App, 'table' | 'now' | 'newId'> {
  client: ProviderClient
  linkKeys: () => Promise<LinkKeys>
  /** Decrypts the secret of a client. */
  reveal: (secret: string) => Promise<string>
  /** The address to which the provider of a group sends answers. */
  redirectUriOf: (group: string) => string
  /** Counts the answers about which a network has a provider asked. */
  count: (of: string, limit: RateLimit, now: Date) => Promise<{ isExceeded: boolean; reset: number }>
}

/**
 * The most of them in an hour, for the provider of a group: an organization may have one network for all of its people.
 * Only answers to a sign-in that this browser has begun are counted: others would lock out people of the same network.
 */
const ANSWERS = { requests: 600, seconds: 60 * 60 }

/** Why no session begins. */
export type NotSignedIn =
  | { refused: 'expired' | 'used' | 'of_creator' | Untrusted; provider?: IdentityProvider | undefined }
  | { refused: ProviderFault['fault']; reason: string; provider: IdentityProvider }

/** Begins a sign-in. It writes nothing. */
export async function beginSignIn(
  provider: IdentityProvider,
  { browser, hint, wish }: Wish & { browser: string },
  { client, linkKeys, redirectUriOf, now }: ProviderSignIns,
): Promise<{ url: string } | ProviderFault> {
  const proofs = beginAttempt(await linkKeys(), provider, browser, now())
  return client.pageOf(provider, { ...proofs, redirectUri: redirectUriOf(provider.group), hint, wish })
}

/**
 * Ends a sign-in with the answer of a provider: the attempt is used up and the session begins, both or none.
 * @param at the group at whose address the answer came: one for another group's provider is not sent on to it
 * @param browser the secret of the browser, if it has one
 * @throws OsdiError too_many_requests
 */
export async function endSignIn(
  answer: URLSearchParams,
  at: string,
  { browser, network }: { browser: string | undefined; network: string },
  dependencies: ProviderSignIns,
): Promise<{ session: SessionToken } | NotSignedIn> {
  const { table, client, reveal, redirectUriOf, now } = dependencies
  const [state = ''] = answer.getAll('state')
  const attempt = browser ? readAttempt(await dependencies.linkKeys(), state, browser, now()) : undefined
  if (attempt?.group !== at) return { refused: 'expired' }
  const { id, group, expires, proofs } = attempt
  const provider = await findProvider(table, group)
  if (!provider || !attempt.isOf(provider)) return { refused: 'expired' }
  await limit(group, network, dependencies)
  const secret = await reveal(provider.secret)
  const redirectUri = redirectUriOf(group)
  const found = await client.claimsIn(provider, { ...proofs, redirectUri, secret, answer })
  if ('fault' in found) return { refused: found.fault, reason: found.reason, provider }
  const proven = await provenAddress(found.claims, provider, async (domain) =>
    isVouchedFor(await vouchedDomain(table, domain), provider),
  )
  if ('untrusted' in proven) return { refused: proven.untrusted, provider }
  const { address } = proven
  const { issuer } = provider
  if ((await reachOf(table, address, { group, issuer })) === undefined) return { refused: 'of_creator', provider }
  const session = await beginByProvider(table, { address, provider: { group, issuer }, id, expires }, now())
  if (!session) return { refused: 'used', provider }
  await logSignIn(address, provider, dependencies)
  return { session }
}

async function limit(group: string, network: string, { count, now }: ProviderSignIns): Promise<void> {
  const { isExceeded, reset } = await count(derivedId('answers of provider', `${group} ${network}`), ANSWERS, now())
  if (isExceeded) throw new OsdiError('too_many_requests', 'Too many sign-ins', [], reset)
}

/** Logs the sign-in of a member of the group. An address without a role there leaves nothing. */
async function logSignIn(
  address: string,
  { group, issuer }: IdentityProvider,
  { table, now, newId }: ProviderSignIns,
): Promise<void> {
  const owner = `group:${group}` as const
  const access = (await accessOfAddress(table, address)).find((each) => each.owner === owner)
  if (!access) return
  await appendToLog(table, {
    id: newId(),
    owner,
    person: access.person,
    created_date: now().toISOString(),
    action: 'signed_in_by_provider',
    detail: new URL(issuer).host,
  })
}
