import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isNativeId } from '../../fields/identifier.js'
import { KNOWN_S, SESSION_S, type SessionToken, type SignedIn } from '../../sign-in/sign-in.js'
import type { Site } from '../../runtime/site.js'
import type { ManageEnv } from '../environment.js'

type Ctx = Context<ManageEnv>
type PublicSite = Pick<Site, 'publicUrl'>

/** The session of a browser, and what stays of it: the browser has signed in before. */
type Cookie = 'session' | 'browser'

/** A form that waits for a new sign-in has a token of its own. */
type Held = Cookie | 'kept' | `helper-${string}`

const LIFE_S: Record<Cookie, number> = { session: SESSION_S, browser: KNOWN_S }

/** A browser binds a cookie of this prefix to the host, and takes it only over https. */
export const cookieName = (site: PublicSite, cookie: Held | 'flash' | 'back' | 'attempt') =>
  isSecure(site) ? `__Host-${cookie}` : cookie

const isSecure = ({ publicUrl }: PublicSite) => publicUrl.startsWith('https:')

export const cookieOptions = (site: PublicSite) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(site) }) as const

/** Reads the session in a request's cookie, or what stays of an earlier one. */
export function readToken(c: Ctx, site: PublicSite, cookie: Held = 'session'): SessionToken | undefined {
  const [address = '', secret = ''] = (getCookie(c, cookieName(site, cookie)) ?? '').split('.')
  return isNativeId(address) && /^[\w-]{43}$/.test(secret) ? { address, secret } : undefined
}

/** Begins a session in a browser. One that a provider began leaves nothing by which the browser is known. */
export function writeTokens(
  c: Ctx,
  site: Site,
  { session, browser }: Pick<SignedIn, 'session'> & Partial<SignedIn>,
): void {
  const write = (cookie: Cookie, { address, secret }: SessionToken) =>
    setCookie(c, cookieName(site, cookie), `${address}.${secret}`, {
      ...cookieOptions(site),
      maxAge: LIFE_S[cookie],
    })
  write('session', session)
  if (browser) write('browser', browser)
}

/** Forgets the session; the browser has still signed in before. */
export const forgetToken = (c: Ctx, site: Site, cookie: Held = 'session') =>
  deleteCookie(c, cookieName(site, cookie), cookieOptions(site))

/** A link to sign in works for 15 minutes; a little longer is waited for. */
export const BACK_S = 20 * 60

/**
 * Remembers the page that a new sign-in leads back to: the one that was asked for, or the one with the form that was
 * sent. What the form wanted to change is not repeated.
 */
export function rememberPage(c: Ctx): void {
  // Requests have the origin of the service.
  const { origin: publicUrl, pathname, search } = new URL(c.req.url)
  const path = c.req.method === 'GET' ? pathname + search : pathOfForm(c.req.header('referer'), publicUrl)
  if (path !== undefined && path.length <= 1_000) rememberPath(c, path)
}

/** Remembers a page that a new sign-in leads to. */
export function rememberPath(c: Ctx, path: string): void {
  const site = { publicUrl: new URL(c.req.url).origin }
  setCookie(c, cookieName(site, 'back'), path, { ...cookieOptions(site), maxAge: BACK_S })
}

/** Whether a form was kept while this person signed in again. It is taken once. */
export function takeKeptToken(c: Ctx, site: Site, { address }: SessionToken, sent: unknown): boolean {
  const kept = readToken(c, site, 'kept')
  if (kept?.address !== address || !isFormToken(kept, sent)) return false
  deleteCookie(c, cookieName(site, 'kept'), cookieOptions(site))
  return true
}

/** Returns the path of the page whose form was sent, which browsers name within a site. */
function pathOfForm(referrer: string | undefined, publicUrl: string): string | undefined {
  if (!referrer || !URL.canParse(referrer)) return undefined
  const { host, pathname, search } = new URL(referrer)
  return host === new URL(publicUrl).host ? pathname + search : undefined
}

/** Returns the page that a sign-in leads back to, and forgets it; undefined for what is not a page of the interface. */
export function takeRememberedPage(c: Ctx, site: Site): string | undefined {
  const path = getCookie(c, cookieName(site, 'back'))
  if (path === undefined) return undefined
  deleteCookie(c, cookieName(site, 'back'), cookieOptions(site))
  return /^\/manage\/[\w-][^\\\s]*$/.test(path) && !path.startsWith('/manage/sign-') ? path : undefined
}

/** Proves that a form is of a page of the session. */
const proofOf = ({ secret }: SessionToken) => createHash('sha256').update(`form ${secret}`).digest()

const PROOF_BYTES = 32

/**
 * Returns the token in the forms of a session. Pages are compressed, and may repeat what an address asks for: a text
 * that stayed the same could be guessed from their lengths, so each page has another mask (BREACH).
 */
export function formToken(token: SessionToken): string {
  const mask = randomBytes(PROOF_BYTES)
  return Buffer.concat([mask, masked(proofOf(token), mask)]).toString('base64url')
}

export function isFormToken(token: SessionToken, sent: unknown): boolean {
  const given = Buffer.from(typeof sent === 'string' ? sent : '', 'base64url')
  if (given.length !== 2 * PROOF_BYTES) return false
  const proof = masked(given.subarray(PROOF_BYTES), given.subarray(0, PROOF_BYTES))
  return timingSafeEqual(proof, proofOf(token))
}

const masked = (bytes: Buffer, mask: Buffer) => Buffer.from(bytes.map((byte, i) => byte ^ (mask[i] ?? 0)))
