import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { newBrowserSecret } from '../sign-in-attempt.js'
import type { Site } from '../../runtime/site.js'
import type { ManageEnv } from '../../manage/environment.js'
import { cookieName, cookieOptions } from '../../manage/access/session-cookie.js'

/*
 * The cookie that binds sign-ins by a provider to a browser: a secret, and the address that was typed. Only a page of
 * this service sets it, so an address elsewhere that leads to the button's does not send anybody to a provider.
 */

/** A page may stay open for a while before its button is pressed. */
const LIFE_S = 60 * 60

/** The secret of a browser, and the address that its person has typed. */
export interface AttemptCookie {
  browser: string
  hint: string | undefined
}

export function readAttemptCookie(c: Context<ManageEnv>, site: Site): AttemptCookie | undefined {
  const value = getCookie(c, cookieName(site, 'attempt')) ?? ''
  const [, browser, hint] = /^([\w-]{43})(?:\.([\w-]{1,400}))?$/.exec(value) ?? []
  return browser === undefined ? undefined : { browser, hint: hint && Buffer.from(hint, 'base64url').toString('utf8') }
}

/** Prepares a browser for a sign-in. Its secret stays, so that a sign-in in another tab goes on. */
export function writeAttemptCookie(c: Context<ManageEnv>, site: Site, hint?: string): void {
  const browser = readAttemptCookie(c, site)?.browser ?? newBrowserSecret()
  const value = hint ? `${browser}.${Buffer.from(hint).toString('base64url')}` : browser
  setCookie(c, cookieName(site, 'attempt'), value, { ...cookieOptions(site), maxAge: LIFE_S })
}

export const forgetAttemptCookie = (c: Context<ManageEnv>, site: Site) =>
  deleteCookie(c, cookieName(site, 'attempt'), cookieOptions(site))
