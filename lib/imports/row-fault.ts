import { type Fault, OsdiError } from '../runtime/errors.js'
import type { Columns } from './columns.js'

/** One thing that is wrong with a row. */
export interface RowFault {
  /** Stable word for programs, as in `Fault`. */
  error_code: string
  /** The fault, in English. */
  description: string
  /** The field that is wrong, if it is one. */
  field?: string | undefined
  /** The heading of its column, if the file has the column. */
  heading?: string | undefined
}

/** Writes what is wrong with a row. */
export type DescribeFault = (fault: RowFault) => string

/** Writes what is wrong in English. */
export const inEnglish: DescribeFault = ({ heading, description }) =>
  heading === undefined ? description : `${heading}: ${description}`

/** Paths of the fields of columns in the API. */
const PATHS: [RegExp, string][] = [
  [/^(person\.)?email_addresses\[0\]\.status/, 'email_status'],
  [/^(person\.)?email_addresses/, 'email'],
  [/^(person\.)?phone_numbers\[0\]\.status/, 'phone_status'],
  [/^(person\.)?phone_numbers/, 'phone'],
  [/^person\.(postal_addresses\[0\]\.)?(given_name|family_name|locality|region|postal_code|country)/, '$2'],
  [/^person\.postal_addresses\[0\]\.address_lines/, 'address'],
  [/^person\.languages_spoken/, 'languages'],
  [/^location\.(address)_lines/, '$1'],
  [/^location\.(\w+)/, '$1'],
  [/^name$/, 'administrative_name'],
  [/^add_tags/, 'tags'],
  [/^(person\.)?identifiers/, 'id'],
]

const CUSTOM_FIELD = /^person\.custom_fields\.(.+)$/s

/** Codes of what is wrong with a row as a whole, whatever property the API names. */
const OF_ROWS = new Set([
  'no_event_named',
  'event_full',
  'event_cancelled',
  'event_tentative',
  'person_erased',
  'attendance_merged',
  'blocked',
])

/** Returns what is wrong with a row, by the columns of its file. @throws what is not a refusal */
export function faultsOfRow(error: unknown, columns: Columns): RowFault[] {
  if (!(error instanceof OsdiError) || error.code === 'busy' || error.code === 'unknown_outcome') throw error
  if (error.faults.length === 0) return [{ error_code: error.code, description: error.message }]
  return error.faults.map((fault) => faultOfRow(fault, columns))
}

function faultOfRow({ error_code, description, properties: [path = ''] }: Fault, columns: Columns): RowFault {
  if (OF_ROWS.has(error_code) || path === '') return { error_code, description }
  const rest = description.startsWith(path) ? description.slice(path.length).trim() : description
  const [, custom] = CUSTOM_FIELD.exec(path) ?? []
  if (custom !== undefined) return { error_code, description: rest, field: 'custom_fields', heading: custom }
  const [pattern, name] = PATHS.find(([each]) => each.test(path)) ?? [/^(\w+)$/, '$1']
  const field = (pattern.exec(path)?.[0] ?? path).replace(pattern, name)
  const heading = headingOf(field, columns)
  return { error_code, description: heading === undefined ? description : rest, field, heading }
}

/** The names of a person may stand in one column. */
function headingOf(field: string, { at, headings }: Columns): string | undefined {
  const isName = field === 'given_name' || field === 'family_name'
  return headings[at.get(field) ?? -1] ?? (isName ? headings[at.get('full_name') ?? -1] : undefined)
}
