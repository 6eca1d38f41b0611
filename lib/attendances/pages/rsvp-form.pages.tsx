import type { Child } from 'hono/jsx'
import { mostGuests } from '../guests.js'
import { HONEYPOT } from '../../visitors/rsvp-form-fields.js'
import type { Site } from '../../runtime/site.js'
import { rsvpFormPath, termsFor } from '../../visitors/documents/rsvp.js'
import { termsResource } from '../../visitors/consent.js'
import { counted } from '../../texts/messages.js'
import { Icon } from '../../pages/icons.js'
import { type Locale, spokenIn } from '../../pages/locale.js'
import { type Entries, QuestionFields } from '../../questions/question-fields.js'
import type { PageContent } from '../../pages/page-content.js'

interface Props {
  site: Site
  content: Pick<PageContent, 'event' | 'settings'>
  locale: Locale
  entries: Entries
  /** Whether people who answer now join the waiting list. */
  waits: boolean
  /** The address that the form goes to, if it is not that of the event. Its answer is then a page of its own. */
  action?: string
  /** Fields before the inputs. */
  children?: Child
}

/** The RSVP form: two fields, and what else a visitor may tell. It works without scripts. */
export function RsvpForm({ site, content: { event, settings }, locale, entries, waits, action, children }: Props) {
  const { messages, texts } = locale
  const { inputs, wrong } = entries
  const parts = { entries, locale }
  const { questions = [] } = event
  const keepsPage = action === undefined
  const isMoreOpen = ['phone', 'postal_code'].some((name) => inputs[name] || wrong.includes(name))
  return (
    <form
      class="stack turnout-form"
      method="post"
      action={action ?? `${site.publicUrl}${rsvpFormPath(event.id)}`}
      {...(keepsPage && { 'data-turnout-form': JSON.stringify(textsOfScript(locale)) })}
    >
      {children}
      <Field {...parts} name="name" label={texts.your_name} attributes={{ autocomplete: 'name' }} isOptional />
      <Field
        {...parts}
        name="email"
        label={texts.email}
        attributes={{ autocomplete: 'email', type: 'email', inputmode: 'email', required: true }}
      />
      <Party {...parts} most={mostGuests(event)} />
      <QuestionFields questions={questions} entries={entries} messages={messages} />
      <details class="more" open={isMoreOpen}>
        <summary>
          <Icon name="chevron-right" class="turn" />
          {texts.phone_and_code}
          <span class="quiet">{texts.optional}</span>
        </summary>
        <div class="stack">
          <Field {...parts} name="phone" label={texts.phone} attributes={{ autocomplete: 'tel', type: 'tel' }} />
          <Field
            {...parts}
            name="postal_code"
            label={messages.postal_code}
            attributes={{ autocomplete: 'postal-code' }}
          />
        </div>
      </details>
      <div hidden>
        <label for="website">{messages.leave_empty}</label>
        <input id="website" name={HONEYPOT} autocomplete="off" tabindex={-1} />
      </div>
      <input type="hidden" name="source" value={inputs['source']} />
      {inputs['ref'] && <input type="hidden" name="ref" value={inputs['ref']} />}
      <button class="btn main big wide">
        {event.approval ? messages.ask_to_come : waits ? texts.join_waitlist : texts.count_me_in}
      </button>
      <p class="turnout-notice" role="status"></p>
      <TermsBeside
        terms={termsResource(termsFor(settings, event, locale.lang))}
        language={event.language}
        isOfService={!(event.consent_text ?? settings.consent_text)}
        locale={locale}
        entries={entries}
      />
    </form>
  )
}

/** The texts that the script says itself. */
const textsOfScript = ({ messages }: Locale) => {
  const { sending, working, not_recorded, check_entries, too_many, terms_changed, recorded } = messages
  const { cancelled, over, not_open, closed, full, full_for_guests } = messages
  const { wrong_email, wrong_guests, wrong_phone, wrong_answer, wrong_entry, privacy_policy } = messages
  return {
    sending,
    working,
    not_recorded,
    check_entries,
    too_many,
    terms_changed,
    recorded,
    cancelled,
    over,
    not_open,
    closed,
    full,
    full_for_guests,
    wrong_email,
    wrong_guests,
    wrong_phone,
    wrong_answer,
    wrong_entry,
    privacy_policy,
  }
}

type Name = 'name' | 'email' | 'phone' | 'postal_code' | 'guests'

interface FieldProps {
  name: Name
  label: string
  attributes: object
  isOptional?: boolean
  entries: Entries
  locale: Locale
}

/** A label with an input, and what is wrong with it. */
const Field = ({ name, label, attributes, isOptional, entries, locale }: FieldProps) => (
  <div class="field">
    <label for={name}>
      {label} {isOptional && <span class="quiet">{locale.texts.optional}</span>}
    </label>
    <input
      class="input"
      id={name}
      name={name}
      maxlength={200}
      {...attributes}
      {...(entries.inputs[name] !== undefined && { value: entries.inputs[name] })}
      {...faultOf(name, entries)}
    />
    <FaultBeside name={name} entries={entries} locale={locale} />
  </div>
)

/** More people than this are typed, not chosen. */
const MOST_CHOSEN = 20

/** The field for the size of a party, where people may bring guests. Its value is the number of guests. */
function Party({ most, entries, locale }: { most: number; entries: Entries; locale: Locale }) {
  if (most <= 0) return null
  const { lang, messages, texts } = locale
  const sent = entries.inputs['guests'] ?? '0'
  if (most > MOST_CHOSEN)
    return (
      <Field
        name="guests"
        label={messages.guests}
        attributes={{ type: 'number', min: 0, max: most, value: sent }}
        entries={entries}
        locale={locale}
      />
    )
  return (
    <div class="field">
      <label for="guests">{texts.how_many}</label>
      <select class="input" id="guests" name="guests" data-most={most} {...faultOf('guests', entries)}>
        {Array.from({ length: most + 1 }, (_, guests) => (
          <option value={guests} selected={String(guests) === sent}>
            {guests === 0 ? texts.just_me : counted(lang, texts.people, guests + 1)}
          </option>
        ))}
      </select>
      <FaultBeside name="guests" entries={entries} locale={locale} most={most} />
    </div>
  )
}

const faultOf = (name: Name, { wrong }: Entries) =>
  wrong.includes(name) && {
    'aria-invalid': 'true',
    'aria-describedby': `wrong-${name}`,
    ...(name === wrong[0] && { autofocus: true }),
  }

function FaultBeside({
  name,
  entries,
  locale: { messages },
  most = 0,
}: Pick<FieldProps, 'name' | 'entries' | 'locale'> & { most?: number }) {
  if (!entries.wrong.includes(name)) return null
  const sentences: Partial<Record<Name, string>> = {
    guests: messages.wrong_guests.replace('{most}', String(most)),
    email: messages.wrong_email,
    phone: messages.wrong_phone,
  }
  return (
    <span class="turnout-fault" id={`wrong-${name}`}>
      {sentences[name] ?? messages.wrong_entry}
    </span>
  )
}

interface TermsProps {
  terms: ReturnType<typeof termsResource>
  language: string | undefined
  /** Whether the text is the service's, which is in the language of the page. */
  isOfService: boolean
  locale: Locale
  entries: Entries
}

/**
 * The terms beside the form's button. A text of the group is in the language of the event. The id of the terms shows
 * what the visitor has read. A box is ticked again only if the visitor has ticked it.
 */
const TermsBeside = ({ terms, language, isOfService, locale, entries: { inputs } }: TermsProps) => (
  <div class="turnout-terms small quiet" {...spokenIn(language, locale)}>
    {terms.opt_in_text && (
      <label class="turnout-box">
        <input type="checkbox" name="opt_in" value="yes" checked={inputs['opt_in'] !== undefined} /> {terms.opt_in_text}
      </label>
    )}
    <p {...(isOfService && { lang: locale.lang, dir: locale.dir })}>
      {terms.text}
      {terms.privacy_policy_url && (
        <>
          {' '}
          <a href={terms.privacy_policy_url} rel="noopener noreferrer nofollow">
            {locale.messages.privacy_policy}
          </a>
        </>
      )}
    </p>
    <input type="hidden" name="consent" value={terms.id} />
  </div>
)
