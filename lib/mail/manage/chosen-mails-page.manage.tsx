import type { Hono } from 'hono'
import { ORGANIZER_MAILS } from '../emails-to-organizers.js'
import type { MailDependencies } from './dependencies.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { say } from '../../manage/page/flash.js'
import { Checkbox, type FormState, NO_FAULTS, textsIn } from '../../manage/page/form.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { requires } from '../../manage/access/guards.js'

/** The mails about events that the signed-in person wants, each with its switch. Each member chooses alone. */
export function chosenMailsPage(
  app: Hono<ManageEnv>,
  { site, chosenMails }: Pick<MailDependencies, 'site' | 'chosenMails'>,
): void {
  const path = ownerPath(':owner', 'settings/reports')

  app.get(path, requires('see_guests'), async (c) => {
    const { owner, id, person } = c.get('owner')
    const { chosenMails: texts } = c.get('texts')
    const chosen = await chosenMails.find(owner, person)
    const form: FormState = {
      values: Object.fromEntries(chosen.map((kind) => [kind, 'on'])),
      faults: NO_FAULTS,
    }
    return page(c, {
      title: texts.title,
      section: 'settings/reports',
      children: (
        <Form c={c} action={ownerPath(id, 'settings/reports')} class="card stack max-l">
          <p>{texts.explain}</p>
          {ORGANIZER_MAILS.map((kind) => (
            <Checkbox form={form} name={kind} label={texts.labels[kind]} hint={texts.hints[kind]} />
          ))}
          <div class="line">
            <button class="btn main">{texts.save}</button>
          </div>
        </Form>
      ),
    })
  })

  app.post(path, requires('see_guests'), async (c) => {
    const { owner, id, person } = c.get('owner')
    const sent = textsIn(await c.req.parseBody())
    await chosenMails.choose(
      owner,
      person,
      ORGANIZER_MAILS.filter((kind) => sent[kind] === 'on'),
    )
    say(c, site, { said: c.get('texts').chosenMails.saved })
    return c.redirect(ownerPath(id, 'settings/reports'), 303)
  })
}
