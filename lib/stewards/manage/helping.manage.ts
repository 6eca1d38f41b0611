import type { Context } from 'hono'
import type { OsdiEvent } from '../../events/event.js'
import { isNativeId } from '../../fields/identifier.js'
import { ForeignForm, showOwner, standing } from '../../manage/access/guards.js'
import { forgetToken, isFormToken, readToken } from '../../manage/access/session-cookie.js'
import type { ManageEnv } from '../../manage/environment.js'
import { bodyOf } from '../../manage/page/form.js'
import { eventPath } from '../../manage/paths.js'
import { OsdiError, notFound } from '../../runtime/errors.js'
import { isDeviceOf, findTeamLink, touchTeamLink, works } from '../store/team-link-store.js'
import { nameOfLink } from '../team-link.js'
import type { WritingDependencies } from '../../hosting/write-to-guests.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { Helping } from '../make-team-link.js'
import { findSession } from '../../sign-in/store/sign-in-store.js'
import { loadEvent } from '../../events/store/load-event.js'

/** The context of the links of teams, and of the pages that they open. */
export type Helpers = ManageDependencies & {
  teamLinks: Helping & {
    /** Absent where the installation sends no email. */
    writing?: WritingDependencies | undefined
  }
}

/** The cookie of a device that helps with an event. */
export const cookieOf = (event: string) => `helper-${event}` as const

/**
 * Admits a device on which the link of a team was opened, to those pages of its event that the link allows; everything
 * else is refused. It comes before the sessions of members: who has one with access to the event is not a helper.
 */
export const helping = ({ site, table, owners, teamLinks }: Pick<Helpers, 'site' | 'table' | 'owners' | 'teamLinks'>) =>
  standing('helper', async (c, next) => {
    const id = c.req.param('event') ?? ''
    const token = isNativeId(id) ? readToken(c, site, cookieOf(id)) : undefined
    if (!token) return next()
    const { help, now } = teamLinks
    const [event, link] = await Promise.all([loadEvent(table, id), findTeamLink(table, id, token.address)])
    if (await isMember(c, event, { site, table })) return next()
    const given = help.filter(({ right }) => link?.rights.includes(right))
    const [first] = given
    const end = () => {
      forgetToken(c, site, cookieOf(id))
      return notFound()
    }
    if (!event || !link || !first || !isDeviceOf(link, token.secret)) throw end()
    const [entrance, isOpen] = await Promise.all([owners.entranceOf(event.owner), works(table, event, link, now())])
    if (!isOpen) throw end()
    await touchTeamLink(table, link, token.secret, now())
    const pages = given.map(({ page }) => page)
    c.set('token', token)
    c.set('event', event)
    c.set('helper', { name: nameOfLink(link), pages })
    showOwner(c, {
      owner: event.owner,
      id: '',
      person: '',
      ...entrance,
      title: entrance.principal.sponsor?.title ?? '',
      role: new Set(given.flatMap(({ permissions }) => permissions)),
    })
    const path = c.req.path.slice(eventPath(id).length)
    const [, page = '', part] = path.split('/')
    if (page === '') return c.redirect(eventPath(id, first.page), 303)
    // A helper sees guests a page at a time, and takes no file of them along.
    if (!pages.includes(page) || part === 'file') throw new OsdiError('forbidden', 'The link does not allow this')
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      const { form_token } = await bodyOf(c)
      if (!isFormToken(token, form_token)) throw new ForeignForm()
    }
    return next()
  })

/** Refuses members, who have pages of their own for this. */
export const forHelpers = standing('helpers alone', async (c, next) => {
  if (!c.get('helper')) throw notFound()
  await next()
})

/** Whether a request has a session with access to the owner of an event. */
async function isMember(
  c: Context<ManageEnv>,
  event: OsdiEvent | undefined,
  { site, table }: Pick<Helpers, 'site' | 'table'>,
): Promise<boolean> {
  const session = readToken(c, site)
  const found = session && (await findSession(table, session, new Date()))
  return found !== undefined && found.access.some(({ owner }) => owner === event?.owner)
}
