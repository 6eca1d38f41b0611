import { OsdiError } from '../../runtime/errors.js'
import { describeDay } from '../../manage/formats.js'
import type { Texts } from '../../manage/texts.js'
import type { SeriesDates } from '../plan-series.js'
import { repeatedStarts, WEEKDAYS } from '../repetition.js'
import { seriesDatesIn } from './repeat-form.manage.js'

/**
 * Says in one sentence how the series of a form repeats, while it is filled in, and how many dates it has; empty as
 * long as the form gives none.
 */
export function sentenceOfForm(texts: Texts, lang: string, values: Record<string, string>): string {
  const { day, start_time } = values
  try {
    const dates = seriesDatesIn(values)
    if (!dates || !day) return ''
    if ('shifts' in dates) return dates.shifts.number > 0 ? sentenceOf(texts, lang, dates, []) : ''
    const starts = repeatedStarts(`${day}T${start_time || '00:00'}:00`, dates.repeat)
    const count = texts.series.dates(starts.length, String(starts.length))
    return texts.series.sentence.counted(sentenceOf(texts, lang, dates, starts), count)
  } catch (error) {
    if (error instanceof OsdiError) return ''
    throw error
  }
}

/**
 * Says in one sentence how a series repeats, such as "Every Saturday until Saturday, February 6".
 * @param starts of its dates, in order
 */
export function sentenceOf({ series }: Texts, lang: string, dates: SeriesDates, starts: readonly string[]): string {
  const { sentence: texts } = series
  if ('shifts' in dates) {
    const { number, minutes } = dates.shifts
    const [length, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
    const each = new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(length)
    return texts.shifts(number, each)
  }
  const { frequency, every = 1, weekdays, monthly_by } = dates.repeat
  const [first = ''] = starts
  const until = describeDay(starts.at(-1) ?? '', lang)
  const day = new Date(`${first.slice(0, 10)}T00:00:00Z`)
  const names = new Intl.DateTimeFormat(lang, { weekday: 'long', timeZone: 'UTC' })
  if (frequency === 'daily') return texts.daily(every, until)
  if (frequency === 'weekly') {
    // 1 January 2024 was a Monday.
    const days = WEEKDAYS.flatMap((each, i) => (weekdays?.includes(each) ? [new Date(Date.UTC(2024, 0, 1 + i))] : []))
    const list = new Intl.ListFormat(lang).format((days.length > 0 ? days : [day]).map((each) => names.format(each)))
    return texts.weekly(every, list, until)
  }
  const number = day.getUTCDate()
  if (monthly_by === 'last-weekday') return texts.monthlyOn(every, texts.last(names.format(day)), until)
  if (monthly_by === 'weekday')
    return texts.monthlyOn(every, texts.nth(Math.ceil(number / 7), names.format(day)), until)
  return texts.monthlyOn(every, texts.day(number), until)
}
