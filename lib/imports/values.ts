/* Values as files write them, in the forms of the API. What is not recognised stays, and the API says what is wrong. */

const US = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ ,]+(.+))?$/
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ ,]+(.+))?$/
const NAMED = /^(?:[a-z]{3,9},? +)?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:(?: at|,)? +(.+))?$/i
const TIME = /^(\d{1,2}):?(\d{2})?(?::(\d{2}))? ?([ap])?\.?m?\.?$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Returns a date as ISO 8601: from ISO 8601, `11/3/2026 6:30 PM`, `3.11.2026 18:30`, `Nov 3, 2026` or Unix seconds. */
export function dateIn(text: string, time = ''): string {
  const date = text.trim()
  if (/^\d{9,10}$/.test(date)) return new Date(Number(date) * 1000).toISOString().replace('Z', '+00:00')
  const [, month, day, year, ofDay] = US.exec(date) ?? namedDate(date) ?? dotted(date) ?? []
  const given = time.trim() || ofDay || ''
  if (!year) return given && /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}${clockIn(given)}` : date
  return `${year}-${padded(month)}-${padded(day)}${clockIn(given)}`
}

const padded = (number = '') => number.padStart(2, '0')

function dotted(date: string) {
  const [, day, month, year, rest] = DOTTED.exec(date) ?? []
  return year ? ['', month, day, year, rest] : undefined
}

function namedDate(date: string) {
  const [, name = '', day, year, rest] = NAMED.exec(date) ?? []
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return month > 0 ? ['', String(month), day, year, rest] : undefined
}

function clockIn(text: string): string {
  const [, hours, minutes = '00', , half] = TIME.exec(text.trim()) ?? []
  if (!hours) return text ? `T${text}` : ''
  const late = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  return `T${padded(String(late))}:${minutes}`
}

/** Returns `subscribed` or `unsubscribed`, or the text where it says neither. */
export function subscriptionIn(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  if (!plain) return undefined
  if (/^(subscribed|active|yes|true|1|opted.?in)$/.test(plain)) return 'subscribed'
  if (/^(unsubscribed|inactive|no|false|0|opted.?out|bounc|spam|cleaned|invalid)/.test(plain))
    return 'unsubscribed'
  return plain
}

/** Statuses of RSVPs in the files of known services. */
const ACCEPTED =
  /^(accepted|approved|going|attending|registered|confirmed|yes|rsvp|rsvped|signed ?up|active|host|paid)?$/
const DECLINED = /^(declined|cancell?ed|not going|not attending|no|deleted|transferred|refunded|no.?rsvp)$/
const ATTENDED = /^(attended|checked ?.?in|completed|present)$/
const ABSENT = /^(no.?show|absent|not checked in)$/

/** Returns what a status says; undefined where it is no answer, as with people who are only invited. */
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

/** Splits a list within a cell. */
export const listIn = (text: string): string[] =>
  text
    .split(/[;,|\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** Words behind a comma that are no given name: `Ana Ruiz, Jr.` */
const SUFFIX = /^(jr|sr|ii|iii|iv|md|phd|esq)\.?$/i

/** Splits a name into the first word and the others, and `Ruiz, Ana` at its comma. */
export function namesIn(full: string): { given_name?: string; family_name?: string } {
  const [, family, given] = /^([^,]+),\s*([^,]+)$/.exec(full.trim()) ?? []
  if (family && given && !SUFFIX.test(given)) return { given_name: given.trim(), family_name: family.trim() }
  const [, given_name, family_name] = /^(\S+)\s*(.*)$/s.exec(full.trim()) ?? []
  return { ...(given_name && { given_name }), ...(family_name && { family_name }) }
}
