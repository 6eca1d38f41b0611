const UNITS = { mi: 'mile', km: 'kilometer' }

/**
 * A distance as a language writes it, in two parts: `5.3` and `mi`. Places are often those of a postal code: less than
 * one of a unit is not told apart.
 */
export function distanceParts(distance: number, unit: 'mi' | 'km', language: string): { number: string; unit: string } {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: UNITS[unit], unitDisplay: 'short' })
  const parts = format.formatToParts(distance)
  const text = (isUnit: boolean) =>
    parts.flatMap(({ type, value }) => (type === 'literal' || (type === 'unit') !== isUnit ? [] : [value])).join('')
  return {
    number: distance < 1 ? `<${format.formatToParts(1).find(({ type }) => type === 'integer')?.value}` : text(false),
    unit: text(true),
  }
}

/** A distance in one text: `5.3 mi`. */
export const inDistance = (...of: Parameters<typeof distanceParts>): string => {
  const { number, unit } = distanceParts(...of)
  return `${number} ${unit}`
}
