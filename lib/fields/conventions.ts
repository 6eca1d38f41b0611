import { isCountry } from './country.js'

/** Whether the day stands before the month in dates of a country: `03/04/2027` in Norway is 3 April. */
export function isDayFirst(country = 'US'): boolean {
  const parts = new Intl.DateTimeFormat(localeOf(country)).formatToParts(0).map(({ type }) => type)
  return parts.indexOf('day') < parts.indexOf('month')
}

/** Whether decimals of a country have a comma: `1,5` in Norway. */
export const hasDecimalComma = (country = 'US'): boolean =>
  new Intl.NumberFormat(localeOf(country)).format(1.5).includes(',')

/** The language of most people of a country, there. */
const localeOf = (country: string) => `${new Intl.Locale(`und-${country}`).maximize().language}-${country}`

interface WeekInfo {
  firstDay: number
}

/** Node.js 22 has it as a property, later versions as a method. */
type LocaleOfWeeks = Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo }

/** The day with which weeks of a country begin, from 1 for Monday to 7 for Sunday, as CLDR has it. */
export function firstDayOfWeek(country = 'US'): number {
  const locale: LocaleOfWeeks = new Intl.Locale(`und-${isCountry(country) ? country : 'US'}`)
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}
