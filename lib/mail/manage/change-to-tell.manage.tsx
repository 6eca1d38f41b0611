import type { Context, Hono } from 'hono'
import type { FC } from 'hono/jsx'
import { isTentative } from '../../events/visibility.js'
import { isOver } from '../../events/upcoming.js'
import type { OsdiEvent } from '../../events/event.js'
import { mayDo } from '../../access/permissions.js'
import { requires, requiresInterfaceEvent } from '../../manage/access/guards.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageEnv } from '../../manage/environment.js'
import { formatNumber } from '../../manage/formats.js'
import { say } from '../../manage/page/flash.js'
import { textsIn } from '../../manage/page/form.js'
import { Notice } from '../../manage/page/notice.js'
import { Form } from '../../manage/page/page.js'
import { Time } from '../../manage/page/time.js'
import { eventPath } from '../../manage/paths.js'
import { isSwitchedOn } from '../kinds-of-event-email.js'
import { wordingOf } from '../mail-wording.js'
import type { ChangeToTell as Change } from '../mailing.js'
import type { MailDependencies } from './dependencies.manage.js'
import { findWordings } from '../store/mail-wordings.js'

type Ctx = Context<ManageEnv>

/** A change of an event that its people will be told of, and how many they are. */
export interface Telling extends Change {
  people: number
}

/**
 * Whom a change of an event will be told to, and when.
 * @returns undefined where no one is: nobody has answered, the event is over, or the email is switched off
 */
export async function changeToTell(
  event: OsdiEvent,
  { messages, table }: Pick<MailDependencies, 'messages' | 'table'>,
): Promise<Telling | undefined> {
  const { accepted, waitlisted, requested } = event.totals
  const others = waitlisted + requested
  if (!messages || accepted + others === 0 || isTentative(event)) return undefined
  if (event.status === 'cancelled' || isOver(event, new Date())) return undefined
  const change = await messages.changeToTell(event)
  const people = accepted + (change?.only_coming ? 0 : others)
  if (!change || people === 0) return undefined
  const [ofEvent, ofOwner] = await Promise.all([findWordings(table, event.id), findWordings(table, event.owner)])
  return isSwitchedOn('changed', wordingOf('changed', ofEvent ?? {}, ofOwner ?? {})) ? { ...change, people } : undefined
}

/** Says that people will be told of a change, and lets an organizer tell them at once, or not at all. */
export const ChangeToTell: FC<{ c: Ctx; telling: Telling | undefined }> = ({ c, telling }) => {
  if (!telling) return <></>
  const { telling: texts } = c.get('texts')
  const { people, due_date } = telling
  return (
    <Notice
      kind="warn"
      beside={
        mayDo(c.get('owner').role, 'change_events') && (
          <Form c={c} action={eventPath(c.get('event').id, 'telling')} class="line">
            <button class="btn" name="then" value="now">
              {texts.now}
            </button>
            <button class="btn ghost" name="then" value="never">
              {texts.never}
            </button>
          </Form>
        )
      }
    >
      {texts.people(people, formatNumber(c, people))} <Time c={c} at={due_date} isSoon />.
    </Notice>
  )
}

/** Decides whether people are told of a change. */
export function changeToTellPages(app: Hono<ManageEnv>, dependencies: MailDependencies): void {
  const { messages, site } = dependencies
  if (!messages) return
  app.post(eventPath(':event', 'telling'), requiresInterfaceEvent, requires('change_events'), async (c) => {
    const event = c.get('event')
    const isTold = textsIn(await c.req.parseBody())['then'] === 'now'
    const telling = await changeToTell(event, dependencies)
    const { telling: texts } = c.get('texts')
    if (!telling) say(c, site, { said: texts.nothing })
    else {
      await messages.decideChange(event, isTold, new Date())
      const { id, title } = event
      const detail = isTold ? 'guests told' : 'guests not told'
      await logChange(c, dependencies, { action: 'event_changed', subject: { id, title }, detail })
      const count = formatNumber(c, telling.people)
      say(c, site, { said: isTold ? texts.told(telling.people, count) : texts.notTold })
    }
    return c.redirect(eventPath(event.id), 303)
  })
}
