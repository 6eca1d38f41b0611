import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { eventPage } from '../../events/manage/event-frame.manage.js'
import { isNativeId } from '../../fields/identifier.js'
import { messageHtml, withoutBraces } from '../../hosting/message-html.js'
import { writeToGuests } from '../../hosting/write-to-guests.js'
import { logChange } from '../../manage/access/log-change.js'
import type { ManageEnv } from '../../manage/environment.js'
import { say } from '../../manage/page/flash.js'
import { Field, type FormState, NO_FAULTS, faultsOf, formIn } from '../../manage/page/form.js'
import { Notice } from '../../manage/page/notice.js'
import { Form } from '../../manage/page/page.js'
import { eventPath } from '../../manage/paths.js'
import { OsdiError } from '../../runtime/errors.js'
import type { Helpers } from './helping.manage.js'
import { forHelpers } from './helping.manage.js'

type Ctx = Context<ManageEnv>

/** A message of a helper to the people who come. Members have a page of their own. */
export function writePage(app: Hono<ManageEnv>, dependencies: Helpers): void {
  const { site, teamLinks } = dependencies
  const path = eventPath(':event', 'write')

  app.get(path, forHelpers, (c) => {
    return formPage(c, { values: { draft: randomUUID() }, faults: NO_FAULTS })
  })

  app.post(path, forHelpers, async (c) => {
    const event = c.get('event')
    const { values } = await formIn(c)
    const { subject = '', message = '', draft = '' } = values
    if (!teamLinks.writing || !mayWrite(c)) return formPage(c, { values, faults: NO_FAULTS })
    try {
      const id = isNativeId(draft) ? draft : randomUUID()
      await writeToGuests(
        event,
        { subject: withoutBraces(subject.trim()), html: messageHtml(message) },
        { id, now: teamLinks.now() },
        teamLinks.writing,
      )
      const detail = subject.slice(0, 200)
      await logChange(c, dependencies, {
        action: 'message_sent',
        subject: { id: event.id, title: event.title },
        detail,
      })
      say(c, site, { said: c.get('texts').helpers.isSent })
      return c.redirect(eventPath(event.id, 'write'), 303)
    } catch (error) {
      if (error instanceof OsdiError && error.code === 'too_many_requests')
        return formPage(c, { values, faults: NO_FAULTS }, c.get('texts').helpers.tooManyMessages)
      const faults = faultsOf(error).map(({ properties, ...fault }) => ({
        ...fault,
        properties: properties.map((name) => (name === 'html' ? 'message' : name)),
      }))
      return formPage(c, { values, faults })
    }
  })
}

/** Whether somebody comes to the event who can be written to. */
const mayWrite = (c: Ctx) => c.get('event').status === undefined && c.get('event').totals.accepted > 0

function formPage(c: Ctx, form: FormState, warning?: string): Response {
  const texts = c.get('texts')
  const { helpers: words } = texts
  return eventPage(c, 'write', {
    status: warning ? 429 : form.faults.length > 0 ? 400 : mayWrite(c) ? 200 : 409,
    children: mayWrite(c) ? (
      <>
        {warning && <Notice kind="bad">{warning}</Notice>}
        <p class="max-l">{words.writeHow}</p>
        <Form c={c} action={eventPath(c.get('event').id, 'write')} class="card stack max-l">
          <input type="hidden" name="draft" value={form.values['draft']} />
          <Field texts={texts} form={form} name="subject" label={words.subject} required />
          <Field texts={texts} form={form} name="message" label={words.message} rows={8} required />
          <p class="line">
            <button class="btn main">{words.send(c.get('event').totals.accepted)}</button>
          </p>
        </Form>
      </>
    ) : (
      <p class="card quiet">{words.nobodyComes}</p>
    ),
  })
}
