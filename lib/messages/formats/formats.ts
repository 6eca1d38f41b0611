import { english } from './english.js'
import { formatsOfRuntime } from './runtime.js'
import { spanish } from './spanish.js'
import type { RegionOfZones } from './zones.js'

/**
 * Writes numbers, days and clocks as a language does. A date stands for the wall clock at a venue, as if that were UTC.
 * A period is longer than a minute.
 */
export interface Formats {
  /** @param value not below zero, with at most three decimals */
  number: (value: number) => string
  /** Returns the category of a whole number, by which a text depends on it. */
  category: (count: number) => Intl.LDMLPluralRule
  /** `6:30 PM` */
  clock: (at: Date) => string
  /** Two clocks of one day: `6:30 – 8:00 PM` */
  clocks: (from: Date, until: Date) => string
  /** `May` */
  month: (at: Date) => string
  /** `4` */
  dayOfMonth: (at: Date) => string
  /** `May 4, 2040` */
  date: (at: Date) => string
  /** `May 4 – 6, 2040` */
  dates: (first: Date, last: Date) => string
  /** `Friday, May 4, 2040` */
  day: (at: Date) => string
  /** `Friday, May 4, 2040 at 6:30 PM` */
  dayAndClock: (at: Date) => string
  /** `Fri, May 4, 6:30 PM` */
  short: (at: Date) => string
  /** A period of one day: `Fri, May 4, 6:30 – 8:00 PM` */
  shortPeriod: (from: Date, until: Date) => string
  /** `Mountain Daylight Time`; absent where the runtime alone knows the names of zones. */
  zone?: (region: RegionOfZones, isSummer: boolean) => string
}

/*
 * `Intl` writes all languages. The first object that it makes takes 9 ms of a cold function, a sixth of what a plain
 * function takes to start and to answer, so that the languages of most pages have code of their own.
 */
const OWN: Partial<Record<string, Formats>> = {
  en: english,
  'en-US': english,
  es: spanish,
  'es-ES': spanish,
}

/** Returns the formats of a language. */
export const formatsOf = (lang: string): Formats => OWN[lang] ?? formatsOfRuntime(lang)

/** Returns a wall clock as formats take it: `2040-05-04T18:30:00` as if it were UTC. */
export const dateOf = (wallClock: string): Date => new Date(`${wallClock.slice(0, 19)}Z`)
