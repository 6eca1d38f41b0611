import type { LinkKeys } from '../attendances/links/link-token.js'
import type { LogEntry } from '../access/log-entry.js'
import {
  type Claims,
  type IdentityProvider,
  type IdentityProviderStore,
  type Untrusted,
  isVouchedFor,
  provenAddress,
} from './identity-provider.js'
import { type Proofs, beginAttempt, readAttempt } from './sign-in-attempt.js'
import type { SessionToken, SignInStore } from './sign-in.js'

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

export interface ProviderSignInDependencies {
  providers: IdentityProviderStore
  signIns: Pick<SignInStore, 'beginByProvider' | 'accessOf'>
  client: ProviderClient
  linkKeys: () => Promise<LinkKeys>
  /** Decrypts the secret of a client. */
  reveal: (secret: string) => Promise<string>
  changeLog: { append: (entry: LogEntry) => Promise<void> }
  /** The address to which the provider of a group sends answers. */
  redirectUriOf: (group: string) => string
  now: () => Date
  newId: () => string
}

/** Why no session begins. */
export type NotSignedIn =
  | { refused: 'expired' | 'used' | 'of_creator' | Untrusted; provider?: IdentityProvider | undefined }
  | { refused: ProviderFault['fault']; reason: string; provider: IdentityProvider }

/** Begins a sign-in. It writes nothing. */
export async function beginSignIn(
  provider: IdentityProvider,
  { browser, hint, wish }: Wish & { browser: string },
  { client, linkKeys, redirectUriOf, now }: ProviderSignInDependencies,
): Promise<{ url: string } | ProviderFault> {
  const proofs = beginAttempt(await linkKeys(), provider, browser, now())
  return client.pageOf(provider, { ...proofs, redirectUri: redirectUriOf(provider.group), hint, wish })
}

/**
 * Ends a sign-in with the answer of a provider: the attempt is used up and the session begins, both or none.
 * @param at the group at whose address the answer came: one for another group's provider is not sent on to it
 * @param browser the secret of the browser, if it has one
 */
export async function endSignIn(
  answer: URLSearchParams,
  at: string,
  browser: string | undefined,
  dependencies: ProviderSignInDependencies,
): Promise<{ session: SessionToken } | NotSignedIn> {
  const { providers, signIns, client, reveal, redirectUriOf, now } = dependencies
  const [state = ''] = answer.getAll('state')
  const attempt = browser ? readAttempt(await dependencies.linkKeys(), state, browser, now()) : undefined
  if (attempt?.group !== at) return { refused: 'expired' }
  const { id, group, expires, proofs } = attempt
  const provider = await providers.find(group)
  if (!provider || !attempt.isOf(provider)) return { refused: 'expired' }
  const secret = await reveal(provider.secret)
  const redirectUri = redirectUriOf(group)
  const found = await client.claimsIn(provider, { ...proofs, redirectUri, secret, answer })
  if ('fault' in found) return { refused: found.fault, reason: found.reason, provider }
  const proven = await provenAddress(found.claims, provider, async (domain) =>
    isVouchedFor(await providers.vouched(domain), provider),
  )
  if ('untrusted' in proven) return { refused: proven.untrusted, provider }
  const { address } = proven
  const { issuer } = provider
  if ((await providers.reachOf(address, { group, issuer })) === undefined) return { refused: 'of_creator', provider }
  const session = await signIns.beginByProvider({ address, provider: { group, issuer }, id, expires }, now())
  if (!session) return { refused: 'used', provider }
  await logSignIn(address, provider, dependencies)
  return { session }
}

/** Logs the sign-in of a member of the group. An address without a role there leaves nothing. */
async function logSignIn(
  address: string,
  { group, issuer }: IdentityProvider,
  { signIns, changeLog, now, newId }: ProviderSignInDependencies,
): Promise<void> {
  const owner = `group:${group}` as const
  const access = (await signIns.accessOf(address)).find((each) => each.owner === owner)
  if (!access) return
  await changeLog.append({
    id: newId(),
    owner,
    person: access.person,
    created_date: now().toISOString(),
    action: 'signed_in_by_provider',
    detail: new URL(issuer).host,
  })
}
