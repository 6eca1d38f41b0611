/** Separates the thousands of a number, as Spanish does from 10,000 on. */
export const inGroups = (count: number): string => new Intl.NumberFormat('es').format(count)
