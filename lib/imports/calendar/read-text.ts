/*
 * The text of a calendar (RFC 5545): its encoding, its folded lines, and what a file consists of. A file is cut into
 * its events before each is parsed: one that is malformed is refused alone.
 */

/** A calendar of a file, in pieces. */
export interface CutCalendar {
  /** The sources of its events. */
  events: string[]
  /** The definitions of time zones, by their names. */
  zones: Map<string, string>
  /** The properties of the calendar itself. */
  own: Map<string, string>
}

/** Returns the lines of a file as text, unfolded. A line may be folded within a character, so bytes are unfolded. */
export function linesOf(bytes: Uint8Array): string[] {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isWide) {
    const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
    return unfolded(text).split('\n')
  }
  const raw = unfolded(Buffer.from(bytes).toString('latin1'))
  const whole = decoded(Buffer.from(raw, 'latin1'))
  if (whole !== undefined) return whole.split('\n')
  // Some programs put texts of another encoding into a calendar: only those lines are read in it.
  return raw.split('\n').map((line) => {
    const own = Buffer.from(line, 'latin1')
    return decoded(own) ?? new TextDecoder('windows-1252').decode(own)
  })
}

/** A template may write blanks before the calendar. */
const unfolded = (text: string) =>
  text
    .replace(/^\s+/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Cuts a file into its calendars. A part that is not closed ends with the file. */
export function cut(lines: string[]): CutCalendar[] {
  const calendars: CutCalendar[] = []
  let calendar: CutCalendar | undefined
  let [kind, part, depth] = ['', [] as string[], 0]
  const end = () => {
    if (kind === 'VEVENT') calendar?.events.push(['BEGIN:VEVENT', ...part, 'END:VEVENT'].join('\r\n'))
    const zone = kind === 'VTIMEZONE' && part.find((line) => /^TZID[:;]/i.test(line))
    if (zone) calendar?.zones.set(zone.slice(zone.indexOf(':') + 1).trim(), part.join('\r\n'))
    kind = ''
    part = []
  }
  for (const line of lines) {
    const [, border, written = ''] = /^(BEGIN|END):([A-Za-z-]+)\s*$/i.exec(line) ?? []
    const name = written.toUpperCase()
    const [isBegin, isEnd] = [border?.toUpperCase() === 'BEGIN', border?.toUpperCase() === 'END']
    if (isBegin && name === 'VCALENDAR') {
      end()
      calendar = { events: [], zones: new Map(), own: new Map() }
      calendars.push(calendar)
    } else if (kind === '') {
      if (isBegin && ['VEVENT', 'VTIMEZONE'].includes(name)) [kind, depth] = [name, 0]
      else if (!border && calendar) keepOwn(line, calendar.own)
    } else if (isEnd && name === kind) end()
    else {
      if (isBegin) depth += 1
      // Alarms within an event are not read. The parts of a time zone have its offsets.
      if (line.trim() !== '' && (kind === 'VTIMEZONE' || depth === 0))
        part.push(!isReadable(line) ? 'UNREADABLE' : kind === 'VEVENT' ? mended(line) : line.trimEnd())
      if (isEnd) depth -= 1
    }
  }
  end()
  return calendars
}

function keepOwn(line: string, own: Map<string, string>): void {
  const [, name, value] = /^(X-WR-TIMEZONE|X-WR-CALNAME|METHOD)\b[^:]*:(.*)$/i.exec(line) ?? []
  if (name !== undefined && value) own.set(name.toUpperCase(), value.trim().replace(/\\([\\;,])/g, '$1'))
}

/** Parameters of a line; the time in which one is parsed grows with their square. */
const MOST_PARAMETERS = 100

/** Whether a line has as few parameters as lines of calendars have. An event with another line is refused. */
function isReadable(line: string): boolean {
  let [count, isQuoted] = [0, false]
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === ':') return true
    else if (!isQuoted && letter === ';' && ++count > MOST_PARAMETERS) return false
  }
  return true
}

const DAY = /^\d{8}$/

/** Returns a line in the form that the standard demands, where programs are known to write another one. */
function mended(line: string): string {
  const [, name = '', parameters = '', value = ''] =
    /^([A-Z-]+)((?:;[^":]*(?:"[^"]*"[^":]*)*)?):(.*)$/i.exec(line) ?? []
  if (/^(RRULE|EXRULE)$/i.test(name)) return `${name}${parameters}:${value.trim().toUpperCase()}`
  if (!/^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)$/i.test(name)) return line
  if (/;VALUE=PERIOD/i.test(parameters)) return line
  const values = value
    .trim()
    .split(',')
    .map((each) =>
      each.replace(/^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d))?(?:\.\d+)?)?/i, (_, ...at: string[]) => {
        const [year, month, day, hour, minute, second = '00'] = at as (string | undefined)[]
        return `${year}${month}${day}${hour === undefined ? '' : `T${hour}${minute}${second}`}`
      }),
    )
  const others = parameters.replace(/;VALUE=[^;]*/gi, '')
  return `${name}${others}${values.every((each) => DAY.test(each)) ? ';VALUE=DATE' : ''}:${values.join(',')}`
}
