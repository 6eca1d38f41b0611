import { plainName } from './location-key.js'

/** Names of states, provinces and territories with their codes. */
const NAMES: Record<string, string[]> = {
  US: [
    'AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut',
    'DE Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois',
    'IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland',
    'MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana',
    'NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York',
    'NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania',
    'RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont',
    'VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming, AS American Samoa',
    'GU Guam, MP Northern Mariana Islands, PR Puerto Rico, VI Virgin Islands',
  ],
  CA: [
    'AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador',
    'NS Nova Scotia, NT Northwest Territories, NU Nunavut, ON Ontario, PE Prince Edward Island',
    'QC Quebec, SK Saskatchewan, YT Yukon',
  ],
  AU: [
    'ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland',
    'SA South Australia, TAS Tasmania, VIC Victoria, WA Western Australia',
  ],
}

/**
 * Returns the final two letters of a region's code (ISO 3166-2) from `ca`, `US-CA`, `N.Y.` or `California`. Any other
 * text is returned unchanged: outside the United States and Canada, many codes are numbers or three letters, and a
 * name is better than nothing.
 */
export const regionCode = (region: string, country: string): string =>
  lettersOf(region) ?? regionNamed(region, country) ?? region

/** Returns the code of a state or province of the United States, Canada or Australia, by its code or its name. */
export function knownRegion(region: string, country: string): string | undefined {
  const letters = lettersOf(region) ?? region.trim().toUpperCase()
  return regionsOf(country).find(([code]) => code === letters)?.[0] ?? regionNamed(region, country)
}

/** Returns the codes of the states or provinces whose code or name begins with a text. */
export function regionsFrom(text: string, country: string): string[] {
  const start = plainName(text)
  if (!start) return []
  return regionsOf(country)
    .filter(([code, name]) => code.toLowerCase().startsWith(start) || plainName(name).startsWith(start))
    .map(([code]) => code)
}

const lettersOf = (region: string): string | undefined =>
  /^\s*(?:[a-z]{2}-)?([a-z]{2})\s*$/i.exec(region.replaceAll('.', ''))?.[1]?.toUpperCase()

function regionNamed(region: string, country: string): string | undefined {
  const name = plainName(region)
  return regionsOf(country).find(([, each]) => plainName(each) === name)?.[0]
}

/** States or provinces as a code and a name. */
const regionsOf = (country: string): [code: string, name: string][] =>
  NAMES[country]
    ?.flatMap((line) => line.split(', '))
    .map((each) => [each.slice(0, each.indexOf(' ')), each.slice(each.indexOf(' ') + 1)]) ?? []
