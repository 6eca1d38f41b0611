import { type JsonWebKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { callbackPath } from '../../../lib/manage/paths.js'
import { PUBLIC_URL } from '../service.js'

/** The addresses of the groups to which a provider sends answers. It knows no other. */
export const redirectUriOf = (group: string) => PUBLIC_URL + callbackPath(group)

/** An OpenID provider that others have written, on the loopback; and how it goes wrong, where it is a hostile one. */
export interface RealProvider {
  issuer: string
  client: { client_id: string; client_secret: string }
  /** Its key as it is published, and the one that signs. */
  keys: { published: JsonWebKey; pair: ReturnType<typeof rsaPair> }
  /** The paths that were asked for, in order. */
  asked: string[]
  /** Changes what it says of itself. */
  document: (document: Record<string, unknown>) => Record<string, unknown>
  /** Changes its answer to a request for a token, which may be a refusal. */
  tokens: (answer: Record<string, unknown>) => Record<string, unknown>
  /** Leads a person elsewhere who comes to its page. */
  onward: ((page: URL) => string) | undefined
  /** A browser of a person opens its page and signs in. @returns the address that it is sent to in the end */
  signIn: (page: string, address: string) => Promise<URL>
  close: () => Promise<void>
}

const rsaPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/**
 * Starts a provider.
 * @param groups those that have registered their address with it
 * @param options.isNameless whether its answers do not name it (RFC 9207), as those of many do not
 */
export async function startRealProvider(
  groups: string[],
  { isNameless = false, method = 'client_secret_post' }: { isNameless?: boolean; method?: string } = {},
): Promise<RealProvider> {
  const people = new Map<string, string>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pair = rsaPair()
  const names = { kid: randomUUID(), alg: 'RS256', use: 'sig' }
  const client = { client_id: 'turnout', client_secret: 'a~secret-with+signs/and=more%' }
  const given: RealProvider = {
    issuer,
    client,
    keys: { pair, published: { ...pair.publicKey.export({ format: 'jwk' }), ...names } },
    asked: [],
    document: (document) => document,
    tokens: (answer) => answer,
    onward: undefined,
    signIn: (page, address) => walk(page, issuer, (uid) => void people.set(uid, address)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: groups.map(redirectUriOf), token_endpoint_auth_method: method }],
    jwks: { keys: [{ ...pair.privateKey.export({ format: 'jwk' }), ...names }] },
    cookies: { keys: [randomUUID()] },
    adapter: createMemoryAdapter(0),
    renderError: (context: { body: unknown }, { error }: { error: string }) => void (context.body = error),
    clientAuthMethods: [method],
    // Claims of a scope stand in the ID token, as with the providers of most organizations.
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/person/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, email: accountId, email_verified: true }),
    }),
    async loadExistingGrant({ oidc: { session, client } }: Parameters<Parameters<Provider['use']>[0]>[0]) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    const { path, response } = context
    await next()
    const location = response.get('location')
    if (isNameless && location?.startsWith(PUBLIC_URL)) response.set('location', withoutName(location))
    const body = context.body as Record<string, unknown>
    if (path === '/token') context.body = given.tokens(body)
    if (path !== '/.well-known/openid-configuration') return
    const { authorization_response_iss_parameter_supported: names, ...document } = body
    const named = { authorization_response_iss_parameter_supported: names }
    context.body = given.document({ ...document, ...(!isNameless && named) })
  })
  const serve = provider.callback()
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    given.asked.push(url.pathname)
    const [, uid] = /^\/person\/([\w-]+)$/.exec(url.pathname) ?? []
    if (uid) void provider.interactionFinished(request, response, { login: { accountId: people.get(uid) } })
    else if (given.onward && url.pathname === '/auth') response.writeHead(303, { location: given.onward(url) }).end()
    else serve(request, response)
  })
  return given
}

function withoutName(location: string): string {
  const url = new URL(location)
  url.searchParams.delete('iss')
  return url.href
}

/** Follows redirections with cookies, as a browser does, to where the service or nobody leads on. */
async function walk(page: string, issuer: string, enters: (uid: string) => void): Promise<URL> {
  const cookies = new Map<string, string>()
  for (let url = new URL(page), steps = 0; steps < 10; steps++) {
    const [, uid] = /^\/person\/([\w-]+)$/.exec(url.pathname) ?? []
    if (uid) enters(uid)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { headers } = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const each of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      cookies.set(name, value)
    }
    const location = headers.get('location')
    if (location === null) return url
    url = new URL(location, url)
    if (url.origin !== issuer) return url
  }
  throw new Error('The provider leads on and on')
}
