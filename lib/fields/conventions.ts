/** Whether the day stands before the month in dates of a country: `03/04/2027` in Norway is 3 April. */
export function isDayFirst(country = 'US'): boolean {
  const locale = new Intl.Locale(`und-${country}`).maximize()
  const parts = new Intl.DateTimeFormat(`${locale.language}-${country}`).formatToParts(0).map(({ type }) => type)
  return parts.indexOf('day') < parts.indexOf('month')
}
