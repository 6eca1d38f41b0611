import type { Child } from 'hono/jsx'
import type { Site } from '../../domain/site.js'
import { mostGuests } from '../../domain/places/guests.js'
import { HONEYPOT } from '../../domain/public/rsvp-form-fields.js'
import { rsvpFormLink } from '../../hal/attendances/rsvp.js'
import { termsFor, termsResource } from '../../hal/attendances/terms.js'
import type { Messages } from '../../messages/messages.js'
import { QuestionFields } from '../questions/question-fields.js'
import type { Locale } from '../locale.js'
import type { PageContent } from '../page-content.js'

/** The input of a visitor, when the form is shown again. */
export interface Entries {
  inputs: Record<string, string>
  /** The names of the inputs that are wrong. */
  wrong: string[]
}

interface Props {
  site: Site
  content: Pick<PageContent, 'event' | 'settings'>
  locale: Locale
  entries: Entries
  /** The address that the form goes to, if it is not that of the event. */
  action?: string
  /** Fields before the inputs. */
  children?: Child
}

/** The RSVP form as browsers without scripts have it. The widget builds the same one. */
export function RsvpForm({ site, content: { event, settings }, locale, entries, action, children }: Props) {
  const { messages } = locale
  const most = mostGuests(event)
  const field = (name: Name, label: string, attributes: object = {}) => (
    <Field name={name} label={label} attributes={attributes} entries={entries} locale={locale} />
  )
  return (
    <form
      class="turnout-form"
      method="post"
      action={action ?? rsvpFormLink(site, event.id).href}
      {...locale.other}
    >
      {children}
      {field('given_name', messages.given_name, { autocomplete: 'given-name' })}
      {field('family_name', messages.family_name, { autocomplete: 'family-name' })}
      {field('email', messages.email, { autocomplete: 'email', type: 'email', required: true })}
      {field('postal_code', messages.postal_code, { autocomplete: 'postal-code' })}
      {most > 0 && field('guests', messages.guests, { type: 'number', min: 0, max: most, value: 0 })}
      <QuestionFields questions={event.questions ?? []} entries={entries} locale={locale} />
      <label class="turnout-field" hidden>
        {messages.leave_empty}
        <input name={HONEYPOT} autocomplete="off" tabindex={-1} />
      </label>
      <input type="hidden" name="source" value={entries.inputs['source']} />
      <TermsBeside terms={termsResource(termsFor(settings, event))} locale={locale} entries={entries} />
      <button>{messages.rsvp}</button>
    </form>
  )
}

type Name = 'given_name' | 'family_name' | 'email' | 'postal_code' | 'guests'

interface FieldProps {
  name: Name
  label: string
  attributes: object
  entries: Entries
  locale: Locale
}

/** A label with an input, and what is wrong with it. */
function Field({ name, label, attributes, entries: { inputs, wrong }, locale }: FieldProps) {
  const { messages } = locale
  const fault = `wrong-${name}`
  const isWrong = wrong.includes(name)
  return (
    <label class="turnout-field">
      {label}
      <input
        name={name}
        maxlength={200}
        {...attributes}
        {...(inputs[name] !== undefined && { value: inputs[name] })}
        {...(isWrong && { 'aria-invalid': 'true', 'aria-describedby': fault })}
        {...(isWrong && name === wrong[0] && { autofocus: true })}
      />
      {isWrong && (
        <span class="turnout-fault" id={fault}>
          {sentenceAbout(name, messages).replace('{most}', `${(attributes as { max?: number }).max}`)}
        </span>
      )}
    </label>
  )
}

/** Returns the fault of an input. */
function sentenceAbout(name: Name, messages: Messages): string {
  if (name === 'guests') return messages.wrong_guests
  return name === 'email' ? messages.wrong_email : messages.wrong_entry
}

interface TermsProps {
  terms: ReturnType<typeof termsResource>
  locale: Locale
  entries: Entries
}

/** The terms beside the form's button. A box is ticked again only if the visitor has ticked it. */
const TermsBeside = ({ terms, locale: { messages }, entries: { inputs } }: TermsProps) => (
  <div class="turnout-terms">
    <p>
      {terms.text}
      {terms.privacy_policy_url && (
        <>
          {' '}
          <a href={terms.privacy_policy_url} rel="noopener noreferrer nofollow">
            {messages.privacy_policy}
          </a>
        </>
      )}
    </p>
    {terms.opt_in_text && (
      <label class="turnout-box">
        <input type="checkbox" name="opt_in" value="yes" checked={inputs['opt_in'] !== undefined} />{' '}
        {terms.opt_in_text}
      </label>
    )}
    <input type="hidden" name="consent" value={terms.id} />
  </div>
)
