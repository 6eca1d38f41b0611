/** Groups the digits of a number by three, where it has at least so many of them. */
export function grouped(value: number, separator: string, point: string, least: number): string {
  const [whole = '', decimals] = String(value).split('.')
  const groups = whole.length < least ? whole : whole.replace(/\B(?=(\d{3})+$)/g, separator)
  return decimals === undefined ? groups : groups + point + decimals
}

/** The minutes of a clock in two digits. */
export const minutesOf = (at: Date): string => String(at.getUTCMinutes()).padStart(2, '0')

/** The name of a month or of a weekday, from names in their order with spaces between them. */
export const nameIn = (names: string, index: number): string => names.split(' ')[index] as string

/** Returns what two days share. */
export const sharedBy = (first: Date, last: Date): 'month' | 'year' | 'nothing' =>
  first.getUTCFullYear() !== last.getUTCFullYear()
    ? 'nothing'
    : first.getUTCMonth() === last.getUTCMonth()
      ? 'month'
      : 'year'

/** Between the ends of a period. The spaces are thin ones. */
export const DASH = '\u2009–\u2009'
