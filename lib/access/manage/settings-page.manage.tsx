import type { Context, Hono } from 'hono'
import { type GenericSchema, check, pipe, safeParse, string, transform } from 'valibot'
import type { Fault } from '../../runtime/errors.js'
import {
  color,
  consentText,
  logoUrl,
  forgetAfter,
  mailAddress,
  optInText,
  privacyPolicyUrl,
  slugText,
} from '../owner-settings-fields.js'
import { COUNTRIES } from '../../fields/country.js'
import { country, enteredEmail, language } from '../../fields/values.js'
import { type OwnerSettings, type OwnerSettingsChange, FORGET_AFTER } from '../owner-settings.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import type { Texts } from '../../manage/texts.js'
import {
  Checkbox,
  FaultSummary,
  More,
  Field,
  type FormState,
  FileField,
  NO_FAULTS,
  Select,
  faultsOf,
} from '../../manage/page/form.js'
import { SLUG_PATHS, slugFaults } from '../../resources/slug.js'
import { groupIdOf } from '../../runtime/owner.js'
import { isFresh } from '../../sign-in/sign-in.js'
import { LANGUAGES, choices } from '../../manage/access/choices.js'
import { requires, signInAgain } from '../../manage/access/guards.js'
import { ACCEPTED_IMAGES, readWithImage } from '../../events/manage/banner.manage.js'
import { logChange } from '../../manage/access/log-change.js'
import { pathOfGroup } from '../../events/documents/browser-url.js'
import { CopyLink } from '../../manage/page/notice.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { say } from '../../manage/page/flash.js'

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
  reply_to: enteredEmail,
  mail_address: mailAddress,
  language,
  country,
  color,
  logo_url: logoUrl,
  slug: slugText,
  rsvps_per_network: rate,
  rsvps_per_event: rate,
  forget_after: pipe(string(), transform(Number), forgetAfter),
} as const satisfies Partial<Record<keyof OwnerSettings, GenericSchema<unknown, string | number>>>

type Typed = keyof typeof TYPED

/** The settings that are switched on or off. */
const SWITCHES = ['list_api_events', 'rsvp_subscribes', 'confirm_opt_in'] as const

const allSwitchedOff = Object.fromEntries(SWITCHES.map((name) => [name, false]))

/** Settings that decide who is let in and who is erased: to change one needs a recent sign-in. Looks do not. */
const GUARDED = [
  'browser_rsvps',
  'list_api_events',
  'forget_after',
  'rsvp_subscribes',
  'confirm_opt_in',
  'rsvps_per_network',
  'rsvps_per_event',
  'privacy_policy_url',
] as const

/** The color of a group that has chosen none. */
const DEFAULT_COLOR = '#2b4fd6'

/** A page of a room, to which the settings lead from what they say about consent. */
export interface ConsentPage {
  path: string
  title: (texts: Texts) => string
}

/** The settings of a group or an account. */
export function settingsPage(
  app: Hono<ManageEnv>,
  dependencies: ManageDependencies,
  consentPages: readonly ConsentPage[],
): void {
  const { owners, sendsMail } = dependencies
  const about = { hasMail: sendsMail, consentPages }
  const path = ownerPath(':owner', 'settings')

  app.get(path, requires('settings'), async (c) => {
    const settings = await owners.settingsOf(c.get('owner').owner)
    return formPage(c, { values: valuesOf(settings), faults: NO_FAULTS }, about)
  })

  app.post(path, requires('settings'), async (c) => {
    const { owner, id } = c.get('owner')
    const { values, faults: ofLogo } = await readWithImage(c, dependencies, {
      file: 'logo',
      address: 'logo_url',
    })
    if (values['color']?.toLowerCase() === DEFAULT_COLOR) values['color'] = ''
    const { change, faults: typed } = changeIn(values)
    const faults = [...ofLogo, ...typed]
    if (faults.length > 0) return formPage(c, { values, faults }, about)
    const before = await owners.settingsOf(owner)
    const was: OwnerSettings = { ...allSwitchedOff, ...before }
    const isChanged = (name: keyof OwnerSettings) => (change[name] ?? undefined) !== was[name]
    if (GUARDED.some(isChanged) && !isFresh(c.get('session'), new Date())) return signInAgain(c)
    try {
      await owners.changeSettings(owner, change)
    } catch (error) {
      return formPage(c, { values, faults: faultsOf(error) }, about)
    }
    const changed = (Object.keys(change) as (keyof OwnerSettings)[]).filter(isChanged)
    if (changed.length > 0) await logChange(c, dependencies, { action: 'settings_changed', detail: changed.join(', ') })
    say(c, dependencies.site, { said: c.get('texts').said.settings })
    return c.redirect(ownerPath(id, 'settings'), 303)
  })
}

const valuesOf = (settings: OwnerSettings): Record<string, string> => ({
  ...Object.fromEntries((Object.keys(TYPED) as Typed[]).map((name) => [name, String(settings[name] ?? '')])),
  browser_rsvps: choiceOf(settings.browser_rsvps),
  ...Object.fromEntries(SWITCHES.map((name) => [name, settings[name] ? 'on' : ''])),
})

/** Reads the form, naming every fault. */
function changeIn(values: Record<string, string>): { change: OwnerSettingsChange; faults: Fault[] } {
  const choice = values['browser_rsvps'] ?? 'default'
  const change: Record<string, unknown> = Object.fromEntries(SWITCHES.map((name) => [name, values[name] === 'on']))
  const faults: Fault[] = []
  const wrong = (name: string, description: string) =>
    faults.push({ error_code: 'malformed', description, properties: [name] })
  if (Object.hasOwn(CHOICES, choice)) change['browser_rsvps'] = CHOICES[choice]
  else wrong('browser_rsvps', 'browser_rsvps is none of the choices')
  for (const [name, schema] of Object.entries(TYPED)) {
    const typed = values[name]?.trim().replaceAll('\r\n', '\n')
    const read = typed ? safeParse(schema, typed) : undefined
    if (name === 'slug' && read?.success === false) faults.push(...slugFaults(typed ?? ''))
    else if (read?.success === false) wrong(name, read.issues[0].message)
    // An address stays where a form has no field for it; an empty field asks for one from the name.
    else if (name !== 'slug' || typed !== undefined) change[name] = read?.output ?? null
  }
  return { change, faults }
}

function formPage(
  c: Context<ManageEnv>,
  form: FormState,
  { hasMail, consentPages }: { hasMail: boolean; consentPages: readonly ConsentPage[] },
) {
  const texts = c.get('texts')
  const { settings } = texts
  const group = groupIdOf(c.get('owner').owner)
  const field = (name: Typed, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field
      texts={texts}
      form={form}
      name={name}
      label={settings.labels[name]}
      {...(name !== 'slug' && { hint: settings.hints[name] })}
      {...more}
    />
  )
  return page(c, {
    title: settings.title,
    section: 'settings',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <Form
        c={c}
        action={ownerPath(c.get('owner').id, 'settings')}
        class="card stack max-l"
        enctype="multipart/form-data"
      >
        <FaultSummary texts={texts} form={form} labels={settings.labels} />
        <fieldset>
          <legend>{settings.look}</legend>
          <div class="stack">
            <Field
              texts={texts}
              form={{ ...form, values: { ...form.values, color: form.values['color'] || DEFAULT_COLOR } }}
              name="color"
              label={settings.labels.color}
              hint={settings.hints.color}
              type="color"
            />
            {form.values['logo_url'] && (
              <img class="logo" src={form.values['logo_url']} alt={settings.labels.logo} width="32" height="32" />
            )}
            <FileField
              texts={texts}
              form={form}
              name="logo"
              label={settings.labels.logo}
              hint={settings.hints.logo}
              accept={ACCEPTED_IMAGES}
            />
            {field('logo_url', { type: 'url', maxlength: 300 })}
            {group !== undefined && form.faults.length === 0 && (
              <CopyLink
                id="page"
                label={settings.ownPage}
                value={c.get('publicUrl') + pathOfGroup({ id: group, slug: form.values['slug'] || undefined })}
                button={texts.copy}
                done={texts.copied}
              />
            )}
            {group !== undefined &&
              field('slug', {
                hint: settings.slugHint(`${c.get('publicUrl')}/${SLUG_PATHS.group}`),
                maxlength: 300,
              })}
          </div>
        </fieldset>
        <Select
          form={form}
          name="browser_rsvps"
          label={settings.browserRsvps}
          hint={settings.browserRsvpsHint}
          options={settings.browserRsvpsChoices}
        />
        <Checkbox form={form} name="list_api_events" label={settings.listApiEvents} hint={settings.listApiEventsHint} />
        <Select
          texts={texts}
          form={form}
          name="language"
          label={settings.labels.language}
          hint={settings.hints.language}
          options={choices(c, form.values['language'], 'language', LANGUAGES, 'en')}
        />
        <Select
          texts={texts}
          form={form}
          name="country"
          label={settings.labels.country}
          hint={settings.hints.country}
          options={choices(c, form.values['country'], 'region', [...COUNTRIES], 'US')}
        />
        <fieldset>
          <legend>{settings.consent}</legend>
          <div class="stack">
            {field('consent_text', { rows: 2, maxlength: 300 })}
            {field('privacy_policy_url', { type: 'url', maxlength: 200 })}
            {field('opt_in_text', { maxlength: 150 })}
            <Checkbox
              form={form}
              name="confirm_opt_in"
              label={settings.confirmOptIn}
              hint={settings.confirmOptInHint}
            />
            <Checkbox
              form={form}
              name="rsvp_subscribes"
              label={settings.rsvpSubscribes}
              hint={settings.rsvpSubscribesHint}
            />
            {consentPages.map(({ path, title }) => (
              <p>
                <a href={ownerPath(c.get('owner').id, path)}>{title(texts)}</a>
              </p>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>{settings.people}</legend>
          {field('forget_after', {
            type: 'number',
            min: FORGET_AFTER.least,
            max: FORGET_AFTER.most,
          })}
        </fieldset>
        <fieldset>
          <legend>{settings.mail}</legend>
          <div class="stack">
            {field('reply_to', { type: 'email', maxlength: 254 })}
            {field('mail_address', { rows: 3, maxlength: 300 })}
            {hasMail && (
              <p>
                <a href={ownerPath(c.get('owner').id, 'settings/mails')}>{c.get('texts').mails.title}</a>
              </p>
            )}
          </div>
        </fieldset>
        {group !== undefined && (
          <fieldset>
            <legend>{settings.signIn}</legend>
            <p>
              <a href={ownerPath(c.get('owner').id, 'settings/sign-in')}>{texts.providers.title}</a>
            </p>
          </fieldset>
        )}
        <More icon="settings" title={settings.limits} open={form.faults.length > 0}>
          <p class="hint">{settings.limitsHint}</p>
          <div class="cols">
            {field('rsvps_per_network', { type: 'number', min: 1 })}
            {field('rsvps_per_event', { type: 'number', min: 1 })}
          </div>
        </More>
        <div class="line">
          <button class="btn main">{settings.save}</button>
        </div>
      </Form>
    ),
  })
}
