/*
 * The order of an address's last line by country, from libaddressinput, Google's table of formats. A test compares
 * this with the package that carries it.
 */

/** Countries whose postal code stands before the town: `0155 Oslo`. */
const CODE_FIRST = new Set(
  [
    'AD AL AM AR AT AX AZ BA BE BG BL BY CH CL CV CY CZ DE DK DO DZ EC EE EH ES ET FI FO FR GE GF GL GN GP GR GT GW',
    'HR HT IS IT KG KW KZ LA LI LR LT LU MA MC MD ME MF MG MK MQ MU MX MY MZ NC NE NI NL NO OM PF PL PM PT PY RE RO',
    'RS SE SI SJ SK SM SN SV TJ TM TN TR TZ UY UZ VA WF XK YT ZM',
  ]
    .join(' ')
    .split(' '),
)

/** Those of them that name the region behind the town: `00186 Roma RM`. */
const WITH_REGION = new Set('AM AR BY CL CV EE ES IT KZ LT MX MY MZ NI PF RO SV TR UY UZ'.split(' '))

/** Whether a country writes the postal code before the town. */
export const isCodeFirst = (country: string | undefined): boolean => CODE_FIRST.has(country ?? '')

/** Writes a town with its region and its code, as its country does. */
export function townLine(
  town: string | undefined,
  region: string | undefined,
  code: string | undefined,
  country: string | undefined,
): string {
  const spaced = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
  if (!isCodeFirst(country)) return [town, spaced(region, code)].filter(Boolean).join(', ')
  return spaced(code, town, !town || WITH_REGION.has(country ?? '') ? region : '')
}
