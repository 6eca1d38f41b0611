import type { Body } from '../fields/field.js'
import { derivedId, isIdentifier } from '../fields/identifier.js'
import { type Columns, type ImportKind } from './columns.js'
import { isDayFirst } from '../fields/conventions.js'
import { countryIn } from '../fields/country-names.js'
import type { Examined } from './examine.js'
import { type DateOrder, consentIn, dateIn, namesIn } from './values.js'
import { listIn } from '../csv/list-in-cell.js'

/** The options by which the rows of a file become bodies of the API. */
export interface BodyOptions {
  kind: ImportKind
  columns: Columns
  /** The system of identifiers in a column without one. */
  system?: string | undefined
  /** Tags for every person. */
  tags: string[]
  /** Whether columns that are not recognized become custom fields of people. */
  keepsOthers: boolean
  /** Whether the people of RSVPs are mailed. */
  mails?: boolean | undefined
  /** The country of the owner, in which numbers without a code are dialed. */
  country?: string | undefined
  /** The findings of a first reading of the file. */
  examined?: Examined | undefined
}

/** Returns the cell of a field in a row, without blanks around it. */
export const cellOf = ({ at, further }: Columns, cells: string[], field: string): string => {
  const columns = [at.get(field), ...(further.get(field) ?? [])]
  const filled = columns.map((i) => (i === undefined ? '' : (cells[i] ?? '').trim()))
  return filled.find((each) => each !== '') ?? ''
}

const cellsOf = ({ at, further }: Columns, cells: string[], field: string): string[] =>
  [at.get(field), ...(further.get(field) ?? [])].flatMap((i) => (i === undefined ? [] : [(cells[i] ?? '').trim()]))

/** Returns the identifiers in a row: those that have a system, and the id of the system that the file is of. */
export function identifiersIn({ columns, system = columns.system }: BodyOptions, cells: string[]): string[] {
  const ids = [...listIn(cellOf(columns, cells, 'identifiers')), cellOf(columns, cells, 'id')]
  return ids.filter(Boolean).flatMap((id) => identifierOf(id, system) ?? [])
}

/** Returns an id as an identifier of a system; undefined where neither is known. */
export const identifierOf = (id: string, system: string | undefined): string | undefined =>
  isIdentifier(id) ? id : system && `${system}:${id}`

/** Returns the body of the person signup helper. @param identifiers of the person */
export function personBody(options: BodyOptions, cells: string[], identifiers: string[]): Body {
  const { columns } = options
  const cell = (field: string) => cellOf(columns, cells, field)
  const consent = (contact: 'email' | 'phone') =>
    consentIn(
      cell(`${contact}_status`),
      cellsOf(columns, cells, `${contact}_opt_in`),
      cellsOf(columns, cells, `${contact}_opt_out`),
    )
  const email = { address: cell('email'), status: consent('email') }
  const phone = { number: cell('phone'), status: consent('phone') }
  const named = {
    ...namesIn(cell('full_name')),
    ...filled({ given_name: cell('given_name'), family_name: cell('family_name') }),
  }
  const address = addressBody(options, cells)
  return {
    person: {
      ...named,
      ...(identifiers.length > 0 && { identifiers }),
      ...(email.address && { email_addresses: [filled(email)] }),
      ...(phone.number && { phone_numbers: [filled(phone)] }),
      ...(Object.keys(address).length > 0 && { postal_addresses: [address] }),
      ...(cell('languages') && { languages_spoken: listIn(cell('languages')) }),
      ...(options.keepsOthers && { custom_fields: othersIn(columns, cells) }),
    },
    add_tags: [...new Set([...listIn(cell('tags')), ...options.tags])],
  }
}

/** The order of day and month in a file: as its dates show it, else as its country has it. */
export const orderOf = ({ examined, country }: Pick<BodyOptions, 'examined' | 'country'>): DateOrder =>
  examined?.dates.order ?? (isDayFirst(country) ? 'day' : 'month')

/** Returns the start of an event in a row; empty where it has none. */
export const startIn = (options: BodyOptions, cells: string[]): string =>
  dateIn(cellOf(options.columns, cells, 'start_date'), cellOf(options.columns, cells, 'start_time'), orderOf(options))

/** Returns the body of an event. Without an identifier it gets one that follows from what it says. */
export function eventBody(options: BodyOptions, cells: string[]): Body {
  const { columns } = options
  const cell = (field: string) => cellOf(columns, cells, field)
  const start_date = startIn(options, cells)
  const ownIdentifiers = identifiersOfEvent(options, cells)
  const derived = `csv:${derivedId('event of a file', cell('title'), start_date, cell('venue'))}`
  const location = { ...filled({ venue: cell('venue') }), ...addressBody(options, cells) }
  return {
    identifiers: ownIdentifiers.length > 0 ? ownIdentifiers : [derived],
    origin_system: cell('origin_system') || options.system || columns.system || 'CSV',
    ...filled({
      title: cell('title'),
      name: cell('administrative_name'),
      description: cell('description'),
      instructions: cell('instructions'),
      start_date,
      end_date: dateIn(cell('end_date'), cell('end_time'), orderOf(options)),
      timezone_identifier: cell('timezone_identifier'),
      browser_url: cell('browser_url'),
    }),
    ...(Object.keys(location).length > 0 && { location }),
  }
}

/** Rows of one event with several starts are its shifts: each is an event with an identifier of its own. */
function identifiersOfEvent(options: BodyOptions, cells: string[]): string[] {
  const { columns, examined } = options
  const all = identifiersIn(options, cells)
  const timeslot = cellOf(columns, cells, 'timeslot')
  if (timeslot) return all.map((each) => `${each}-${timeslot}`)
  const start = startIn(options, cells)
  return all.map((each) => (examined?.shifts.has(each) && start ? shiftAt(each, start) : each))
}

/** Returns what names the shift of an event that starts then, where shifts have no ids. */
export const shiftAt = (event: string, start: string) => `${event}@${start.replace(/\s+/g, 'T')}`

/** An address without a country is in that of the owner, whose postal codes get the zeros back that a sheet loses. */
function addressBody({ columns, country: own }: BodyOptions, cells: string[]) {
  const cell = (field: string) => cellOf(columns, cells, field)
  const country = countryIn(cell('country'))
  const code = cell('postal_code').replace(/^(\d+)\.0$/, '$1')
  const isShort = /^\d{3,4}$/.test(code) && (country || own || 'US').toUpperCase() === 'US'
  const address = filled({
    ...(cell('address') && { address_lines: [cell('address')] }),
    locality: cell('locality'),
    region: cell('region'),
    postal_code: isShort ? code.padStart(5, '0') : code,
    country,
  })
  return Object.keys(address).length > 0 && !country && own ? { ...address, country: own } : address
}

const othersIn = ({ headings, unknown }: Columns, cells: string[]) =>
  Object.fromEntries(
    unknown.flatMap((heading) => {
      const value = (cells[headings.indexOf(heading)] ?? '').trim()
      return value ? [[heading.trim(), value]] : []
    }),
  )

const filled = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
