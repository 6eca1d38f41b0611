import type { Hono } from 'hono'
import type { ManageDependencies } from './dependencies.js'
import type { ManageEnv } from './environment.js'
import { Checkbox, NO_FAULTS, textsIn } from './form.js'
import { fresh, requires } from './guards.js'
import { logChange } from './log-change.js'
import { Form, page } from './page.js'
import { ownerPath } from './paths.js'

/** The settings of a group or an account. */
export function settingsPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { owners } = dependencies
  const path = ownerPath(':owner', 'settings')

  app.get(path, requires('settings'), fresh, async (c) => {
    const { owner, id } = c.get('owner')
    const { settings: texts } = c.get('texts')
    const { browser_rsvps = false } = await owners.settingsOf(owner)
    const form = { values: { browser_rsvps: browser_rsvps ? 'on' : '' }, faults: NO_FAULTS }
    return page(c, {
      title: texts.title,
      section: 'settings',
      children: (
        <Form c={c} action={ownerPath(id, 'settings')} class="fields">
          <Checkbox
            form={form}
            name="browser_rsvps"
            label={texts.browserRsvps}
            hint={texts.browserRsvpsHint}
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
    const browser_rsvps = textsIn(await c.req.parseBody())['browser_rsvps'] === 'on'
    await owners.changeSettings(owner, { browser_rsvps })
    await logChange(c, dependencies, {
      action: 'settings_changed',
      detail: `browser_rsvps: ${browser_rsvps ? 'on' : 'off'}`,
    })
    return c.redirect(ownerPath(id, 'settings'), 303)
  })
}
