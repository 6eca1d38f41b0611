/** Separates the thousands of a number. */
export const inGroups = (count: number): string => new Intl.NumberFormat('en').format(count)

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** Writes a place in an order, such as 14th. */
export const ordinal = (place: number): string =>
  `${place}${ENDINGS[new Intl.PluralRules('en', { type: 'ordinal' }).select(place)] ?? 'th'}`
