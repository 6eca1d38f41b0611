import { gunzipSync } from 'node:zlib'
import type { Fault } from '../../runtime/errors.js'
import { type Calendar, readCalendar } from '../calendar/read-calendar.js'
import { fetchFeed } from '../../outgoing/fetch-feed.js'
import { NoAnswer } from '../../outgoing/ask.js'
import { textsIn } from '../../manage/page/form.js'
import { MOST_BYTES, countIn, pack, readReport } from './import-state.manage.js'

/** The kind of a file that is a calendar. */
export const CALENDAR = 'calendar'

/** Whether a form is about a calendar: as it says, or by the address of one, or by the name of the file. */
export function isCalendar(body: Record<string, unknown>): boolean {
  const { kind, feed } = textsIn(body)
  const file = body['upload']
  return kind === CALENDAR || Boolean(feed?.trim()) || (file instanceof File && /\.ics$/i.test(file.name))
}

/** The state of an import of a calendar on its page: the calendar, packed, and the events that are done. */
export interface CalendarState {
  packed: string
  done: number
  recorded: number
  refused: number
  /** Lines of the report as a CSV file. */
  report: string
}

export type ReadCalendarImport =
  { values: Record<string, string>; faults: Fault[]; state?: undefined } | { state: CalendarState; calendar: Calendar }

/** Reads the form of an import of a calendar: a file, the address of a feed, or what an earlier page has packed. */
export async function readCalendarImport(
  body: Record<string, unknown>,
  allowsPrivate: boolean,
): Promise<ReadCalendarImport> {
  const values = textsIn(body)
  const bytes = await bytesIn(body, values, allowsPrivate)
  if ('fault' in bytes) return { values, faults: [bytes.fault] }
  const calendar = bytes.length <= MOST_BYTES ? await readCalendar(bytes) : undefined
  if (!calendar) return { values, faults: [fault('upload', 'no_calendar', 'It is no calendar, or is too large')] }
  const state = {
    packed: values['packed'] || pack(bytes),
    done: countIn(values['done']),
    recorded: countIn(values['recorded']),
    refused: countIn(values['refused']),
    report: readReport(values['report'] ?? ''),
  }
  return { state, calendar }
}

async function bytesIn(
  body: Record<string, unknown>,
  values: Record<string, string>,
  allowsPrivate: boolean,
): Promise<Uint8Array | { fault: Fault }> {
  const file = body['upload']
  if (values['packed'])
    try {
      return gunzipSync(Buffer.from(values['packed'], 'base64url'), { maxOutputLength: MOST_BYTES })
    } catch {
      return new Uint8Array()
    }
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer())
  const address = values['feed']?.trim() ?? ''
  if (address === '') return { fault: fault('upload', 'required', 'A file or an address is needed') }
  if (!/^(https?|webcals?):\/\/\S+$/i.test(address))
    return { fault: fault('feed', 'no_feed', 'The address must begin with https://') }
  try {
    return await fetchFeed(address, { bytes: MOST_BYTES, text: '1 MB' }, { allowsPrivate })
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { fault: fault('feed', 'no_feed', error.message) }
  }
}

const fault = (property: string, error_code: string, description: string): Fault => ({
  error_code,
  description,
  properties: [property],
})
