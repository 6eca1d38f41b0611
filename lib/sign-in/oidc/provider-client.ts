import * as oauth from 'oauth4webapi'
import type { ProviderClient, ProviderFault } from '../sign-in-by-provider.js'
import { type AskOptions, NoAnswer, ask } from '../../outgoing/ask.js'

/** Documents of providers, their keys and their answers are a few kilobytes. */
const MOST = { bytes: 200_000, text: '200 KB' }

/** A person waits. Three requests in a row stay within the time that a function has. */
const LIMIT_MS = 3_000

/** Statuses of answers that have no body. */
const WITHOUT_BODY = [204, 205, 304]

interface Sent {
  method: string
  headers: Record<string, string>
  body?: URLSearchParams | string | null | undefined
}

/**
 * Makes the function by which a library asks providers: as `ask` does, with no private address, no redirection and no
 * answer without end.
 */
const guardedFetch =
  (options: Pick<AskOptions, 'allowsPrivate' | 'lookup'>) =>
  async (url: string, { method, headers, body }: Sent): Promise<Response> => {
    const sent = body === undefined || body === null ? {} : { body: String(body) }
    const asked = { url, method: method === 'POST' ? 'POST' : 'GET', headers, ...sent } as const
    const answer = await ask(asked, { ...options, limit_ms: LIMIT_MS, most: MOST })
    const { status, type } = answer
    if (status >= 500 || status < 200) throw new NoAnswer(`The provider answered ${status}`, status)
    const content = WITHOUT_BODY.includes(status) ? null : new Uint8Array(answer.body)
    return new Response(content, { status, headers: { ...(type && { 'content-type': type }) } })
  }

/*
 * OpenID Connect's authorization code flow. The library checks answers and tokens; this file says which provider is
 * asked, by which addresses, and turns every refusal into one of three.
 */

/** A provider's document of itself, to which the library ties its keys; or why it cannot be used. */
export type Discovered = { server: oauth.AuthorizationServer } | ProviderFault

export interface ClientOptions extends Pick<AskOptions, 'allowsPrivate' | 'lookup'> {
  /** Remembers documents of providers. */
  discovered: {
    get: (issuer: string) => Discovered | undefined
    set: (issuer: string, found: Discovered, ms: number) => void
  }
}

/** The time for which a provider's document and keys are remembered, in milliseconds. */
const KEPT_MS = 10 * 60_000

/** The same for a provider that did not answer: sign-ins do not pile up before it. */
const FAILED_MS = 10_000

/** Freshness that is asked for where keys, members or settings are to be changed, in seconds. */
const FRESH_S = 15 * 60

/** A provider's clock may differ by this many seconds. */
const TOLERANCE_S = 60

export function providerClient({ discovered, ...options }: ClientOptions): ProviderClient {
  const settings = {
    [oauth.customFetch]: guardedFetch(options) as never,
    // For providers on one's own machine alone.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    [oauth.allowInsecureRequests]: options.allowsPrivate,
  }

  /** Reads what a provider says of itself. It may name itself with a slash at the end, and tokens name it so. */
  async function discover(issuer: string): Promise<Discovered> {
    const known = discovered.get(issuer)
    if (known) return known
    const found = await readServer(issuer).catch(faultOf)
    discovered.set(issuer, found, 'fault' in found ? FAILED_MS : KEPT_MS)
    return found
  }

  async function readServer(issuer: string): Promise<Discovered> {
    const url = new URL(issuer)
    const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, settings))
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
      if (!isAddress(server[name])) return invalid(`The provider's document has no usable ${name}`)
    if (!authentication(server, '')) return invalid('The provider takes no client secret')
    return { server }
  }

  /** Whether an address of a provider is one that browsers and this service may open. */
  const isAddress = (address: string | undefined): boolean => {
    if (address === undefined || !URL.canParse(address)) return false
    const { protocol, username, password } = new URL(address)
    return (protocol === 'https:' || (options.allowsPrivate && protocol === 'http:')) && !username && !password
  }

  return {
    async check(issuer) {
      // The library compares addresses, and one of them may end with a slash.
      const found = await discover(issuer)
      return 'fault' in found ? found : { issuer: found.server.issuer }
    },

    async pageOf({ issuer, client_id }, { state, nonce, verifier, redirectUri, hint, wish }) {
      const found = await discover(issuer)
      if ('fault' in found) return found
      const url = new URL(found.server.authorization_endpoint as string)
      const parameters = {
        client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(hint && { login_hint: hint }),
        ...(wish === 'again' && { max_age: String(FRESH_S) }),
        ...(wish === 'other' && { prompt: 'select_account' }),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return { url: url.href }
    },

    async claimsIn({ issuer, client_id }, { state, nonce, verifier, redirectUri, secret, answer }) {
      const found = await discover(issuer)
      if ('fault' in found) return found
      const { server } = found
      const client = { client_id, [oauth.clockTolerance]: TOLERANCE_S }
      try {
        const checked = oauth.validateAuthResponse(server, client, answer, state)
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication(server, secret) as oauth.ClientAuth,
          checked,
          redirectUri,
          verifier,
          settings,
        )
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        })
        // The signature, too: the channel alone would do for the protocol, but not behind a proxy that looks into TLS.
        await oauth.validateApplicationLevelSignature(server, response, settings)
        return { claims: { ...oauth.getValidatedIdTokenClaims(tokens) } }
      } catch (error) {
        return faultOf(error)
      }
    },
  }
}

/** Proves the client: by the body where the provider takes that, as few spell the header's escapes alike. */
function authentication(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth | undefined {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (!Array.isArray(methods)) return undefined
  if (methods.includes('client_secret_post')) return (...sent) => oauth.ClientSecretPost(secret)(...sent)
  if (methods.includes('client_secret_basic')) return (...sent) => oauth.ClientSecretBasic(secret)(...sent)
  return undefined
}

const invalid = (reason: string): ProviderFault => ({ fault: 'invalid', reason })

/** Errors of a provider that is asked too much, or cannot answer now. */
const TEMPORARY = ['server_error', 'temporarily_unavailable']

/** Errors of the authorization page after which a person may simply try again. */
const DECLINED = ['access_denied', 'login_required', 'interaction_required', 'consent_required']

/** Turns an error into what people are told. Texts of providers are cut to a word: they might hold anything. */
function faultOf(error: unknown): ProviderFault {
  if (error instanceof NoAnswer) return { fault: 'unavailable', reason: error.message }
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    const word = /^[\w.-]{1,60}$/.exec(error.error)?.[0] ?? 'an error'
    if (TEMPORARY.includes(word)) return { fault: 'unavailable', reason: `The provider answered ${word}` }
    return {
      fault: DECLINED.includes(word) ? 'declined' : 'invalid',
      reason: `The provider answered ${word}`,
    }
  }
  return invalid(error instanceof Error ? error.message.slice(0, 300) : 'The answer cannot be read')
}
