import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isNativeId } from '../../domain/identifier.js'
import { SESSION_S, type SessionToken } from '../../domain/access/sign-in.js'
import type { Site } from '../../domain/site.js'
import type { ManageEnv } from '../environment.js'

type Ctx = Context<ManageEnv>

/** A browser binds a cookie of this prefix to the host, and takes it only over https. */
const nameOf = (isSecure: boolean) => (isSecure ? '__Host-session' : 'session')

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:')

const options = (site: Site) =>
  ({ path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(site) }) as const

/** Reads the session in a request's cookie. */
export function readToken(c: Ctx, site: Site): SessionToken | undefined {
  const [address = '', secret = ''] = (getCookie(c, nameOf(isSecure(site))) ?? '').split('.')
  return isNativeId(address) && /^[\w-]{43}$/.test(secret) ? { address, secret } : undefined
}

export const writeToken = (c: Ctx, site: Site, { address, secret }: SessionToken) =>
  setCookie(c, nameOf(isSecure(site)), `${address}.${secret}`, { ...options(site), maxAge: SESSION_S })

export const forgetToken = (c: Ctx, site: Site) => deleteCookie(c, nameOf(isSecure(site)), options(site))

/** Returns the token that every form of a session carries. Other sites can neither read nor compute it. */
export const formToken = ({ secret }: SessionToken) =>
  createHash('sha256').update(`form ${secret}`).digest('base64url')

export function isFormToken(token: SessionToken, sent: unknown): boolean {
  const [expected, given] = [formToken(token), typeof sent === 'string' ? sent : ''].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
