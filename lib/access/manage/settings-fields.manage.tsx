import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { COUNTRIES } from '../../fields/country.js'
import { ACCEPTED_IMAGES } from '../../events/manage/banner.manage.js'
import { pathOfGroup } from '../../events/documents/browser-url.js'
import { LANGUAGES, choices } from '../../manage/access/choices.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Checkbox, Field, FileField, type FormState, More, Select } from '../../manage/page/form.js'
import { CopyLink } from '../../manage/page/notice.js'
import { ownerPath } from '../../manage/paths.js'
import type { Texts } from '../../manage/texts.js'
import { SLUG_PATHS } from '../../resources/slug.js'
import { FORGET_AFTER } from '../owner-settings.js'
import type { Part, RoomsOfSettings } from './settings-page.manage.js'

interface FieldsProps {
  c: Context<ManageEnv>
  form: FormState
  /** The id of a group; undefined for an account. */
  group: string | undefined
  rooms: RoomsOfSettings
}

/** The color of a group that has chosen none. */
export const DEFAULT_COLOR = '#2b4fd6'

type Hinted = keyof Texts['settings']['hints'] & keyof Texts['settings']['labels']

/** A typed setting, with its label and its hint. */
const Typed: FC<Pick<FieldsProps, 'c' | 'form'> & { name: Hinted } & Partial<Parameters<typeof Field>[0]>> = ({
  c,
  form,
  name,
  ...more
}) => {
  const { settings } = c.get('texts')
  return (
    <Field
      texts={c.get('texts')}
      form={form}
      name={name}
      label={settings.labels[name]}
      hint={settings.hints[name]}
      {...more}
    />
  )
}

/** A setting that is one of many values. */
const Chosen: FC<Pick<FieldsProps, 'c' | 'form'> & { name: Hinted; options: Record<string, string> }> = ({
  c,
  form,
  name,
  options,
}) => {
  const { settings } = c.get('texts')
  return (
    <Select
      texts={c.get('texts')}
      form={form}
      name={name}
      label={settings.labels[name]}
      hint={settings.hints[name]}
      options={options}
    />
  )
}

const GroupFields: FC<FieldsProps> = ({ c, form, group }) => {
  const texts = c.get('texts')
  const { settings } = texts
  return (
    <>
      {group !== undefined && <Typed c={c} form={form} name="title" maxlength={200} required />}
      <Chosen c={c} form={form} name="timezone_identifier" options={zonesIn(c, form.values['timezone_identifier'])} />
      <Chosen
        c={c}
        form={form}
        name="country"
        options={choices(c, form.values['country'], 'region', [...COUNTRIES], 'US')}
      />
      <Chosen
        c={c}
        form={form}
        name="language"
        options={choices(c, form.values['language'], 'language', LANGUAGES, 'en')}
      />
      {group !== undefined && form.faults.length === 0 && (
        <CopyLink
          id="page"
          label={settings.ownPage}
          value={c.get('publicUrl') + pathOfGroup({ id: group, slug: form.values['slug'] || undefined })}
          button={texts.copy}
          done={texts.copied}
        />
      )}
      {group !== undefined && (
        <Field
          texts={texts}
          form={form}
          name="slug"
          label={settings.labels.slug}
          hint={settings.slugHint(`${c.get('publicUrl')}/${SLUG_PATHS.group}`)}
          maxlength={300}
        />
      )}
    </>
  )
}

/** The time zones by their names, with the one that is set now. */
function zonesIn(c: Context<ManageEnv>, current = ''): Record<string, string> {
  const known = Intl.supportedValuesOf('timeZone')
  const all = current && !known.includes(current) ? [current, ...known] : known
  const { noZone } = c.get('texts').settings
  return { '': noZone, ...Object.fromEntries(all.map((zone) => [zone, zone.replaceAll('_', ' ')])) }
}

const LooksFields: FC<FieldsProps> = ({ c, form }) => {
  const texts = c.get('texts')
  const { settings } = texts
  return (
    <>
      <Typed
        c={c}
        form={{ ...form, values: { ...form.values, color: form.values['color'] || DEFAULT_COLOR } }}
        name="color"
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
      <More
        icon="settings"
        title={settings.labels.logo_url}
        open={form.values['logo_url'] !== '' || form.faults.length > 0}
      >
        <Typed c={c} form={form} name="logo_url" type="url" maxlength={300} />
      </More>
      <Checkbox form={form} name="show_coming" label={settings.labels.show_coming} hint={settings.showComingHint} />
    </>
  )
}

const EmailFields: FC<FieldsProps> = ({ c, form, rooms }) => (
  <>
    <Typed c={c} form={form} name="reply_to" type="email" maxlength={254} />
    <Typed c={c} form={form} name="mail_address" rows={3} maxlength={300} />
    {rooms.hasMail && (
      <p>
        <a href={ownerPath(c.get('owner').id, 'settings/mails')}>{c.get('texts').mails.title}</a>
      </p>
    )}
  </>
)

const PrivacyFields: FC<FieldsProps> = ({ c, form, rooms }) => {
  const texts = c.get('texts')
  const { settings } = texts
  return (
    <>
      <fieldset>
        <legend>{settings.consent}</legend>
        <div class="stack">
          <Typed c={c} form={form} name="consent_text" rows={2} maxlength={300} />
          <Typed c={c} form={form} name="privacy_policy_url" type="url" maxlength={200} />
          <Typed c={c} form={form} name="opt_in_text" maxlength={150} />
          <Checkbox form={form} name="confirm_opt_in" label={settings.confirmOptIn} hint={settings.confirmOptInHint} />
          <Checkbox
            form={form}
            name="rsvp_subscribes"
            label={settings.rsvpSubscribes}
            hint={settings.rsvpSubscribesHint}
          />
          {rooms.consentPages.map(({ path, title }) => (
            <p>
              <a href={ownerPath(c.get('owner').id, path)}>{title(texts)}</a>
            </p>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{settings.people}</legend>
        <Typed c={c} form={form} name="forget_after" type="number" min={FORGET_AFTER.least} max={FORGET_AFTER.most} />
      </fieldset>
    </>
  )
}

const AccessFields: FC<FieldsProps> = ({ c, form, group }) => {
  const texts = c.get('texts')
  const { settings } = texts
  return (
    <>
      <Select
        form={form}
        name="browser_rsvps"
        label={settings.browserRsvps}
        hint={settings.browserRsvpsHint}
        options={settings.browserRsvpsChoices}
      />
      <Checkbox form={form} name="list_api_events" label={settings.listApiEvents} hint={settings.listApiEventsHint} />
      <fieldset>
        <legend>{settings.limits}</legend>
        <div class="stack">
          <p class="small quiet">{settings.limitsHint}</p>
          <div class="cols">
            <Typed c={c} form={form} name="rsvps_per_network" type="number" min={1} />
            <Typed c={c} form={form} name="rsvps_per_event" type="number" min={1} />
          </div>
        </div>
      </fieldset>
      {group !== undefined && (
        <p>
          <a href={ownerPath(c.get('owner').id, 'settings/sign-in')}>{texts.providers.title}</a>
        </p>
      )}
    </>
  )
}

/** The fields of each page of the settings. */
export const FIELDS_OF_PARTS: Record<Part, FC<FieldsProps>> = {
  group: GroupFields,
  looks: LooksFields,
  email: EmailFields,
  privacy: PrivacyFields,
  access: AccessFields,
}
