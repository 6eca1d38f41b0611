import type { Context, Hono } from 'hono'
import { type GenericSchema, check, pipe, safeParse, string, transform } from 'valibot'
import type { Fault } from '../../domain/errors.js'
import {
  consentText,
  mailAddress,
  optInText,
  privacyPolicyUrl,
} from '../../domain/access/owner-settings-fields.js'
import { country, language } from '../../domain/fields/values.js'
import type { OwnerSettings, OwnerSettingsChange } from '../../domain/access/owner-settings.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv } from '../environment.js'
import { Checkbox, FaultSummary, Field, type FormState, NO_FAULTS, Select, textsIn } from '../page/form.js'
import { fresh, requires } from './guards.js'
import { logChange } from './log-change.js'
import { Form, page } from '../page/page.js'
import { ownerPath } from '../paths.js'

/** The choices about the RSVP form, and what each writes. */
const CHOICES: Record<string, boolean | null> = { default: null, on: true, off: false }

const choiceOf = (browser_rsvps: boolean | undefined) =>
  browser_rsvps === undefined ? 'default' : browser_rsvps ? 'on' : 'off'

const rate = pipe(
  string(),
  check((value) => /^[1-9]\d{0,8}$/.test(value), 'must be a whole number above 0'),
  transform(Number),
)

/** The settings that are typed, with what each accepts. An empty field sets one back to its default. */
const TYPED = {
  consent_text: consentText,
  opt_in_text: optInText,
  privacy_policy_url: privacyPolicyUrl,
  mail_address: mailAddress,
  language,
  country,
  rsvps_per_network: rate,
  rsvps_per_event: rate,
} as const satisfies Partial<Record<keyof OwnerSettings, GenericSchema<unknown, string | number>>>

type Typed = keyof typeof TYPED

/** The settings of a group or an account. */
export function settingsPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  const { owners } = dependencies
  const path = ownerPath(':owner', 'settings')
  const hasMail = dependencies.mails !== undefined

  app.get(path, requires('settings'), fresh, async (c) => {
    const settings = await owners.settingsOf(c.get('owner').owner)
    return formPage(c, { values: valuesOf(settings), faults: NO_FAULTS }, hasMail)
  })

  app.post(path, requires('settings'), fresh, async (c) => {
    const { owner, id } = c.get('owner')
    const values = textsIn(await c.req.parseBody())
    const { change, faults } = changeIn(values)
    if (faults.length > 0) return formPage(c, { values, faults }, hasMail)
    const before = await owners.settingsOf(owner)
    await owners.changeSettings(owner, change)
    const changed = (Object.keys(change) as (keyof OwnerSettings)[]).filter(
      (name) => (change[name] ?? undefined) !== before[name],
    )
    if (changed.length > 0)
      await logChange(c, dependencies, { action: 'settings_changed', detail: changed.join(', ') })
    return c.redirect(ownerPath(id, 'settings'), 303)
  })
}

const valuesOf = (settings: OwnerSettings): Record<string, string> => ({
  ...Object.fromEntries((Object.keys(TYPED) as Typed[]).map((name) => [name, String(settings[name] ?? '')])),
  browser_rsvps: choiceOf(settings.browser_rsvps),
  list_api_events: settings.list_api_events ? 'on' : '',
})

/** Reads the form, naming every fault. */
function changeIn(values: Record<string, string>): { change: OwnerSettingsChange; faults: Fault[] } {
  const choice = values['browser_rsvps'] ?? 'default'
  const change: Record<string, unknown> = { list_api_events: values['list_api_events'] === 'on' }
  const faults: Fault[] = []
  const wrong = (name: string, description: string) =>
    faults.push({ error_code: 'malformed', description, properties: [name] })
  if (Object.hasOwn(CHOICES, choice)) change['browser_rsvps'] = CHOICES[choice]
  else wrong('browser_rsvps', 'browser_rsvps is none of the choices')
  for (const [name, schema] of Object.entries(TYPED)) {
    const typed = values[name]?.trim().replaceAll('\r\n', '\n')
    const read = typed ? safeParse(schema, typed) : undefined
    if (read?.success === false) wrong(name, read.issues[0].message)
    else change[name] = read?.output ?? null
  }
  return { change, faults }
}

function formPage(c: Context<ManageEnv>, form: FormState, hasMail: boolean) {
  const texts = c.get('texts')
  const { settings } = texts
  const field = (name: Typed, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field
      texts={texts}
      form={form}
      name={name}
      label={settings.labels[name]}
      hint={settings.hints[name]}
      {...more}
    />
  )
  return page(c, {
    title: settings.title,
    section: 'settings',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <Form c={c} action={ownerPath(c.get('owner').id, 'settings')} class="card stack max-l">
        <FaultSummary texts={texts} form={form} labels={settings.labels} />
        <Select
          form={form}
          name="browser_rsvps"
          label={settings.browserRsvps}
          hint={settings.browserRsvpsHint}
          options={settings.browserRsvpsChoices}
        />
        <Checkbox
          form={form}
          name="list_api_events"
          label={settings.listApiEvents}
          hint={settings.listApiEventsHint}
        />
        {field('language', { maxlength: 35 })}
        {field('country', { maxlength: 2 })}
        <fieldset>
          <legend>{settings.consent}</legend>
          <div class="stack">
            {field('consent_text', { rows: 2, maxlength: 300 })}
            {field('privacy_policy_url', { type: 'url', maxlength: 200 })}
            {field('opt_in_text', { maxlength: 150 })}
          </div>
        </fieldset>
        <fieldset>
          <legend>{settings.mail}</legend>
          <div class="stack">
            {field('mail_address', { rows: 3, maxlength: 300 })}
            {hasMail && (
              <p>
                <a href={ownerPath(c.get('owner').id, 'settings/mails')}>{c.get('texts').mails.title}</a>
              </p>
            )}
          </div>
        </fieldset>
        <fieldset>
          <legend>{settings.limits}</legend>
          <p class="hint">{settings.limitsHint}</p>
          <div class="cols">
            {field('rsvps_per_network', { type: 'number', min: 1 })}
            {field('rsvps_per_event', { type: 'number', min: 1 })}
          </div>
        </fieldset>
        <div class="line">
          <button class="btn main">{settings.save}</button>
        </div>
      </Form>
    ),
  })
}
