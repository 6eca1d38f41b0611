/** Separates the thousands of a number. */
export const inGroups = (count: number): string => new Intl.NumberFormat('en').format(count)
