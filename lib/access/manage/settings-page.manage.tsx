import type { Context, Hono } from 'hono'
import { type GenericSchema, check, pipe, safeParse, string, transform } from 'valibot'
import type { Fault } from '../../runtime/errors.js'
import {
  color,
  consentText,
  groupTitle,
  logoUrl,
  forgetAfter,
  mailAddress,
  optInText,
  privacyPolicyUrl,
  slugText,
} from '../owner-settings-fields.js'
import { country, enteredEmail, language, timeZone } from '../../fields/values.js'
import type { OwnerSettings, OwnerSettingsChange } from '../owner-settings.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import type { Texts } from '../../manage/texts.js'
import { FaultSummary, type FormState, NO_FAULTS, faultsOf } from '../../manage/page/form.js'
import { slugFaults } from '../../resources/slug.js'
import { groupIdOf } from '../../runtime/owner.js'
import { isFresh } from '../../sign-in/sign-in.js'
import { requires, signInAgain } from '../../manage/access/guards.js'
import { readWithImage } from '../../events/manage/banner.manage.js'
import { logChange } from '../../manage/access/log-change.js'
import { Form, page } from '../../manage/page/page.js'
import { ownerPath } from '../../manage/paths.js'
import { say } from '../../manage/page/flash.js'
import { DEFAULT_COLOR, FIELDS_OF_PARTS } from './settings-fields.manage.js'

/** The settings on each page of them. A form changes those of its page alone. */
const PARTS = {
  group: ['title', 'slug', 'timezone_identifier', 'country', 'language'],
  looks: ['color', 'logo_url', 'show_coming'],
  email: ['reply_to', 'mail_address'],
  privacy: ['consent_text', 'privacy_policy_url', 'opt_in_text', 'confirm_opt_in', 'rsvp_subscribes', 'forget_after'],
  access: ['browser_rsvps', 'list_api_events', 'rsvps_per_network', 'rsvps_per_event'],
} as const satisfies Record<string, readonly (keyof OwnerSettings)[]>

export type Part = keyof typeof PARTS

/** The last part of the path of each page. */
const PATHS = Object.fromEntries(
  (Object.keys(PARTS) as Part[]).map((part) => [part, part === 'group' ? 'settings' : `settings/${part}`]),
) as Record<Part, string>

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
  title: groupTitle,
  timezone_identifier: timeZone,
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
const SWITCHES = ['list_api_events', 'show_coming', 'rsvp_subscribes', 'confirm_opt_in'] as const

const allSwitchedOff = Object.fromEntries(SWITCHES.map((name) => [name, false]))

/** Settings of groups: what stays where a form has no field for it. */
const OF_GROUPS: readonly string[] = ['title', 'slug']

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

/** A page of a room, to which the settings lead from what they say about consent. */
export interface ConsentPage {
  path: string
  title: (texts: Texts) => string
}

/** Rooms add these to the settings. */
export interface RoomsOfSettings {
  hasMail: boolean
  consentPages: readonly ConsentPage[]
}

/** The settings of a group or an account, on a page for each part of them. */
export function settingsPage(
  app: Hono<ManageEnv>,
  dependencies: ManageDependencies,
  consentPages: readonly ConsentPage[],
): void {
  const { owners, sendsMail } = dependencies
  const rooms = { hasMail: sendsMail, consentPages }

  for (const part of Object.keys(PARTS) as Part[]) {
    const path = ownerPath(':owner', PATHS[part])

    app.get(path, requires('settings'), async (c) => {
      const settings = await owners.settingsOf(c.get('owner').owner)
      return formPage(c, part, { values: valuesOf(settings), faults: NO_FAULTS }, rooms)
    })

    app.post(path, requires('settings'), async (c) => {
      const { owner, id } = c.get('owner')
      const { values, faults: ofLogo } = await readWithImage(c, dependencies, {
        file: 'logo',
        address: 'logo_url',
      })
      if (values['color']?.toLowerCase() === DEFAULT_COLOR) values['color'] = ''
      const { change, faults: typed } = changeIn(values, part)
      const faults = [...ofLogo, ...typed]
      if (faults.length > 0) return formPage(c, part, { values, faults }, rooms)
      const before = await owners.settingsOf(owner)
      const was: OwnerSettings = { ...allSwitchedOff, ...before }
      const changed = (Object.keys(change) as (keyof OwnerSettings)[]).filter(
        (name) => (change[name] ?? undefined) !== was[name],
      )
      const isGuarded = changed.some((name) => (GUARDED as readonly string[]).includes(name))
      if (isGuarded && !isFresh(c.get('session'), new Date())) return signInAgain(c)
      try {
        await owners.changeSettings(owner, change)
      } catch (error) {
        return formPage(c, part, { values, faults: faultsOf(error) }, rooms)
      }
      const detail = changed.join(', ')
      if (changed.length > 0) await logChange(c, dependencies, { action: 'settings_changed', detail })
      say(c, dependencies.site, { said: c.get('texts').said.settings })
      return c.redirect(ownerPath(id, PATHS[part]), 303)
    })
  }
}

const valuesOf = (settings: OwnerSettings): Record<string, string> => ({
  ...Object.fromEntries((Object.keys(TYPED) as Typed[]).map((name) => [name, String(settings[name] ?? '')])),
  browser_rsvps: choiceOf(settings.browser_rsvps),
  ...Object.fromEntries(SWITCHES.map((name) => [name, settings[name] ? 'on' : ''])),
})

/** Reads the form of a page, naming every fault. */
function changeIn(values: Record<string, string>, part: Part): { change: OwnerSettingsChange; faults: Fault[] } {
  const change: Record<string, unknown> = {}
  const faults: Fault[] = []
  const wrong = (name: string, description: string, error_code = 'malformed') =>
    faults.push({ error_code, description, properties: [name] })
  for (const name of PARTS[part]) {
    if (name === 'browser_rsvps') {
      const choice = values[name] ?? 'default'
      if (Object.hasOwn(CHOICES, choice)) change[name] = CHOICES[choice]
      else wrong(name, 'browser_rsvps is none of the choices')
    } else if (isSwitch(name)) change[name] = values[name] === 'on'
    else {
      const typed = values[name]?.trim().replaceAll('\r\n', '\n')
      const read = typed ? safeParse(TYPED[name], typed) : undefined
      if (typed === undefined && OF_GROUPS.includes(name)) continue
      if (name === 'title' && !typed) wrong(name, 'A group has a name', 'required')
      else if (name === 'slug' && read?.success === false) faults.push(...slugFaults(typed ?? ''))
      else if (read?.success === false) wrong(name, read.issues[0].message)
      else change[name] = read?.output ?? null
    }
  }
  return { change, faults }
}

const isSwitch = (name: string): name is (typeof SWITCHES)[number] => (SWITCHES as readonly string[]).includes(name)

function formPage(c: Context<ManageEnv>, part: Part, form: FormState, rooms: RoomsOfSettings) {
  const texts = c.get('texts')
  const { settings } = texts
  const { id, owner } = c.get('owner')
  const Fields = FIELDS_OF_PARTS[part]
  return page(c, {
    title: settings.title,
    section: 'settings',
    status: form.faults.length > 0 ? 400 : 200,
    children: (
      <>
        <nav class="chips" aria-label={c.get('texts').nav.sections.settings}>
          {(Object.keys(PARTS) as Part[]).map((each) => (
            <a class="chip" href={ownerPath(id, PATHS[each])} aria-current={each === part ? 'page' : undefined}>
              {settings.parts[each]}
            </a>
          ))}
        </nav>
        <Form c={c} action={ownerPath(id, PATHS[part])} class="card stack max-l" enctype="multipart/form-data">
          <FaultSummary texts={texts} form={form} labels={settings.labels} />
          <Fields c={c} form={form} group={groupIdOf(owner)} rooms={rooms} />
          <div class="line">
            <button class="btn main">{settings.save}</button>
          </div>
        </Form>
      </>
    ),
  })
}
