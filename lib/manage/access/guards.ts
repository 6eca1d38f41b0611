import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { OsdiError, notFound } from '../../runtime/errors.js'
import { isNativeId } from '../../fields/identifier.js'
import { originPolicy } from '../../events/origin.js'
import { type Permission, mayDo } from '../../access/permissions.js'
import { groupIdOf } from '../../runtime/owner.js'
import { isFresh } from '../../sign-in/sign-in.js'
import type { Access } from '../../access/sign-in-address.js'
import type { Site } from '../../runtime/site.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv, MemberContext, OwnerContext } from '../environment.js'
import { bodyOf } from '../page/form.js'
import { SIGN_IN, YOU, providerPath } from '../paths.js'
import { keptForm } from './kept-form.js'
import { forgetToken, isFormToken, readToken, rememberPage, takeKeptToken } from './session-cookie.js'
import { findProvider } from '../../sign-in/store/identity-provider-store.js'
import { findSession } from '../../sign-in/store/sign-in-store.js'

const isReading = (method: string) => method === 'GET' || method === 'HEAD'

/**
 * A guard asks for one of these: a session, a role in the owner or in that of the event, or a permission of the role.
 */
export type Guard = 'session' | 'whole session' | 'owner' | 'event' | 'helper' | 'helpers alone' | Permission

/** Makes a guard, which says what it asks for: docs/access.md is made of this. */
export const standing = (guard: Guard, handle: MiddlewareHandler<ManageEnv>) =>
  Object.assign(createMiddleware<ManageEnv>(handle), { guard })

/** The refusal of a form that was not sent by a page of this session. */
export class ForeignForm extends OsdiError {
  constructor() {
    super('forbidden', 'The form is not of this session')
  }
}

/**
 * Refuses changes that a page of another origin sends. Browsers name the origin of every POST, so a request without one
 * is refused too.
 */
export const fromOwnPages = ({ publicUrl }: Site) => {
  const { origin } = new URL(publicUrl)
  return createMiddleware<ManageEnv>(async (c, next) => {
    if (!isReading(c.req.method) && c.req.header('origin') !== origin) throw new ForeignForm()
    await next()
  })
}

/** Admits requests with a session, and changes only with the token that its forms carry. */
export const signedIn = ({ site, table }: Pick<ManageDependencies, 'site' | 'table'>) =>
  standing('session', async (c, next) => {
    if (c.get('helper')) return next()
    const token = readToken(c, site)
    const found = token && (await findSession(table, token, new Date()))
    if (!token || !found) {
      const kept = await keptForm(c, SIGN_IN)
      forgetToken(c, site)
      if (kept) return kept
      rememberPage(c)
      return c.redirect(SIGN_IN, 303)
    }
    c.set('token', token)
    c.set('session', found.session)
    c.set('access', found.access)
    c.set('reach', found.reach)
    if (!isReading(c.req.method)) {
      const { form_token } = await bodyOf(c)
      if (!isFormToken(token, form_token) && !takeKeptToken(c, site, token, form_token)) throw new ForeignForm()
    }
    return next()
  })

/**
 * Refuses what belongs to the address itself, below the page about the session, where a provider began the session that
 * speaks for one group alone: it must not leave the address with another way in.
 */
export const ofWholeAddress = standing('whole session', async (c, next) => {
  if (c.get('reach') !== 'everything' && c.req.path.startsWith(`${YOU}/`))
    throw new OsdiError('forbidden', 'The provider speaks for one group alone')
  await next()
})

/** The id of an owner in addresses: of the group, or of the account's person. */
const idInAddresses = ({ owner, person }: Pick<Access, 'owner' | 'person'>) => groupIdOf(owner) ?? person

/**
 * Reads what an access gives at this moment: roles are never remembered, so a removed member is out at once.
 * @throws OsdiError not_found when the person has no role any more
 */
export async function ownerContext(
  access: Access,
  { owners }: Pick<ManageDependencies, 'owners'>,
): Promise<MemberContext> {
  const { owner, person } = access
  const [role, entrance, people] = await Promise.all([
    owners.roleIn(owner, person),
    owners.entranceOf(owner),
    groupIdOf(owner) === undefined ? owners.people([person]) : [],
  ])
  if (role === undefined) throw notFound()
  const name = [people[0]?.given_name, people[0]?.family_name].filter(Boolean).join(' ')
  const title = entrance.principal.sponsor?.title ?? (name || access.address)
  return { owner, id: idInAddresses(access), title, person, role, ...entrance }
}

/** The page is about an owner, and writes dates as in its country. */
export function showOwner(c: Context<ManageEnv>, owner: OwnerContext): void {
  c.set('owner', owner)
  const { country = 'US' } = owner
  if (country !== 'US') c.set('lang', `${c.get('lang')}-${country}`)
}

/**
 * Lets a session into an owner.
 * @returns the way to the provider of a group whose organizers have to sign in by it, where the session began otherwise
 */
async function enter(
  c: Context<ManageEnv>,
  owner: OwnerContext,
  { table }: Pick<ManageDependencies, 'table'>,
): Promise<Response | undefined> {
  const by = c.get('session').provider?.group
  if (owner.byProviderOnly && by !== owner.id) {
    // Data that was moved here says so, too, and has no provider yet.
    const provider = await findProvider(table, owner.id)
    if (provider?.only && (provider.for_creator || owner.role !== 'creator')) {
      const kept = await keptForm(c, providerPath(owner.id))
      if (kept) return kept
      rememberPage(c)
      return c.redirect(providerPath(owner.id), 303)
    }
  }
  showOwner(c, owner)
  return undefined
}

/** Finds the owner in the path. Another owner is answered as an unknown one. */
export const ofOwner = (dependencies: Pick<ManageDependencies, 'owners' | 'table'>) =>
  standing('owner', async (c, next) => {
    const id = c.req.param('owner') ?? ''
    const access = isNativeId(id) ? c.get('access').find((each) => idInAddresses(each) === id) : undefined
    if (!access) throw notFound()
    return (await enter(c, await ownerContext(access, dependencies), dependencies)) ?? next()
  })

/** Finds the event in the path, of whichever owner the address has access to, and this owner. */
export const ofEvent = (dependencies: Pick<ManageDependencies, 'owners' | 'events' | 'table'>) =>
  standing('event', async (c, next) => {
    if (c.get('helper')) return next()
    const id = c.req.param('event') ?? ''
    if (!isNativeId(id)) throw notFound()
    const all = c.get('access')
    const event = await dependencies.events.findOf(
      all.map(({ owner }) => owner),
      id,
    )
    const access = all.find(({ owner }) => owner === event.owner) as Access
    c.set('event', event)
    return (await enter(c, await ownerContext(access, dependencies), dependencies)) ?? next()
  })

/** Requires an event of the interface: those of the API have neither statistics nor a form here. */
export const requiresInterfaceEvent = createMiddleware<ManageEnv>(async (c, next) => {
  if (!originPolicy(c.get('event')).statistics) throw notFound()
  await next()
})

/** Refuses a role that may not do this. */
export const requires = (permission: Permission) =>
  standing(permission, async (c, next) => {
    if (!mayDo(c.get('owner').role, permission)) throw new OsdiError('forbidden', 'The role does not allow this')
    await next()
  })

/** Sends a session that began long ago to a page that asks for a new sign-in, which leads back. */
export const fresh = createMiddleware<ManageEnv>(async (c, next) => {
  return isFresh(c.get('session'), new Date()) ? next() : signInAgain(c)
})

/** Sends a session to a page that asks for a new sign-in, which leads back. A form stays in the page that asks. */
export async function signInAgain(c: Context<ManageEnv>): Promise<Response> {
  const { provider } = c.get('session')
  const signIn = `${provider ? providerPath(provider.group) : SIGN_IN}?again=1`
  const kept = await keptForm(c, signIn)
  if (kept) return kept
  rememberPage(c)
  return c.redirect(signIn, 303)
}
