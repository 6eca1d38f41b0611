/* Values as files write them, in the forms of the API. What is not recognized stays, and the API says what is wrong. */

/** Whether the day or the month comes first in dates that are written in digits. */
export type DateOrder = 'day' | 'month'

const DIGITS = /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})\.?(?:[ ,T]+(.+))?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(?:\d{2})?(Z?))?$/
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d|$)/
/** `Tue, Nov 3, 2026 at 6:30 PM`. */
const MONTH_FIRST = /^(?:\p{L}{2,12}\.?,? +)?(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:,? +(.+))?$/iu
/** `3 Nov 2026 18:30`, `3-Nov-26`, `24. desember 2026 kl. 18`, `3 de noviembre de 2026`. */
const DAY_FIRST =
  /^(?:\p{L}{2,12}\.?,? +)?(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[ -]+(?:de |of )?(\p{L}{3,12})\.?,?[ -]+(?:de |del )?(\d{4}|\d{2})(?:,? +(.+))?$/iu
/** `6:30 PM`, `kl. 18.30`, `18h`, `18 Uhr`. */
const TIME =
  /^(?:(?:at|kl\.?|um|à|a las|om) )?(\d{1,2})(?:[:.h]?(\d{2}))?(?::(\d{2})(?:\.\d+)?)? ?(?:([ap])\.? ?m\.?|h|uhr)?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/i

/** Languages of the names of months, besides English. */
const LANGUAGES = ['en', 'es', 'de', 'fr', 'nb', 'sv', 'da', 'nl', 'it', 'pt', 'pl', 'fi']

let months: Map<string, number> | undefined

const monthNamed = (name: string): number | undefined => {
  months ??= new Map(
    LANGUAGES.flatMap((language) =>
      ['long', 'short'].flatMap((month) => {
        const format = new Intl.DateTimeFormat(language, {
          month: month as 'long',
          day: 'numeric',
          timeZone: 'UTC',
        })
        return Array.from({ length: 12 }, (_, i): [string, number] => {
          const part = format.formatToParts(Date.UTC(2026, i)).find(({ type }) => type === 'month')
          return [plainMonth(part?.value ?? ''), i + 1]
        })
      }),
    ),
  )
  return months.get(plainMonth(name)) ?? months.get(plainMonth(name).slice(0, 3))
}

const plainMonth = (name: string) => name.toLowerCase().replaceAll('.', '')

/** Text without what spreadsheets and phones put into it: narrow blanks, marks of direction. */
const tidied = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The days of 1900 of spreadsheets, from 2000 to 2099. */
const isSerial = (text: string) => /^\d{5}(\.\d+)?$/.test(text) && Number(text) >= 36_526 && Number(text) < 73_051

/**
 * Returns a date as ISO 8601: from ISO 8601, `11/3/26 6:30 PM`, `3.11.2026 18:30`, `Nov 3, 2026`, `24. desember 2026`,
 * the number of a spreadsheet or Unix seconds.
 * @param order of day and month in a column of digits
 */
export function dateIn(text: string, time = '', order: DateOrder = 'month'): string {
  const date = tidied(text)
  if (/^\d{9,10}$/.test(date)) return new Date(Number(date) * 1000).toISOString().replace('Z', '+00:00')
  if (isSerial(date)) {
    const moment = new Date(Math.round((Number(date) - 25_569) * 1440) * 60_000).toISOString()
    return `${moment.slice(0, 10)}${time.trim() ? clockIn(time) : date.includes('.') ? moment.slice(10, 16) : ''}`
  }
  const [, y, m, d, hours, minutes, zone = ''] = COMPACT.exec(date) ?? []
  if (y) return `${y}-${m}-${d}${hours ? `T${hours}:${minutes}${zone}` : time ? clockIn(time) : ''}`
  const { year, month, day, rest = '' } = partsOf(date, order) ?? {}
  const given = time.trim() || rest
  if (year === undefined || ISO.test(date)) return isoIn(date, time)
  const whole = year < 100 ? 2000 + year : year
  return `${whole}-${padded(month)}-${padded(day)}${clockIn(given)}`
}

interface DateParts {
  year: number
  month: number | undefined
  day: number
  rest: string | undefined
}

function partsOf(date: string, order: DateOrder): DateParts | undefined {
  const [, one = '', separator, two, three = '', after] = DIGITS.exec(date) ?? []
  if (one.length === 4) return { year: Number(one), month: Number(two), day: Number(three), rest: after }
  if (one && one.length < 3 && [2, 4].includes(three.length)) {
    const isDayFirst = separator === '.' || order === 'day'
    const [day, month] = isDayFirst ? [one, two] : [two, one]
    return { year: Number(three), month: Number(month), day: Number(day), rest: after }
  }
  const [, name, ofMonth, year, later] = MONTH_FIRST.exec(date) ?? []
  if (name && monthNamed(name))
    return { year: Number(year), month: monthNamed(name), day: Number(ofMonth), rest: later }
  const [, day, called, inYear, behind] = DAY_FIRST.exec(date) ?? []
  return called && monthNamed(called)
    ? { year: Number(inYear), month: monthNamed(called), day: Number(day), rest: behind }
    : undefined
}

/** ISO 8601 with a time of another column, or a blank before its offset. */
function isoIn(date: string, time: string): string {
  if (time.trim() && /^\d{4}-\d{2}-\d{2}$/.test(date)) return `${date}${clockIn(time)}`
  return date.replace(/^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ([+-]\d{2}:?\d{2})$/, '$1T$2$3')
}

/**
 * Returns the order of day and month that a date in digits shows by itself: `15/04/2027` begins with the day. Those
 * with dots always do.
 */
export function orderShown(text: string): DateOrder | 'either' | undefined {
  const [, one = '', separator, two, three = ''] = DIGITS.exec(tidied(text)) ?? []
  if (!one || one.length > 2 || separator === '.' || ![2, 4].includes(three.length)) return undefined
  if (Number(one) > 12) return 'day'
  return Number(two) > 12 ? 'month' : one === two ? undefined : 'either'
}

const padded = (number: string | number = '') => String(number).padStart(2, '0')

function clockIn(text: string): string {
  const [, hours, minutes = '00', , half, zone = ''] = TIME.exec(tidied(text)) ?? []
  if (!hours) return text.trim() ? `T${text.trim()}` : ''
  const late = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  return `T${padded(late)}:${minutes}${zone}`
}

/** Returns `subscribed` or `unsubscribed`, or the text where it says neither. */
export function subscriptionIn(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  if (!plain) return undefined
  if (/^(subscribed|active|yes|true|1|opted.?in)$/.test(plain)) return 'subscribed'
  if (/^(unsubscribed|inactive|no|false|0|opted.?out|bounc|spam|cleaned|invalid)/.test(plain)) return 'unsubscribed'
  return plain
}

const AGREES = /^(y|yes|t|true|x|on|1|subscribed|active|opted.?in|ja|oui|s[ií]|sim|✓|✔|\d{4}-\d\d.*|\d{1,2}[/.].*)$/

/**
 * Returns what the columns of a person's consent say together. A refusal in any of them counts, and an empty cell of a
 * column of consents is none.
 * @param optIns cells of columns that say who wants messages, and `optOuts` of those that say who does not
 */
export function consentIn(status: string, optIns: string[], optOuts: string[]): string | undefined {
  const said = subscriptionIn(status)
  if (said === 'unsubscribed' || optOuts.some(saysYes)) return 'unsubscribed'
  if (optIns.some((each) => !AGREES.test(each.trim().toLowerCase()))) return 'unsubscribed'
  return said ?? (optIns.length > 0 ? 'subscribed' : undefined)
}

/** Statuses of RSVPs in the files of known services. */
const ACCEPTED =
  /^(accepted|approved|going|attending|registered|confirmed|yes|rsvp|rsvped|signed ?up|active|host|paid)?$/
const DECLINED = /^(declined|cancell?ed|not going|not attending|no|deleted|transferred|refunded|no.?rsvp)$/
const ATTENDED = /^(attended|checked ?.?in|completed|present)$/
const ABSENT = /^(no.?show|absent|not checked in)$/

/** Returns what a status says; undefined where it is not an answer, as with people who are only invited. */
export function statusIn(text: string): { status: 'accepted' | 'declined'; attended?: boolean } | undefined {
  const plain = text.trim().toLowerCase().replaceAll('_', ' ')
  if (ACCEPTED.test(plain)) return { status: 'accepted' }
  if (DECLINED.test(plain)) return { status: 'declined' }
  if (ATTENDED.test(plain)) return { status: 'accepted', attended: true }
  return ABSENT.test(plain) ? { status: 'accepted', attended: false } : undefined
}

/** Whether a cell says that a person was there; a date does. */
export const saysYes = (text: string): boolean =>
  !/^(|no|n|false|0|none|absent|no.?show|not checked in|-)$/i.test(text.trim())

/** Words behind a comma that are not given names: `Ana Ruiz, Jr.` */
const SUFFIX = /^(jr|sr|ii|iii|iv|md|phd|esq)\.?$/i

/** Splits a name into the first word and the others, and `Ruiz, Ana` at its comma. */
export function namesIn(full: string): { given_name?: string; family_name?: string } {
  const [, family, given] = /^([^,]+),\s*([^,]+)$/.exec(full.trim()) ?? []
  if (family && given && !SUFFIX.test(given)) return { given_name: given.trim(), family_name: family.trim() }
  const [, given_name, family_name] = /^(\S+)\s*(.*)$/s.exec(full.trim()) ?? []
  return { ...(given_name && { given_name }), ...(family_name && { family_name }) }
}
