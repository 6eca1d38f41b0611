import { type KeyObject, createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The claims and the form of the ID tokens that a provider gives from now on. */
export interface TokenShape {
  /** Claims in place of, or besides, the usual ones. One that is undefined is left out. */
  claims?: Record<string, unknown>
  alg?: 'RS256' | 'ES256' | 'none' | 'HS256'
  /** Whether a key signs that the provider does not publish. */
  foreignKey?: boolean
}

/** A person at the page of the provider, whose code is exchanged for a token. */
interface Granted {
  parameters: URLSearchParams
  claims: Record<string, unknown>
}

/** An OpenID provider: a real server on the loopback, with keys of its own. A test says where it goes wrong. */
export interface GivenProvider {
  issuer: string
  client: { client_id: string; client_secret: string }
  /** The paths that were asked for, in order. */
  asked: string[]
  /** The headers and the form of the last request for a token. */
  lastToken: { authorization: string | undefined; form: URLSearchParams } | undefined
  shape: TokenShape
  /** Changes the document that the provider gives of itself. */
  document: (document: Record<string, unknown>) => unknown
  /** Answers a path in its own way. @returns whether it did */
  answer: (path: string, response: ServerResponse) => boolean
  /** The address with which the person at the page signs in. */
  person: Record<string, unknown>
  /** Signs a person in at the page of an address. @returns the parameters of the answer */
  grant: (page: string, claims: Record<string, unknown>) => URLSearchParams
  close: () => Promise<void>
}

const KEYS = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
}
const FOREIGN = generateKeyPairSync('rsa', { modulusLength: 2048 })

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startProvider(): Promise<GivenProvider> {
  const codes = new Map<string, Granted>()
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: GivenProvider = {
    issuer,
    client: { client_id: 'turnout', client_secret: 'a~secret-with+signs/and=more' },
    asked: [],
    lastToken: undefined,
    shape: {},
    document: (document) => document,
    answer: () => false,
    person: {},
    grant(page, claims) {
      const parameters = new URL(page).searchParams
      const code = randomUUID()
      codes.set(code, { parameters, claims })
      return new URLSearchParams({ code, state: parameters.get('state') ?? '', iss: issuer })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { pathname: path, href } = new URL(request.url ?? '/', issuer)
    provider.asked.push(path)
    if (provider.answer(path, response)) return
    if (path === '/.well-known/openid-configuration') json(response, provider.document(documentOf(issuer)))
    else if (path === '/keys') json(response, { keys: published() })
    else if (path === '/token') await giveToken(request, response)
    else if (path === '/page') showPage(href, response)
    else if (path === '/go') goBack(href, response)
    else response.writeHead(404).end()
  }

  /** The page where people sign in: one button, so that a browser stops here. */
  function showPage(page: string, response: ServerResponse) {
    const href = page.replace('/page?', '/go?').replaceAll('&', '&amp;')
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>Provider</title><h1>Provider</h1><a href="${href}">I am Ada</a>`)
  }

  function goBack(page: string, response: ServerResponse) {
    const back = new URL(new URL(page).searchParams.get('redirect_uri') ?? '')
    back.search = provider.grant(page, provider.person).toString()
    response.writeHead(302, { location: back.href }).end()
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    provider.lastToken = { authorization: request.headers.authorization, form }
    const granted = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const { client_id, client_secret } = provider.client
    const [id, secret] = Buffer.from(provider.lastToken.authorization?.slice('Basic '.length) ?? '', 'base64')
      .toString()
      .split(':')
      .map((each) => decodeURIComponent(each.replaceAll('+', '%20')))
    const isClient = form.get('client_secret') === client_secret || (id === client_id && secret === client_secret)
    if (!isClient) return json(response, { error: 'invalid_client' }, 401)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isOwn =
      granted?.parameters.get('code_challenge') === challenge &&
      granted.parameters.get('redirect_uri') === form.get('redirect_uri')
    if (!isOwn) return json(response, { error: 'invalid_grant' }, 400)
    return json(response, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      expires_in: 60,
      id_token: tokenOf(granted),
    })
  }

  function tokenOf({ parameters, claims }: Granted): string {
    const now = Math.floor(Date.now() / 1000)
    const { alg = 'RS256', foreignKey = false, claims: changed } = provider.shape
    const payload = {
      iss: issuer,
      sub: 'ada',
      aud: provider.client.client_id,
      iat: now,
      exp: now + 60,
      nonce: parameters.get('nonce'),
      email_verified: true,
      ...claims,
      ...changed,
    }
    const signed = `${encoded({ alg, typ: 'JWT', ...(alg !== 'none' && { kid: alg }) })}.${encoded(payload)}`
    return `${signed}.${signatureOf(signed, alg, foreignKey)}`
  }

  return provider
}

function signatureOf(signed: string, alg: string, isForeign: boolean): string {
  const [hash, bytes] = ['sha256', Buffer.from(signed)]
  const key = (pair: { privateKey: KeyObject }) => pair.privateKey
  if (alg === 'none') return ''
  if (alg === 'HS256') return createHash(hash).update(bytes).digest('base64url')
  if (alg === 'ES256')
    return sign(hash, bytes, { key: key(KEYS.ES256), dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return sign(hash, bytes, key(isForeign ? FOREIGN : KEYS.RS256)).toString('base64url')
}

const published = () =>
  Object.entries(KEYS).map(([alg, { publicKey }]) => ({
    ...publicKey.export({ format: 'jwk' }),
    alg,
    kid: alg,
    use: 'sig',
  }))

const documentOf = (issuer: string): Record<string, unknown> => ({
  issuer,
  authorization_endpoint: `${issuer}/page?theme=light`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256', 'ES256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  authorization_response_iss_parameter_supported: true,
})
