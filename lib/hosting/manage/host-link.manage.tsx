import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { changeHostLink } from '../host-link.js'
import { requires, requiresInterfaceEvent } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { say } from '../../manage/page/flash.js'
import { Form } from '../../manage/page/page.js'
import { eventPath } from '../../manage/paths.js'

/** Sends the host of an event another link, or revokes the link. */
export function hostLinkPages(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  for (const [action, logged] of [
    ['send', 'host_link_sent'],
    ['revoke', 'host_link_revoked'],
  ] as const)
    app.post(
      eventPath(':event', `host-link/${action}`),
      requiresInterfaceEvent,
      requires('change_events'),
      async (c) => {
        const { id, title } = c.get('event')
        await changeHostLink(c.get('owner').owner, id, action, dependencies.eventDependencies)
        await logChange(c, dependencies, { action: logged, subject: { id, title } })
        const { review } = c.get('texts')
        say(c, dependencies.site, { said: action === 'send' ? review.linkSent : review.linkRevoked })
        return c.redirect(eventPath(id, 'edit'), 303)
      },
    )
}

/** The link of the host, below the form of an event; nothing where no supporter hosts it. */
export const HostLinkCard: FC<{ c: Context<ManageEnv> }> = ({ c }) => {
  const { id, host_link: link } = c.get('event')
  const { review: texts } = c.get('texts')
  if (!link) return <></>
  return (
    <section class="card stack max-l" id="host">
      <h2>{texts.hostLink}</h2>
      <p>{link.revoked ? texts.hostLinkRevoked : texts.hostLinkHint}</p>
      <div class="line">
        <Form c={c} action={eventPath(id, 'host-link/send')}>
          <button class="btn">{texts.sendLink}</button>
        </Form>
        {!link.revoked && (
          <Form c={c} action={eventPath(id, 'host-link/revoke')}>
            <button class="btn danger">{texts.revokeLink}</button>
          </Form>
        )}
      </div>
      <p class="small quiet">{texts.sendLinkHint}</p>
    </section>
  )
}
