/** Writes a share in a language: `42 %`. Empty where there is no whole. */
export const shareOf = (part: number, whole: number, language: string): string =>
  whole === 0
    ? ''
    : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(part / whole)
