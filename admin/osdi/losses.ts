import { OsdiError } from '../../lib/runtime/errors.js'
import type { Body } from '../../lib/fields/field.js'
import type { Document } from './source/source.js'

/** A field of a document that is not kept as it is, and why. */
export interface Loss {
  field: string
  why: string
}

/** Fields that the service computes, or that have the same value at every service: a path without its positions. */
const COMPUTED = new Set([
  'created_date',
  'modified_date',
  'status',
  'total_accepted',
  'featured_image_url',
  'visibility',
  'sponsor',
  'hidden',
  'event_campaign_id',
  'person_id',
  'event_id',
  'attended',
  'attended_date',
  'attended_guests',
  'total_events',
  'total_rsvps',
  'origin_system',
  'reminders',
  'location.location',
  'location.language',
  'postal_addresses.location',
  'postal_addresses.language',
  'email_addresses.status',
  'phone_numbers.status',
  'browser_url',
])

const CONSTANT: Record<string, unknown> = {
  transparence: 'opaque',
  guests_can_invite_others: true,
  'phone_numbers.number_type': 'Mobile',
}

/**
 * Returns what of a document was not taken.
 * @param ignored paths that reading its body has ignored
 * @param prefix of own fields in the body
 */
export function lossesOf(ignored: string[], body: Body, prefix: string): Loss[] {
  return ignored.flatMap((path): Loss[] => {
    const value = valueAt(body, path)
    const plain = path.replace(/\[\d+\]/g, '').replace(`${prefix}:`, '')
    const isConstant = typeof value === typeof CONSTANT[plain] && plain in CONSTANT
    if (isConstant ? value === CONSTANT[plain] : isNothing(value) || COMPUTED.has(plain)) return []
    return [{ field: path, why: `${path} has no place here, or a value that is not valid.` }]
  })
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.values(value).every(isNothing))

/** Splits `a.b[0].c` into its steps. The names of custom fields may hold anything. */
function stepsOf(path: string): string[] {
  const custom = /^custom_fields\.(.*)$/s.exec(path)
  if (custom) return ['custom_fields', custom[1] as string]
  return path.split(/\.|\[(\d+)\]/).filter((step) => step !== undefined && step !== '')
}

function valueAt(body: unknown, path: string): unknown {
  let value: unknown = body
  for (const step of stepsOf(path))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Body)[step] : undefined
  return value
}

/**
 * Reads a body that may have faults: fields with a fault are left out, one after the other. An undated event is better
 * than no event.
 * @throws OsdiError when the body has a fault that is about none of its fields
 */
export function readWithoutFaults<Read>(sent: Body, read: (body: Body) => Read) {
  const body = structuredClone(sent)
  const losses: Loss[] = []
  for (;;)
    try {
      return { read: read(body), body, losses }
    } catch (error) {
      if (!(error instanceof OsdiError) || error.code !== 'invalid') throw error
      const removed = error.faults
        .flatMap(({ properties, description }) => properties.map((field) => ({ field, why: `${description}.` })))
        // From the end on: a removed entry of a list moves those behind it.
        .toReversed()
        .filter(({ field }) => removeAt(body, field))
      if (removed.length === 0) throw error
      losses.push(...removed)
    }
}

/** Removes a value, or empties its position in a list. @returns whether there was one */
function removeAt(body: Body, path: string): boolean {
  const steps = stepsOf(path)
  const last = steps.pop() as string
  let holder: unknown = body
  for (const step of steps) holder = (holder as Body | undefined)?.[step]
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, last)) return false
  if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete (holder as Body)[last]
  return true
}

const MOST_CUSTOM_FIELDS = 100
const LONGEST_CUSTOM_FIELD = 5_000
const LONGEST_NAME = 500

/**
 * Brings a document into the forms that have a place here: lines of an address become one line, nested custom fields
 * become texts, further emails and phone numbers become custom fields, and long names are cut.
 */
export function withPlaces(document: Document): { document: Document; losses: Loss[] } {
  const losses: Loss[] = []
  const report = (field: string, why: string) => void losses.push({ field, why })
  const fitted = cleaned(document, report) as Document
  const { location, postal_addresses } = fitted as { location?: unknown; postal_addresses?: unknown }
  if (location) fitted['location'] = inOneLine(location, 'location', report)
  if (Array.isArray(postal_addresses))
    fitted['postal_addresses'] = postal_addresses.map((each: Document, i) =>
      inOneLine(each, `postal_addresses[${i}]`, report),
    )
  for (const name of ['given_name', 'family_name']) {
    const value: unknown = fitted[name]
    if (typeof value !== 'string' || value.length <= LONGEST_NAME) continue
    fitted[name] = value.slice(0, LONGEST_NAME).toWellFormed().replaceAll('\uFFFD', '')
    report(name, `${name} is cut after ${LONGEST_NAME} characters.`)
  }
  const others = {
    ...otherContacts(fitted, 'email_addresses', 'address', report),
    ...otherContacts(fitted, 'phone_numbers', 'number', report),
  }
  const custom: unknown = fitted['custom_fields']
  const isObject = typeof custom === 'object' && custom !== null && !Array.isArray(custom)
  if (isObject || Object.keys(others).length > 0)
    fitted['custom_fields'] = customFields({ ...others, ...(isObject && (custom as Body)) }, report)
  return { document: fitted, losses }
}

type ReportLoss = (field: string, why: string) => void

/** Texts without what no text may hold: NUL, and halves of characters. */
function cleaned(value: unknown, report: ReportLoss, path = ''): unknown {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return value
    report(path, `${path} has characters that are none.`)
    return value.replaceAll('\0', '').toWellFormed()
  }
  if (Array.isArray(value)) return value.map((each, i) => cleaned(each, report, `${path}[${i}]`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, cleaned(each, report, path ? `${path}.${name}` : name)]),
  )
}

function inOneLine(address: unknown, path: string, report: ReportLoss): unknown {
  if (typeof address !== 'object' || address === null) return address
  const { address_lines } = address as Document
  if (!Array.isArray(address_lines)) return address
  const lines = (address_lines as unknown[]).filter((line) => typeof line === 'string' && line.trim() !== '')
  if (lines.length < 2) return { ...address, address_lines: lines }
  const field = `${path}.address_lines`
  report(field, `${field} are one line here.`)
  return { ...address, address_lines: [lines.join(', ')] }
}

/** The custom field that keeps what a person has besides the one contact of a kind. */
export const OTHERS = {
  email_addresses: 'other_email_addresses',
  phone_numbers: 'other_phone_numbers',
} as const

/** Takes the contacts behind the primary one out of a document. @returns the custom field that keeps them */
function otherContacts(
  document: Document,
  name: keyof typeof OTHERS,
  of: 'address' | 'number',
  report: ReportLoss,
): Record<string, string> {
  const all: unknown = document[name]
  if (!Array.isArray(all)) return {}
  const entries = all.filter((each): each is Document => typeof each === 'object' && each !== null)
  const chosen = entries.find(({ primary }) => primary === true) ?? entries[0]
  const others = entries.filter((each) => each !== chosen && Boolean(each[of]))
  document[name] = chosen ? [chosen] : []
  if (others.length === 0) return {}
  report(name, `Of ${name}, the others than the primary one are in the custom field ${OTHERS[name]}.`)
  return { [OTHERS[name]]: others.map((each) => String(each[of])).join(', ') }
}

function customFields(custom: Body, report: ReportLoss): Body {
  const kept: [string, string | null][] = []
  for (const [name, value] of Object.entries(custom)) {
    const field = `custom_fields.${name}`
    const text = textOf(value as string)
    const isOdd = name.length === 0 || name.length > 255 || /^(__proto__|constructor|prototype)$/.test(name)
    if (text === undefined && value !== null) continue
    if (isOdd || kept.length === MOST_CUSTOM_FIELDS) {
      report(field, `A person has at most ${MOST_CUSTOM_FIELDS} custom fields, with names of 1 to 255 characters.`)
      continue
    }
    if (typeof value === 'object' && value !== null) report(field, `${field} is a text here.`)
    if (text !== undefined && text.length > LONGEST_CUSTOM_FIELD)
      report(field, `${field} is cut after ${LONGEST_CUSTOM_FIELD} characters.`)
    kept.push([name, text === undefined ? null : text.slice(0, LONGEST_CUSTOM_FIELD).toWellFormed()])
  }
  return Object.fromEntries(kept)
}

/** Returns a custom field as a text: a list of words with commas, and other values as JSON. */
function textOf(value: string | number | boolean | object | null | undefined): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') return String(value)
  const isPlain = Array.isArray(value) && value.every((each) => typeof each !== 'object')
  return isPlain ? value.map(String).join(', ') : JSON.stringify(value)
}
