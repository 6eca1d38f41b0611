import type { EventChange, EventDraft, InterfaceFields, OsdiEvent } from '../event.js'
import type { Body, BodyFields } from '../../fields/field.js'
import { eventFields } from '../event-fields.js'
import { changeTo, entries, interfaceNames, interfaceValues } from '../interface-fields.js'
import { bodyFields, ownNames } from '../../fields/vocabulary.js'
import { ATTENDANCE_MODES } from '../event-fields.js'
import { WINDOW, between, shifted } from '../rsvp-window.js'
import { ACCESS_PARTS } from '../accessibility.js'
import { type ExtraEmail, MOST_EXTRA_EMAILS } from '../extra-emails.js'
import { isOnline } from '../event-state.js'
import { inOneLine } from '../../locations/location.js'
import type { ReadLine } from '../../locations/geocode/read-line.js'
import { type Fault, OsdiError, invalid } from '../../runtime/errors.js'
import { faultInForm, questionsIn, valuesOfQuestions } from '../../questions/manage/question-values.manage.js'
import { type Site, native } from '../../runtime/site.js'
import { slugFaults } from '../../resources/slug.js'
import { readNew } from '../../fields/read-body.js'
import { htmlOfTyped, typedOfHtml } from '../../markup/typed-text.js'

/** The fields of the form of an event that hold a text, by the names of the API. */
const TEXTS = ['title', 'name', 'start_date', 'end_date', 'timezone_identifier', 'browser_url'] as const
const HTML = ['description', 'instructions'] as const
/** Fields of callers that are inputs of their own in the form, each named after the field and its part. */
const PARTS = {
  contact: ['name', 'email_address', 'phone_number', 'public'],
  accessibility: [...ACCESS_PARTS, 'notes'],
} as const
const ADDRESS = ['venue', 'locality', 'region', 'postal_code', 'country'] as const

/** The fields that only the interface sets and that are typed, not ticked. */
const typedFields: BodyFields = Object.fromEntries(
  entries.filter(([, { value }]) => value !== 'on or off').map(([name, { typed }]) => [name, { value: typed }]),
)

/**
 * The fields of an event in a form: those that callers of the API may set too, and those that only the interface sets.
 */
export interface EventForm {
  draft: EventDraft
  interfaceFields: InterfaceFields
}

/**
 * Reads the form of an event by the rules of the API.
 * @param others faults of the form that are known already
 * @throws OsdiError invalid, naming every fault; the names of the properties are those of the fields
 */
export function readEventForm(
  { site, addresses }: { site: Site; addresses: { read: ReadLine } },
  values: Record<string, string>,
  others: readonly Fault[] = [],
): EventForm {
  const known = [
    ...(others.length > 0 ? others : timeFaults(values)),
    ...slugFaults(values['slug'] ?? ''),
    ...linkFaults(values),
  ]
  const typed = {
    ...values,
    ...movedWindowOf(values),
    ...timesIn(values),
    ...addressIn(values, addresses.read),
    ...instructionsIn(values),
    emails: emailsIn(values),
  }
  try {
    return readTyped(site, typed, known)
  } catch (error) {
    if (!(error instanceof OsdiError) || error.faults.length === 0) throw error
    const [first, ...rest] = error.faults.map((each) => faultInForm(ofTheForm(each), native(site, 'questions'))) as [
      Fault,
      ...Fault[],
    ]
    throw invalid([first, ...rest])
  }
}

/** The fields of the form that hold the dates of the API. */
const FORM_FIELDS: Record<string, string> = { start_date: 'day', end_date: 'end_time' }

const ofTheForm = ({ properties, ...fault }: Fault): Fault => ({
  ...fault,
  properties: properties.map((name) => FORM_FIELDS[name] ?? inputOfPart(name) ?? name),
})

/** The input of a part of a field, such as `contact_name`; that of its first part for the field as a whole. */
function inputOfPart(path: string): string | undefined {
  const [field = '', part] = path.replace(/^[^.]*:/, '').split('.')
  if (!Object.hasOwn(PARTS, field)) return undefined
  return `${field}_${part ?? (field === 'contact' ? 'email_address' : 'notes')}`
}

function readTyped(site: Site, values: Record<string, string>, others: readonly Fault[]): EventForm {
  const body: Body = { origin_system: site.defaultOriginSystem ?? 'Turnout' }
  for (const name of Object.keys(typedFields)) body[name] = values[name]
  for (const name of TEXTS) body[name] = values[name]
  for (const name of HTML) body[name] = htmlOfTyped(values[name] ?? '', name)
  const mode = modeIn(values)
  if (mode) body[native(site, 'attendance_mode')] = mode
  body[native(site, 'questions')] = questionsIn(values)
  const contact = partsIn(values, 'contact')
  body[native(site, 'kind')] = values['kind']
  body[native(site, 'accessibility')] = partsIn(values, 'accessibility')
  if (contact) body[native(site, 'contact')] = { ...contact, public: contact['public'] === 'on' }
  const street = values['location.address_lines']?.trim()
  body['location'] = {
    ...Object.fromEntries(ADDRESS.map((name) => [name, values[`location.${name}`]])),
    ...(street && { address_lines: [street] }),
  }
  const fields = { ...bodyFields(ownNames(eventFields), site), ...typedFields }
  const read = readWith(others, () => readNew(fields, body, site)).values
  const isTyped = (name: string) => name in typedFields
  const draft = Object.fromEntries(Object.entries(read).filter(([name]) => !isTyped(name)))
  const ticked = Object.fromEntries(interfaceNames.map((name) => [name, values[name] === 'on']))
  return {
    draft: draft as EventDraft,
    interfaceFields: { hidden: values['hidden'] === 'on', ...interfaceValues({ ...ticked, ...read }) },
  }
}

/** Returns the parts of a field that were filled in; undefined where none was. */
function partsIn(values: Record<string, string>, field: keyof typeof PARTS) {
  const filled = PARTS[field].flatMap((part) => {
    const value = values[`${field}_${part}`]?.trim()
    return value ? [[part, value] as const] : []
  })
  return filled.length > 0 ? (Object.fromEntries(filled) as Record<string, string>) : undefined
}

/** The inputs of a further email, `emails_0_when`. */
const EXTRA_PARTS = ['when', 'to', 'text'] as const

/** Returns the further emails that have a text, as their field has them. A time is always chosen in a browser. */
function emailsIn(values: Record<string, string>): string {
  const emails = Array.from({ length: MOST_EXTRA_EMAILS }, (_, i) => {
    const [when = '', to = '', text = ''] = EXTRA_PARTS.map((part) => values[`emails_${i}_${part}`]?.trim())
    return text === '' ? undefined : { when: Number(when), to, text }
  }).filter((each) => each !== undefined)
  return emails.length > 0 ? JSON.stringify(emails) : ''
}

/** Returns what the inputs of further emails hold. */
const valuesOfEmails = (emails: ExtraEmail[] = []) =>
  Object.fromEntries(
    emails.flatMap((email, i) => EXTRA_PARTS.map((part) => [`emails_${i}_${part}`, enteredAs(email[part])])),
  )

/** Returns the choice between a location and taking part online. */
const modeIn = (values: Record<string, string>) => ATTENDANCE_MODES.find((each) => each === values['attendance_mode'])

const HOUR_MS = 3_600_000

/** An event without an end is over two hours after its start. */
const USUAL_HOURS = 2

const fault = (name: string, description: string): Fault => ({
  error_code: 'malformed',
  description,
  properties: [name],
})

/** The inputs of the form of a copy that hold the times of the event that it is a copy of. */
export const COPIED = ['start_date', ...WINDOW].map((name) => `copied_${name}`)

/** Returns the values of these inputs, for an event that has a window. */
export function copiedTimes(event: OsdiEvent): Record<string, string> {
  if (WINDOW.every((name) => event[name] === undefined)) return {}
  return Object.fromEntries(
    (['start_date', ...WINDOW] as const).flatMap((name) => {
      const time = event[name]
      return time === undefined ? [] : [[`copied_${name}`, time]]
    }),
  )
}

/** Returns the window of a copy, moved with its start where it was not touched. */
function movedWindowOf({ copied_start_date: from, ...values }: Record<string, string>): Record<string, string> {
  const { start_date: to = '' }: { start_date?: string } = timesIn(values)
  if (!from || !isClock(to)) return {}
  return Object.fromEntries(
    WINDOW.flatMap((name) => {
      const copied = values[`copied_${name}`]
      if (!copied || !isClock(copied) || !isClock(from) || !copied.startsWith(values[name] || '-')) return []
      return [[name, shifted(copied, between(from, to))]]
    }),
  )
}

const isClock = (text: string) => !Number.isNaN(Date.parse(`${text}Z`))

/** Returns the start and the end of a form that has a day and times, as the API has them. */
function timesIn({ day = '', start_time = '', end_time = '', end_day = '' }: Record<string, string>) {
  if (day === '' || start_time === '') return {}
  const start_date = `${day}T${start_time}`
  if (end_time) return { start_date, end_date: `${end_day || endDayOf(day, start_time, end_time)}T${end_time}` }
  const start = Date.parse(`${start_date}Z`)
  const end = Number.isNaN(start) ? '' : new Date(start + USUAL_HOURS * HOUR_MS).toISOString().slice(0, 16)
  return { start_date, end_date: end }
}

/** The most hours that an event of one evening goes on for. Beyond them, an end before the start is a mistake. */
const MOST_HOURS_OF_A_NIGHT = 12

/** Returns the day on which an event ends that names only times: the next one where it goes on past midnight. */
function endDayOf(day: string, start_time: string, end_time: string): string {
  const next = Date.parse(`${day}T00:00Z`) + 24 * HOUR_MS
  if (Number.isNaN(next)) return day
  const ends = new Date(next).toISOString().slice(0, 10)
  const hours = (Date.parse(`${ends}T${end_time}Z`) - Date.parse(`${day}T${start_time}Z`)) / HOUR_MS
  return end_time < start_time && hours <= MOST_HOURS_OF_A_NIGHT ? ends : day
}

/** Names an end before the start, times without a day, and a day without a time: it would begin at midnight. */
function timeFaults(values: Record<string, string>): Fault[] {
  const { start_date = '', end_date = '' } = { ...values, ...timesIn(values) }
  const { day, start_time } = values
  if (day === '' && start_time) return [fault('day', 'Choose a day')]
  if (day && !start_time) return [fault('start_time', 'Choose a time')]
  const isBefore = Date.parse(`${end_date}Z`) < Date.parse(`${start_date}Z`)
  return isBefore ? [fault('end_time', 'The event ends before it starts')] : []
}

/** Names a malformed link to join. */
const linkFaults = ({ join_link = '', ...values }: Record<string, string>) =>
  join_link.trim() === '' || !isOnline(modeIn(values)) || /^https?:\/\/[^\s<>"]+$/.test(join_link.trim())
    ? []
    : [fault('join_link', 'Enter an address that begins with https://')]

/** Returns what people who come read: the link to join an event online stands before the rest. */
function instructionsIn({ join_link: link = '', instructions = '', ...values }: Record<string, string>) {
  if (link.trim() === '' || !isOnline(modeIn(values))) return {}
  return { instructions: [link.trim(), instructions].filter(Boolean).join('\n\n') }
}

/** The link to join in instructions, as they are typed: a first paragraph that is nothing but an address. */
const JOIN_LINK = /^(https?:\/\/\S+)(?:\n\s*\n|$)/

/** Takes the instructions apart, as the form has them. */
function instructionsOf(typed: string, mode: OsdiEvent['attendance_mode']) {
  const [whole, join_link] = (isOnline(mode) && JOIN_LINK.exec(typed)) || []
  return join_link === undefined
    ? { join_link: '', instructions: typed }
    : { join_link, instructions: typed.slice(whole?.length).trim() }
}

/** Returns the parts of the address: those of the line where it was changed, else those that are known. */
function addressIn(values: Record<string, string>, read: ReadLine): Record<string, string> {
  const { where } = values
  if (where === undefined) return {}
  const known = Object.fromEntries(ADDRESS.map((name) => [name, values[`location.${name}`] ?? '']))
  if (where.trim() === inOneLine({ ...known, address_lines: [values['location.address_lines'] ?? ''] })) return {}
  const parts: Record<string, string | undefined> = { ...read(where, known['country'] || 'US') }
  const names = ['venue', 'locality', 'region', 'postal_code', 'address_lines']
  return {
    ...Object.fromEntries(names.map((name) => [`location.${name}`, parts[name] ?? ''])),
    ...(parts['country'] && { 'location.country': parts['country'] }),
  }
}

/** Does what reads a form. @throws OsdiError invalid, with the faults that are known already */
function readWith<Result>(others: readonly Fault[], read: () => Result): Result {
  const [first, ...rest] = others
  if (!first) return read()
  try {
    read()
  } catch (error) {
    if (error instanceof OsdiError) throw invalid([first, ...rest, ...error.faults])
    throw error
  }
  throw invalid([first, ...rest])
}

/** Returns the change that a form makes: the form has every field, so an empty one clears. */
export function changeOfForm({ draft, interfaceFields }: EventForm) {
  const { origin_system: _kept, location, questions, contact, kind, accessibility, ...texts } = draft
  const cleared = Object.fromEntries([...TEXTS, ...HTML].map((name) => [name, null]))
  const address = Object.fromEntries([...ADDRESS, 'address_lines'].map((name) => [name, null]))
  return {
    ...(cleared as EventChange),
    ...texts,
    location: { ...address, ...location },
    contact: contact ?? null,
    kind: kind ?? null,
    accessibility: accessibility ?? null,
    ...(questions && { questions: questions.length > 0 ? questions : null }),
    hidden: interfaceFields.hidden,
    ...changeTo(interfaceFields),
  }
}

/** Returns a value as a field of the form has it. */
const enteredAs = (value: string | number | boolean | undefined) =>
  typeof value === 'boolean' ? (value ? 'on' : '') : String(value ?? '')

/** Returns what the fields of the form of an event hold. */
export function valuesOfEvent(event: Omit<OsdiEvent, 'total_accepted'>): Record<string, string> {
  const values: Record<string, string> = {
    ...Object.fromEntries(
      entries.map(([name, { value }]) => {
        const entered = name === 'emails' ? '' : enteredAs(event[name])
        return [name, value === 'date' ? entered.replace(/:00$/, '') : entered]
      }),
    ),
    ...valuesOfQuestions(event.questions),
    ...valuesOfEmails(event.emails),
    ...Object.fromEntries(PARTS.contact.map((part) => [`contact_${part}`, enteredAs(event.contact?.[part])])),
    ...Object.fromEntries(
      PARTS.accessibility.map((part) => [`accessibility_${part}`, enteredAs(event.accessibility?.[part])]),
    ),
    kind: event.kind ?? '',
    hidden: enteredAs(event.hidden),
    slug: event.slug ?? '',
    'location.address_lines': event.location.address_lines?.[0] ?? '',
  }
  for (const name of TEXTS) if (!name.endsWith('_date')) values[name] = event[name] ?? ''
  for (const name of HTML) values[name] = typedOfHtml(event[name] ?? '')
  for (const name of ADDRESS) values[`location.${name}`] = event.location[name] ?? ''
  const [day = '', start_time = ''] = (event.start_date ?? '').slice(0, 16).split('T')
  const [end_day = '', end_time = ''] = (event.end_date ?? '').slice(0, 16).split('T')
  const { location, attendance_mode = '' } = event
  const where = inOneLine(location)
  return {
    ...values,
    ...instructionsOf(values['instructions'] ?? '', event.attendance_mode),
    day,
    start_time,
    end_time,
    where,
    attendance_mode,
    end_day: end_day === day ? '' : end_day,
  }
}
