import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { newSecret } from '../../access/store/secret-store.js'
import type { OsdiEvent } from '../../events/event.js'
import { cookieName, cookieOptions, readToken } from '../../manage/access/session-cookie.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Notice } from '../../manage/page/notice.js'
import { page } from '../../manage/page/page.js'
import { Time } from '../../manage/page/time.js'
import { eventPath } from '../../manage/paths.js'
import { notFound } from '../../runtime/errors.js'
import { addDevice, findByTeamToken, isDeviceOf, works } from '../store/team-link-store.js'
import { type TeamLink, endOf, nameOfLink, teamPath } from '../team-link.js'
import type { Helpers } from './helping.manage.js'
import { cookieOf } from './helping.manage.js'
import { appendToLog } from '../../access/store/log-store.js'
import { loadEvent } from '../../events/store/load-event.js'

type Ctx = Context<ManageEnv>

/**
 * The page at the link of a team. Programs that look through emails follow links: a button, and not the page, opens the
 * event on a device.
 */
export function teamLinkPages(app: Hono<ManageEnv>, dependencies: Helpers): void {
  const { site, table, teamLinks } = dependencies
  const path = teamPath(':token')

  app.get(path, async (c) => {
    const { event, link } = await linkIn(c, dependencies)
    return isHere(c, event, link, dependencies) ? c.redirect(eventPath(event.id), 303) : linkPage(c, event, link)
  })

  app.post(path, async (c) => {
    const { event, link } = await linkIn(c, dependencies)
    const { now } = teamLinks
    if (isHere(c, event, link, dependencies)) return c.redirect(eventPath(event.id), 303)
    const secret = newSecret()
    if (!(await addDevice(table, link, secret, now()))) return linkPage(c, event, link, true)
    await appendToLog(table, {
      id: randomUUID(),
      owner: event.owner,
      helper: nameOfLink(link),
      action: 'team_link_opened',
      created_date: now().toISOString(),
      subject: { id: event.id, title: event.title },
    })
    setCookie(c, cookieName(site, cookieOf(event.id)), `${link.id}.${secret}`, {
      ...cookieOptions(site),
      expires: new Date(Math.min(Date.parse(endOf(link, event)), now().getTime() + LONGEST_COOKIE_MS)),
    })
    return c.redirect(eventPath(event.id), 303)
  })
}

/** Browsers keep no cookie for longer. */
const LONGEST_COOKIE_MS = 400 * 24 * 60 * 60 * 1000

/**
 * Finds the link of a request. Nobody guesses its 32 random bytes, so nothing is counted: a limit would only let one
 * stranger lock out all who share a network with them.
 * @throws OsdiError not_found for one that is unknown, ended or revoked
 */
async function linkIn(c: Ctx, { table, teamLinks: { now } }: Helpers): Promise<{ event: OsdiEvent; link: TeamLink }> {
  const link = await findByTeamToken(table, c.req.param('token') ?? '')
  const event = link && (await loadEvent(table, link.event))
  if (!event || !(await works(table, event, link, now()))) throw notFound()
  return { event, link }
}

/** Whether the link is open on the device of a request. */
function isHere(c: Ctx, event: OsdiEvent, link: TeamLink, { site }: Helpers): boolean {
  const token = readToken(c, site, cookieOf(event.id))
  return token?.address === link.id && isDeviceOf(link, token.secret)
}

function linkPage(c: Ctx, event: OsdiEvent, link: TeamLink, isFull = false): Response {
  const { helpers: texts } = c.get('texts')
  c.set('event', event)
  c.header('x-robots-tag', 'noindex')
  return page(c, {
    title: event.title,
    status: isFull ? 409 : 200,
    children: isFull ? (
      <Notice kind="bad">{texts.full}</Notice>
    ) : (
      <form method="post" class="card stack max-l">
        <p>
          {texts.openHow} <Time c={c} at={endOf(link, event)} />.
        </p>
        <p class="line">
          <button class="btn main">{texts.open}</button>
        </p>
      </form>
    ),
  })
}
