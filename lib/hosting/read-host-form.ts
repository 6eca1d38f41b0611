import type { EventDraft } from '../events/event.js'
import { ACCESS_PARTS, type Accessibility, type EventKind } from '../events/accessibility.js'
import type { Moment } from '../fields/moment.js'
import { type Fault, OsdiError, invalid } from '../runtime/errors.js'
import { hostFormFields, hostedEventFields } from './host-form-fields.js'
import type { HostChange } from './change-hosted.js'
import { type HostingCampaign, faultOfDay } from './hosting-campaign.js'
import type { HostedDraft } from './publish-hosted.js'
import type { BodyFields } from '../fields/field.js'
import { htmlOfMarkdown } from '../markup/markdown.js'
import { readNew } from '../fields/read-body.js'
import type { ReadLine } from '../locations/geocode/read-line.js'
import { type Address, type Location, inOneLine } from '../locations/location.js'

/** The context of a form: its campaign, what reads its address, where one without a country is, and the time. */
interface FormContext {
  campaign: HostingCampaign
  country?: string | undefined
  readLine: ReadLine
  originSystem: string
  now: Date
}

/**
 * Reads the form of a supporter who wants to host.
 * @throws OsdiError invalid, naming every fault by the name of its input
 */
export function readHostForm(inputs: Record<string, string>, context: FormContext): HostedDraft {
  const read = readFields(hostFormFields, inputs, context)
  const { given_name, family_name, email, phone } = read.texts
  return {
    event: {
      origin_system: context.originSystem,
      ...eventOf(read),
      ...(email && read.texts['guests_write'] && { contact: { email_address: email, public: false } }),
    },
    start: read.start,
    capacity: read.capacity,
    person: {
      ...(given_name && { given_name }),
      ...(family_name && { family_name }),
      ...(email && { email_addresses: { address: email } }),
      ...(phone && { phone_numbers: { number: phone } }),
    },
    isOptedIn: read.texts['opt_in'] !== undefined,
  }
}

/**
 * Reads an edit of a host.
 * @param known the location that the form showed: a line that was left alone keeps its parts
 * @throws OsdiError invalid, as readHostForm
 */
export function readHostEdit(
  inputs: Record<string, string>,
  context: FormContext & { known: Partial<Location> },
): HostChange {
  const read = readFields(hostedEventFields, inputs, context)
  const { title, description, instructions, location, address_shown, accessibility, kind } = eventOf(read)
  return {
    when: {
      start_date: read.start,
      end_date: read.end ?? null,
      attendance_mode: read.mode,
      location: { ...CLEARED, ...location },
    },
    title,
    description: description ?? null,
    instructions: instructions ?? null,
    capacity: read.capacity ?? null,
    waitlist: inputs['waitlist'] === 'on',
    address_shown: address_shown ?? 'everybody',
    kind: kind ?? null,
    accessibility: accessibility ?? null,
  }
}

/** A form has every part of an address, so an empty one clears. */
const CLEARED = {
  venue: null,
  address_lines: null,
  locality: null,
  region: null,
  postal_code: null,
} as unknown as NonNullable<EventDraft['location']>

interface Typed {
  texts: Record<string, string | undefined>
  start: string
  end?: string | undefined
  capacity?: number | undefined
  mode: 'in_person' | 'online'
  location: Address
}

function readFields(
  fields: BodyFields,
  inputs: Record<string, string>,
  context: FormContext & { known?: Partial<Location> },
): Typed {
  const trimmed = Object.fromEntries(Object.entries(inputs).map(([name, text]) => [name, text.trim()]))
  const faults: Fault[] = []
  let values: Record<string, unknown> = {}
  try {
    values = readNew(fields, trimmed).values
  } catch (error) {
    if (!(error instanceof OsdiError)) throw error
    faults.push(...error.faults)
  }
  const isFaulty = (name: string) => faults.some(({ properties }) => properties.includes(name))
  const add = (error_code: string, description: string, name: string) => {
    if (!isFaulty(name)) faults.push({ error_code, description, properties: [name] })
  }
  const mode = trimmed['mode'] === 'online' ? 'online' : 'in_person'
  const location = locationIn(values as Typed['texts'], context)
  const { venue, address_lines, locality, postal_code } = location
  if (mode === 'in_person' && !((venue || address_lines) && (locality || postal_code)))
    add('malformed', 'where must name a venue or a street, and a town or a postal code', 'where')
  const [start, end] = [clockOf(trimmed['start']), clockOf(trimmed['end'])]
  if (start && !isFaulty('start')) {
    const outside = faultOfDay(context.campaign, start)
    if (outside) faults.push(outside)
    if (Date.parse(`${start}Z`) + LATEST_ZONE_MS < context.now.getTime())
      add('past', 'start must be in the future', 'start')
    if (end && end < start) add('ends_before_start', 'end must not be before start', 'end')
  }
  const [first, ...others] = faults
  if (first) throw invalid([first, ...others])
  return {
    texts: values as Typed['texts'],
    start: start ?? '',
    end,
    mode,
    location,
    capacity: values['capacity'] as number | undefined,
  }
}

/** Reads the line of the address; one that is as the form showed it has the parts of before. */
function locationIn(
  { where = '', country }: Typed['texts'],
  { readLine, country: home = 'US', known }: FormContext & { known?: Partial<Location> },
): Address {
  const there = country ?? home
  if (known && where === inOneLine(known) && there === known.country) {
    const { location: _point, ...parts } = known
    return { ...parts, country: there }
  }
  const { address_lines: street, ...parts } = readLine(where, there)
  return { country: there, ...parts, ...(street && { address_lines: [street] }) }
}

/** The accessibility of the place, as the form chose it. */
const accessIn = (texts: Typed['texts']): Accessibility =>
  Object.fromEntries(
    [...ACCESS_PARTS, 'notes'].flatMap((part) => {
      const answer = texts[`access_${part}`]
      return answer === undefined ? [] : [[part, answer]]
    }),
  )

/** Days end last twelve hours behind UTC. */
const LATEST_ZONE_MS = 12 * 60 * 60 * 1000

/** A wall clock as events have it, with seconds; undefined for an empty input. */
const clockOf = (typed = '') => (typed === '' ? undefined : typed.length === 16 ? `${typed}:00` : typed)

function eventOf({ texts, start, end, mode, location }: Typed): Omit<EventDraft, 'origin_system'> {
  const { title = '', description, join_url } = texts
  const moment = (wallClock: string): Moment => ({ wallClock })
  const accessibility = accessIn(texts)
  const kind = texts['kind'] as EventKind | undefined
  return {
    title,
    start_date: moment(start),
    ...(end && { end_date: moment(end) }),
    ...(description && { description: htmlOfMarkdown(description, 'description') }),
    ...(mode === 'online' && join_url && { instructions: htmlOfMarkdown(join_url, 'join_url') }),
    attendance_mode: mode,
    location,
    address_shown: texts['address_shown'] === 'guests' ? 'guests' : 'everybody',
    ...(kind && { kind }),
    ...(Object.keys(accessibility).length > 0 && { accessibility }),
  }
}
