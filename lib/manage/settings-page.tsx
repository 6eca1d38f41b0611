import type { Hono } from 'hono'
import type { ManageDependencies } from './dependencies.js'
import type { ManageEnv } from './environment.js'
import { NO_FAULTS, Select, textsIn } from './form.js'
import { invalid } from '../domain/errors.js'
import { fresh, requires } from './guards.js'
import { logChange } from './log-change.js'
import { Form, page } from './page.js'
import { ownerPath } from './paths.js'

/** The choices of the form, and what each writes. */
const CHOICES = { default: null, on: true, off: false }

const choiceOf = (browser_rsvps: boolean | undefined) =>
  browser_rsvps === undefined ? 'default' : browser_rsvps ? 'on' : 'off'

/** The settings of a group or an account. */
export function settingsPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { owners } = dependencies
  const path = ownerPath(':owner', 'settings')

  app.get(path, requires('settings'), fresh, async (c) => {
    const { owner, id } = c.get('owner')
    const { settings: texts } = c.get('texts')
    const { browser_rsvps } = await owners.settingsOf(owner)
    const form = { values: { browser_rsvps: choiceOf(browser_rsvps) }, faults: NO_FAULTS }
    return page(c, {
      title: texts.title,
      section: 'settings',
      children: (
        <Form c={c} action={ownerPath(id, 'settings')} class="fields">
          <Select
            form={form}
            name="browser_rsvps"
            label={texts.browserRsvps}
            hint={texts.browserRsvpsHint}
            options={texts.browserRsvpsChoices}
          />
          <div class="buttons">
            <button>{texts.save}</button>
          </div>
        </Form>
      ),
    })
  })

  app.post(path, requires('settings'), fresh, async (c) => {
    const { owner, id } = c.get('owner')
    const choice = textsIn(await c.req.parseBody())['browser_rsvps'] ?? 'default'
    if (!(choice in CHOICES))
      throw invalid([
        {
          error_code: 'invalid',
          description: 'browser_rsvps is none of the choices',
          properties: ['browser_rsvps'],
        },
      ])
    await owners.changeSettings(owner, { browser_rsvps: CHOICES[choice as keyof typeof CHOICES] })
    await logChange(c, dependencies, {
      action: 'settings_changed',
      detail: `browser_rsvps: ${choice}`,
    })
    return c.redirect(ownerPath(id, 'settings'), 303)
  })
}
