import type { Context } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { isCountry } from '../../fields/country.js'
import { countriesIn } from '../../fields/country-names.js'
import { SLUG_PATHS } from '../../resources/slug.js'
import type { EventCampaign } from '../../campaigns/event-campaign.js'
import type { ManageEnv } from '../../manage/environment.js'
import { type Entry, type InterfaceName, entries, interfaceFields } from '../interface-fields.js'
import { ACCESS_PARTS, LONGEST_ACCESS_NOTES } from '../accessibility.js'
import { LONGEST_CONTACT_NAME } from '../contact.js'
import { LONGEST_EXTRA_TEXT } from '../extra-emails.js'
import { COPIED } from './event-fields.manage.js'
import { ACCEPTED_IMAGES, MOST_BYTES } from './banner.manage.js'
import { previewPath } from './event-preview.manage.js'
import {
  Checkbox,
  FaultSummary,
  FaultText,
  Field,
  FileField,
  type FormState,
  More,
  Select,
} from '../../manage/page/form.js'
import { zoneName } from '../../manage/formats.js'
import { Icon, type IconName } from '../../manage/page/icons.js'
import { Form } from '../../manage/page/page.js'
import { DefaultButton, QuestionEditor } from '../../questions/manage/question-editor.manage.js'
import { countIn, isQuestionStep } from '../../questions/manage/question-values.manage.js'
import { EVENT_FORM_SCRIPT, addressesPath, sentencePath } from '../../manage/paths.js'
import { RepeatFields } from '../../series/manage/repeat-fields.manage.js'
import { REPEAT_FIELDS } from '../../series/manage/repeat-form.manage.js'

interface EventFormProps {
  c: Context<ManageEnv>
  action: string
  form: FormState
  /** The text of the button. */
  button: string
  /** A sentence beside the button. */
  explain?: string
  /** Identifies the form, so that sending it twice makes one event. */
  draft?: string
  /** The campaigns that a new event may belong to. */
  campaigns?: Pick<EventCampaign, 'id' | 'title'>[]
  /** Whether a series can be made of it. */
  repeats?: boolean
  /** Fields above the buttons. */
  children?: Child
}

/** The inputs of what is typed. */
const INPUTS: Record<Entry<unknown>['value'], object> = {
  number: { type: 'number' },
  url: { type: 'url' },
  email: { type: 'email' },
  date: { type: 'datetime-local' },
  text: { rows: 2 },
  'on or off': {},
  'public or private': {},
  json: {},
}

/** Returns the fields of a part of the form that are typed. */
const typedIn = (section: Entry<unknown>['section']) =>
  entries.filter(([, entry]) => entry.section === section && entry.value !== 'on or off').map(([name]) => name)

/** Returns those that are ticked. */
const tickedIn = (section: Entry<unknown>['section']) =>
  entries.filter(([, entry]) => entry.section === section && entry.value === 'on or off').map(([name]) => name)

/** The form of an event, for a new one and for changes: what every event has, and the rest below it. */
export const EventFields: FC<EventFormProps> = ({
  c,
  action,
  form,
  button,
  explain,
  draft,
  campaigns = [],
  repeats = false,
  children,
}) => {
  const texts = c.get('texts')
  const { event } = texts
  const { values } = form
  const isUntouched = draft !== undefined && form.faults.length === 0 && !values['title']
  const labels: Record<string, string> = { ...event.labels, ...texts.series.labels }
  // A repetition is not saved before its dates are seen.
  const ways = repeats ? { 'data-once': button, 'data-repeated': texts.series.seeDates } : {}
  const isRepeated = repeats && (values['repeat'] ?? 'once') !== 'once'
  const field = (name: keyof typeof event.labels, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field texts={texts} form={form} name={name} label={event.labels[name]} {...more} />
  )
  const hints: Partial<Record<InterfaceName, string>> = event.hints
  const entered = (name: InterfaceName) => {
    const { value, min, maxlength, words }: Entry<unknown> = interfaceFields[name]
    const hint = hints[name]
    const named: Record<string, string> = event.words
    if (words)
      return (
        <Select
          texts={texts}
          form={form}
          name={name}
          label={event.labels[name]}
          {...(hint !== undefined && { hint })}
          options={Object.fromEntries(words.map((word) => [word, named[word] ?? word]))}
        />
      )
    return field(name, {
      ...INPUTS[value],
      ...(min !== undefined && { min }),
      ...(maxlength !== undefined && { maxlength }),
      ...(hint !== undefined && { hint }),
    })
  }
  const ticked = (name: InterfaceName) => (
    <Checkbox form={form} name={name} label={event.labels[name]} hint={hints[name] ?? ''} />
  )
  const isOpen = (...names: string[]) =>
    form.faults.some(({ properties }) => names.some((name) => properties.some((each) => each.startsWith(name))))
  return (
    <Form
      c={c}
      action={action}
      enctype="multipart/form-data"
      class="card stack g5 max-l"
      data-unsaved={form.faults.length > 0 ? 'changed' : 'no'}
    >
      {values['revision'] && <input type="hidden" name="revision" value={values['revision']} />}
      {draft && <input type="hidden" name="draft" value={draft} />}
      {COPIED.map((name) => values[name] && <input type="hidden" name={name} value={values[name]} />)}
      {values['asked_by'] && <input type="hidden" name="asked_by" value={values['asked_by']} />}
      <DefaultButton label={button} />
      <FaultSummary texts={texts} form={form} labels={labels} />
      {field('title', { required: true, maxlength: 300, class: 'title', autofocus: isUntouched })}
      <div class="field">
        <div class="cols when">
          {field('day', { type: 'date' })}
          {field('start_time', { type: 'time' })}
          {field('end_time', { type: 'time', describedBy: 'end-hint' })}
        </div>
        <p class="hint" id="end-hint">
          {event.hints.end}
        </p>
      </div>
      <Where c={c} form={form} />
      {field('description', { rows: 6, hint: event.hints.markdown, optional: true })}
      <div>
        {repeats && (
          <RepeatFields
            texts={texts}
            form={form}
            lang={c.get('lang')}
            open={isOpen(...REPEAT_FIELDS)}
            sentence={sentencePath(c.get('owner').id)}
          />
        )}
        <More
          icon="ticket"
          title={event.room}
          now={values['capacity'] ? event.placesNow(values['capacity'], values['waitlist'] === 'on') : event.noLimit}
          open={isOpen(...typedIn('places'))}
        >
          <div class="cols min-15">{typedIn('places').map(entered)}</div>
          {tickedIn('places').map(ticked)}
        </More>
        <More
          icon="image"
          title={event.banner}
          now={values['featured_image_url'] ? event.chosen : event.none}
          open={isOpen('banner', ...typedIn('banner'))}
        >
          <div class="stack" data-banner data-most={MOST_BYTES} data-wrong={texts.form.malformed.banner}>
            {values['featured_image_url'] && (
              <img class="banner" src={values['featured_image_url']} alt={event.bannerNow} />
            )}
            <FileField
              texts={texts}
              form={form}
              name="banner"
              label={event.labels.banner}
              hint={event.hints.banner}
              accept={ACCEPTED_IMAGES}
            />
            {typedIn('banner').map(entered)}
          </div>
        </More>
        <More
          icon="calendar-days"
          title={event.time}
          now={values['timezone_identifier'] || zoneOfPlace(c)}
          open={isOpen('timezone_identifier', 'end_day', 'location.country')}
        >
          <CountryChoice c={c} form={form} />
          {field('end_day', { type: 'date', hint: event.hints.endDay, optional: true })}
          <ZoneChoice c={c} form={form} />
        </More>
        <More
          icon="list-checks"
          title={event.guestsGet}
          now={values['instructions'] ? event.written : event.none}
          open={isOpen('instructions', ...typedIn('guests'))}
        >
          {field('instructions', { rows: 4, hint: event.hints.instructions })}
          {typedIn('guests').map(entered)}
          {tickedIn('guests').map(ticked)}
        </More>
        <More
          icon="mail"
          title={event.emails}
          now={event.emailsNow(EXTRA_TIMES.filter((_, i) => values[`emails_${i}_text`]).length)}
          open={isOpen('emails')}
        >
          <ExtraEmails c={c} form={form} />
        </More>
        <More
          icon="list-checks"
          title={event.accessibility}
          now={ACCESS_PARTS.filter((part) => values[`accessibility_${part}`] === 'yes')
            .map((part) => event.labels[`accessibility_${part}`])
            .join(', ')}
          open={isOpen('accessibility')}
        >
          <div class="cols">
            {ACCESS_PARTS.map((part) => (
              <Select
                texts={texts}
                form={form}
                name={`accessibility_${part}`}
                options={{ '': event.notSaid, ...event.access }}
                label={event.labels[`accessibility_${part}`]}
              />
            ))}
          </div>
          {field('accessibility_notes', { rows: 2, maxlength: LONGEST_ACCESS_NOTES })}
        </More>
        <More
          icon="mail"
          title={event.contact}
          now={values['contact_name'] || values['contact_email_address'] || event.none}
          open={isOpen('contact')}
        >
          {field('contact_name', { maxlength: LONGEST_CONTACT_NAME })}
          <div class="cols">
            {field('contact_email_address', { type: 'email', hint: event.hints.contact })}
            {field('contact_phone_number', { type: 'tel' })}
          </div>
          <Checkbox form={form} name="contact_public" label={event.labels.contact_public} />
        </More>
        <More
          icon="message-circle"
          title={texts.questions.title}
          now={countIn(values) > 0 ? texts.questions.count(countIn(values)) : event.none}
          open={isQuestionStep(values) || isOpen('question')}
        >
          <QuestionEditor c={c} form={form} action={action} />
        </More>
        <More
          icon="megaphone"
          title={event.team}
          now={
            values['hidden'] === 'on'
              ? event.labels.hidden
              : values['visibility'] === 'private'
                ? event.words.private
                : ''
          }
          open={isOpen('name', 'kind', 'slug', 'browser_url', ...typedIn('team'))}
        >
          <Select
            texts={texts}
            form={form}
            name="kind"
            label={event.labels.kind}
            options={{ '': event.notSaid, ...event.kinds }}
          />
          <CampaignChoice c={c} form={form} campaigns={campaigns} />
          {field('name', { hint: event.hints.name })}
          {draft === undefined &&
            field('slug', {
              hint: event.hints.slug(`${c.get('publicUrl')}/${SLUG_PATHS.event}`),
              maxlength: 300,
            })}
          {field('browser_url', { type: 'url', hint: event.hints.browserUrl })}
          {typedIn('team').map(entered)}
          <Checkbox form={form} name="hidden" label={event.labels.hidden} hint={event.hints.hidden} />
        </More>
        <div class="rule"></div>
      </div>
      {children}
      <div class="line">
        <button class="btn main" {...ways}>
          {isRepeated ? texts.series.seeDates : button}
        </button>
        {draft === undefined && (
          <button class="btn" formaction={previewPath(action)}>
            {event.preview}
          </button>
        )}
        {explain && <span class="small quiet">{explain}</span>}
      </div>
      <script src={EVENT_FORM_SCRIPT} defer></script>
    </Form>
  )
}

/** The times that the emails of the form begin with. */
const EXTRA_TIMES = ['120', '2880']

/** The further emails of an event. A time that is none of the choices was set by a command, and stays. */
const ExtraEmails: FC<Pick<EventFormProps, 'c' | 'form'>> = ({ c, form }) => {
  const texts = c.get('texts')
  const { event } = texts
  return (
    <div class="stack" id="emails">
      <p class="hint">{event.hints.emails}</p>
      <FaultText texts={texts} form={form} name="emails" />
      {EXTRA_TIMES.map((usual, i) => {
        const name = `emails_${i}_when`
        const when = form.values[name] || usual
        return (
          <fieldset>
            <legend>{event.emailTitle(i + 1)}</legend>
            <div class="stack">
              <div class="cols">
                <Select
                  texts={texts}
                  name={name}
                  label={event.labels.emails_when}
                  form={{ ...form, values: { ...form.values, [name]: when } }}
                  options={{
                    ...event.emailTimes,
                    ...(!Object.hasOwn(event.emailTimes, when) && { [when]: event.minutesBefore(when) }),
                  }}
                />
                <Select
                  texts={texts}
                  form={form}
                  name={`emails_${i}_to`}
                  label={event.labels.emails_to}
                  options={event.emailTo}
                />
              </div>
              <Field
                texts={texts}
                form={form}
                name={`emails_${i}_text`}
                label={event.labels.emails_text}
                rows={3}
                maxlength={LONGEST_EXTRA_TEXT}
                hint={event.hints.emails_text}
              />
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

/** The venue and its address in one field, and whether people may take part from anywhere. */
const Where: FC<Pick<EventFormProps, 'c' | 'form'>> = ({ c, form }) => {
  const texts = c.get('texts')
  const { event } = texts
  const { values } = form
  const mode = values['attendance_mode'] || 'in_person'
  const choices = ['in_person', 'online', 'mixed'] as const
  const icons: Record<string, IconName> = { in_person: 'map-pin', online: 'video' }
  return (
    <fieldset class="field where">
      <legend class="mb1">{event.where}</legend>
      <div class="seg mb3">
        {choices.map((each) => (
          <label>
            <input type="radio" name="attendance_mode" value={each} checked={each === mode} />
            {icons[each] && <Icon name={icons[each]} />}
            {event.modes[each]}
          </label>
        ))}
      </div>
      <div class="suggests at-venue" data-addresses={addressesPath(c.get('owner').id)}>
        <Field
          texts={texts}
          form={form}
          name="where"
          label={event.labels.where}
          hint={event.hints.where}
          autocomplete="off"
        />
        <ul class="suggestions" id="suggestions" role="listbox" aria-label={event.suggestions} hidden></ul>
      </div>
      <div class="online">
        <Field
          texts={texts}
          form={form}
          name="join_link"
          type="url"
          label={event.labels.join_link}
          hint={event.hints.joinLink}
          autocomplete="off"
          optional
        />
      </div>
      {['venue', 'address_lines', 'locality', 'region', 'postal_code'].map((name) =>
        values[`location.${name}`] ? (
          <input type="hidden" name={`location.${name}`} value={values[`location.${name}`]} />
        ) : (
          ''
        ),
      )}
    </fieldset>
  )
}

/** Countries are chosen by their names in the language of the reader. */
const CountryChoice: FC<Pick<EventFormProps, 'c' | 'form'>> = ({ c, form }) => {
  const { event } = c.get('texts')
  const current = form.values['location.country'] ?? ''
  const typed = current && !isCountry(current) ? [[current, current] as const] : []
  return (
    <Select
      form={form}
      name="location.country"
      label={event.labels['location.country']}
      options={Object.fromEntries([['', '–'], ...typed, ...countriesIn(c.get('lang'))])}
    />
  )
}

/** Says which zone an event has that names none. */
function zoneOfPlace(c: EventFormProps['c']): string {
  const { event: texts } = c.get('texts')
  const { zone } = c.get('owner')
  return zone === undefined ? texts.zoneOfLocation : texts.zoneOfLocationOr(zoneName(zone, c.get('lang')))
}

const ZoneChoice: FC<Pick<EventFormProps, 'c' | 'form'>> = ({ c, form }) => {
  const { event } = c.get('texts')
  const current = form.values['timezone_identifier'] ?? ''
  const zones = Intl.supportedValuesOf('timeZone')
  const all = current && !zones.includes(current) ? [current, ...zones] : zones
  return (
    <Select
      form={form}
      name="timezone_identifier"
      label={event.labels.timezone_identifier}
      options={{
        '': zoneOfPlace(c),
        ...Object.fromEntries(all.map((zone) => [zone, zone.replaceAll('_', ' ')])),
      }}
    />
  )
}

/** An event stays in its campaign, so only the form of a new one has the choice. */
const CampaignChoice: FC<Required<Pick<EventFormProps, 'c' | 'form' | 'campaigns'>>> = ({ c, form, campaigns }) => {
  const { event, campaigns: texts } = c.get('texts')
  const { campaign } = form.values
  const isOffered = campaigns.some(({ id }) => id === campaign)
  if (campaign && !isOffered) return <input type="hidden" name="campaign" value={campaign} />
  if (campaigns.length === 0) return <></>
  const options = campaigns.map(({ id, title }) => [id, title] as const)
  return (
    <Select
      form={form}
      name="campaign"
      label={texts.campaign}
      hint={event.hints.campaign}
      options={{ '': event.noCampaign, ...Object.fromEntries(options) }}
    />
  )
}
