import type { Context, Hono } from 'hono'
import { type IdentityProvider, domainOf } from '../identity-provider.js'
import { type NotSignedIn, beginSignIn, endSignIn } from '../sign-in-by-provider.js'
import type { SignInDependencies } from './dependencies.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { HOME, SIGN_IN, callbackPath, providerPath } from '../../manage/paths.js'
import { takeRememberedPage, writeTokens, cookieName, cookieOptions } from '../../manage/access/session-cookie.js'
import { type ProviderEntrance, notSignedInPage, onwardPage, providerPage } from './provider-views.manage.js'
import { findProvider, providerOfDomain } from '../store/identity-provider-store.js'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { newBrowserSecret } from '../sign-in-attempt.js'
import type { Site } from '../../runtime/site.js'

/*
 * The cookie that binds sign-ins by a provider to a browser: a secret, and the address that was typed. Only a page of
 * this service sets it, so an address elsewhere that leads to the button's does not send anybody to a provider.
 */

/** A page may stay open for a while before its button is pressed. */
const LIFE_S = 60 * 60

/** The secret of a browser, and the address that its person has typed. */
interface AttemptCookie {
  browser: string
  hint: string | undefined
}

function readAttemptCookie(c: Context<ManageEnv>, site: Site): AttemptCookie | undefined {
  const value = getCookie(c, cookieName(site, 'attempt')) ?? ''
  const [, browser, hint] = /^([\w-]{43})(?:\.([\w-]{1,400}))?$/.exec(value) ?? []
  return browser === undefined ? undefined : { browser, hint: hint && Buffer.from(hint, 'base64url').toString('utf8') }
}

/** Prepares a browser for a sign-in. Its secret stays, so that a sign-in in another tab goes on. */
function writeAttemptCookie(c: Context<ManageEnv>, site: Site, hint?: string): void {
  const browser = readAttemptCookie(c, site)?.browser ?? newBrowserSecret()
  const value = hint ? `${browser}.${Buffer.from(hint).toString('base64url')}` : browser
  setCookie(c, cookieName(site, 'attempt'), value, { ...cookieOptions(site), maxAge: LIFE_S })
}

const forgetAttemptCookie = (c: Context<ManageEnv>, site: Site) =>
  deleteCookie(c, cookieName(site, 'attempt'), cookieOptions(site))

type Ctx = Context<ManageEnv>

type Needed = Pick<
  SignInDependencies,
  'site' | 'table' | 'now' | 'newId' | 'owners' | 'identityProviders' | 'signInMails'
>

/** The id of a group in addresses; what else follows `/manage/sign-in/` is the secret of a link. */
const GROUP = ':group{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}}'

/** Pages without a session, by which organizers sign in with the identity provider of a group. */
export function providerPages(app: Hono<ManageEnv>, dependencies: Needed): void {
  const { site, table, identityProviders } = dependencies
  const { signing } = identityProviders
  const found = async (c: Ctx) => findProvider(table, c.req.param('group') as string)

  app.get(providerPath(GROUP), async (c) => {
    const provider = await found(c)
    if (!provider) return c.redirect(SIGN_IN, 303)
    writeAttemptCookie(c, site, readAttemptCookie(c, site)?.hint)
    return providerPage(c, await entranceOf(c, provider, dependencies), wishIn(c))
  })

  app.get(providerPath(GROUP, 'start'), async (c) => {
    const provider = await found(c)
    if (!provider) return c.redirect(SIGN_IN, 303)
    const cookie = readAttemptCookie(c, site)
    if (!cookie || !isFromOwnPage(c, site)) return c.redirect(providerPath(provider.group), 303)
    const led = await beginSignIn(provider, { ...cookie, wish: wishIn(c) }, signing)
    if ('url' in led) return c.redirect(led.url, 303)
    return failed(c, { refused: led.fault, reason: led.reason, provider })
  })

  app.get(callbackPath(GROUP), async (c) => {
    const { searchParams } = new URL(c.req.url)
    const group = c.req.param('group') as string
    const from = { network: c.env.network, browser: readAttemptCookie(c, site)?.browser }
    const outcome = await endSignIn(searchParams, group, from, signing)
    if (!('session' in outcome)) return failed(c, outcome)
    forgetAttemptCookie(c, site)
    writeTokens(c, site, outcome)
    return c.redirect(takeRememberedPage(c, site) ?? HOME, 303)
  })

  const failed = async (c: Ctx, outcome: NotSignedIn) =>
    notSignedInPage(c, outcome, outcome.provider && (await entranceOf(c, outcome.provider, dependencies)))
}

/**
 * Whether a page of this service leads here, as browsers tell. A page elsewhere could otherwise sign a visitor in to
 * the account of an attacker, whose provider needs no click. Old browsers name the page, newer ones how near it is.
 */
function isFromOwnPage(c: Ctx, { publicUrl }: SignInDependencies['site']): boolean {
  const near = c.req.header('sec-fetch-site')
  if (near !== undefined) return near === 'same-origin'
  const referrer = c.req.header('referer') ?? ''
  return URL.canParse(referrer) && new URL(referrer).origin === new URL(publicUrl).origin
}

/** Returns what an address asks the provider for, besides a sign-in. */
const wishIn = (c: Ctx) => (['again', 'other'] as const).find((wish) => c.req.query(wish) !== undefined)

/**
 * Answers a typed address whose domain has a provider by the owner's word. The answer depends on the domain alone.
 * @returns undefined for another address
 */
export async function toProviderOf(c: Ctx, address: string, dependencies: Needed): Promise<Response | undefined> {
  const domain = domainOf(address)
  const provider = domain && (await providerOfDomain(dependencies.table, domain))
  if (!provider) return undefined
  writeAttemptCookie(c, dependencies.site, address.trim())
  return onwardPage(c, await entranceOf(c, provider, dependencies))
}

async function entranceOf(
  c: Ctx,
  provider: IdentityProvider,
  { owners, signInMails, site }: Needed,
): Promise<ProviderEntrance> {
  const { title } = await owners.findGroup(provider.group)
  return {
    provider,
    title,
    hasLinks: signInMails !== undefined,
    hint: readAttemptCookie(c, site)?.hint,
  }
}
