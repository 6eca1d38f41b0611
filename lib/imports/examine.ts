import type { CsvRow } from '../csv/read-rows.js'
import { comparableEmail } from '../fields/email-address.js'
import { phoneNumberIn } from '../fields/phone.js'
import { type BodyOptions, cellOf, identifiersIn, orderOf, startIn } from './bodies.js'
import { type DateOrder, orderShown, statusIn } from './values.js'

/** The findings of a first reading of a file, before anything is written. */
export interface Examined {
  /** Rows of a file of events that have no start. */
  undated: number
  /** Identifiers of events that several rows have with different starts. */
  shifts: ReadonlySet<string>
  /** The order of day and month in dates of digits; absent where none needs one. */
  dates: { order?: DateOrder; /** A date that could be read in two ways. */ either?: string }
  /** People who come to an event by one row and decline it by another. The row that says yes counts. */
  conflicts: ReadonlyMap<string, { lines: number[] }>
}

/** Reads a file once for what only several rows together say. Of each row it keeps a key and an answer. */
export async function examine(options: BodyOptions, rows: () => AsyncIterable<CsvRow>): Promise<Examined> {
  const starts = new Map<string, string>()
  const answers = new Map<string, { said: Set<string>; lines: number[] }>()
  const shifts = new Set<string>()
  const { kind, columns } = options
  let undated = 0
  if (kind === 'people') return { undated, shifts, dates: {}, conflicts: new Map() }
  const dates = await orderOfDates(options, rows())
  const read = { ...options, examined: { undated, shifts, dates, conflicts: new Map() } }
  for await (const { line, cells } of rows()) {
    if (kind === 'events') {
      const start = startIn(read, cells)
      if (start === '') undated += 1
      for (const identifier of identifiersIn(options, cells)) {
        const before = starts.get(identifier) ?? start
        starts.set(identifier, before)
        if (before !== start) shifts.add(identifier)
      }
      continue
    }
    const said = statusIn(cellOf(columns, cells, 'status'))
    const key = answerKey(options, cells)
    if (!said || key === undefined) continue
    const answer = answers.get(key) ?? { said: new Set(), lines: [] }
    answer.said.add(said.status)
    answer.lines.push(line)
    answers.set(key, answer)
  }
  return { undated, shifts, dates, conflicts: new Map([...answers].filter(([, { said }]) => said.size > 1)) }
}

/** The fields whose cells are dates. */
const DATES = ['start_date', 'end_date', 'timeslot_start']

/** Finds out how a file writes dates: a column is read as a whole, by the rows that leave no choice. */
async function orderOfDates(options: BodyOptions, rows: AsyncIterable<CsvRow>): Promise<Examined['dates']> {
  let either: string | undefined
  const shown = new Set<DateOrder>()
  for await (const { cells } of rows)
    for (const text of DATES.map((field) => cellOf(options.columns, cells, field))) {
      const order = orderShown(text)
      if (order === 'either') either ??= text
      else if (order) shown.add(order)
    }
  const [order] = shown
  if (order && shown.size === 1) return { order }
  return either === undefined ? {} : { order: orderOf(options), either }
}

/** Returns the person and the event of a row, as the file names them; undefined for a row without a contact. */
export function answerKey({ columns, country }: BodyOptions, cells: string[]): string | undefined {
  const email = comparableEmail(cellOf(columns, cells, 'email'))
  const person = email || phoneNumberIn(cellOf(columns, cells, 'phone'), country)
  const event = ['event', 'timeslot', 'timeslot_start', 'event_title'].map((field) => cellOf(columns, cells, field))
  return person === '' ? undefined : JSON.stringify([person, ...event])
}
