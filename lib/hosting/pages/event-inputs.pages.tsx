import type { Child } from 'hono/jsx'
import { ACCESS_ANSWERS, ACCESS_PARTS, EVENT_KINDS, LONGEST_ACCESS_NOTES } from '../../events/accessibility.js'
import { countriesIn } from '../../fields/country-names.js'
import { Icon } from '../../pages/icons.js'
import type { Fault } from '../../runtime/errors.js'
import type { HostingMessages } from '../texts.js'
import type { HostingLocale } from './host-page.pages.js'

/** The texts that were typed into a form, and what is wrong with it. */
export interface Typed {
  inputs: Record<string, string>
  faults: readonly Fault[]
}

interface InputProps {
  texts: HostingMessages
  typed: Typed
  name: string
  label: string
  hint?: string
  isOptional?: boolean
  isWide?: boolean
  rows?: number
  options?: Record<string, string>
  attributes?: object
}

const faultOf = ({ faults }: Typed, name: string) => faults.find(({ properties }) => properties.includes(name))

/** Returns the sentence about a fault, in the language of the page. */
function sentenceOf(texts: HostingMessages, { error_code }: Fault, name: string): string {
  const known = texts as unknown as Partial<Record<string, string>>
  const isNamed = ['required', 'ends_before_start', 'past', 'outside_days', 'fewer_than_come', 'links']
  if (isNamed.includes(error_code)) return known[`fault_${error_code}`] ?? texts.fault_other
  return known[`fault_${name}`] ?? texts.fault_other
}

/** A labeled input with what was typed and, beside it, what is wrong with it. */
export function Input({
  texts,
  typed,
  name,
  label,
  hint,
  isOptional,
  isWide,
  rows,
  options,
  attributes = {},
}: InputProps) {
  const fault = faultOf(typed, name)
  const described = [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ')
  const value = typed.inputs[name] ?? ''
  const common = {
    id: name,
    name,
    class: 'input',
    ...attributes,
    ...(described && { 'aria-describedby': described }),
    ...(fault && { 'aria-invalid': 'true' as const }),
    ...(fault && typed.faults[0] === fault && { autofocus: true }),
  }
  return (
    <div class={`field${isWide || rows ? ' span' : ''}`}>
      <label for={name}>
        {label} {isOptional && <span class="opt">({texts.optional})</span>}
      </label>
      {rows ? (
        <textarea rows={rows} {...common}>
          {value}
        </textarea>
      ) : options ? (
        <select {...common}>
          {Object.entries(options).map(([each, text]) => (
            <option value={each} selected={each === value}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input value={value} maxlength={200} {...common} />
      )}
      {fault && (
        <span class="fault" id={`${name}-fault`}>
          {sentenceOf(texts, fault, name)}
        </span>
      )}
      {hint && (
        <span class="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** Days between which an event may start. */
interface Days {
  from?: string | undefined
  until?: string | undefined
}

/** Names of inputs that most hosts leave alone. They are open where one of them has a fault. */
const FURTHER = [
  'kind',
  'capacity',
  'country',
  'access_notes',
  'phone',
  ...ACCESS_PARTS.map((part) => `access_${part}`),
]

/**
 * The inputs of an event: what it is, when and where, and the rest behind one heading. The form of a new event has
 * them, and the edit of a host.
 */
export function EventInputs({
  locale,
  typed,
  days: { from, until },
  children,
}: {
  locale: HostingLocale
  typed: Typed
  days: Days
  /** Further inputs behind the heading. */
  children?: Child
}) {
  const { hosting: texts, messages, lang } = locale
  const input = (
    name: {
      [Key in keyof HostingMessages]: HostingMessages[Key] extends string ? Key : never
    }[keyof HostingMessages],
    more: Partial<Omit<InputProps, 'texts' | 'typed' | 'name' | 'label'>> = {},
  ) => <Input texts={texts} typed={typed} name={name} label={texts[name]} {...more} />
  const day = { type: 'datetime-local', ...(from && { min: `${from}T00:00` }) }
  return (
    <>
      <fieldset class="card cols min-15">
        <legend>{texts.your_event}</legend>
        {input('title', { isWide: true, attributes: { required: true, maxlength: 150 } })}
        {input('description', { rows: 5, hint: texts.description_hint, isOptional: true })}
        {input('start', {
          attributes: { ...day, required: true, ...(until && { max: `${until}T23:59` }) },
        })}
        {input('end', { isOptional: true, attributes: day })}
      </fieldset>
      <fieldset class="card stack where">
        <legend>{texts.where_title}</legend>
        {input('mode', { options: { in_person: texts.in_person, online: texts.online } })}
        <div class="stack at-venue">
          {input('where', { hint: texts.where_hint, attributes: { autocomplete: 'off' } })}
          {input('address_shown', { options: { everybody: texts.everybody, guests: texts.guests_only } })}
        </div>
        <div class="stack online">
          {input('join_url', {
            isOptional: true,
            hint: texts.join_url_hint,
            attributes: { type: 'url', maxlength: 2000 },
          })}
        </div>
      </fieldset>
      <details
        class="more card"
        open={typed.faults.some(({ properties }) => properties.some((name) => FURTHER.includes(name)))}
      >
        <summary>
          <Icon name="chevron-right" class="turn" />
          {texts.more}
          <span class="quiet">{texts.optional}</span>
        </summary>
        <div class="cols min-15">
          {input('kind', {
            options: { '': '–', ...Object.fromEntries(EVENT_KINDS.map((each) => [each, messages[`kind_${each}`]])) },
          })}
          {input('capacity', { hint: texts.capacity_hint, attributes: { type: 'number', min: 1 } })}
          {input('country', {
            options: Object.fromEntries(countriesIn(lang)),
            attributes: { autocomplete: 'country' },
          })}
          {children}
          {ACCESS_PARTS.map((part) => (
            <Input
              texts={texts}
              typed={typed}
              name={`access_${part}`}
              label={messages[`access_${part}`]}
              options={{
                '': '–',
                ...Object.fromEntries(ACCESS_ANSWERS.map((each) => [each, messages[`access_${each}`]])),
              }}
            />
          ))}
          {input('access_notes', { rows: 2, attributes: { maxlength: LONGEST_ACCESS_NOTES } })}
        </div>
      </details>
    </>
  )
}
