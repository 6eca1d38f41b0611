import { FURTHEST_KM, KM_PER_MILE } from './great-circle.js'

/** Miles or kilometers. */
export type Unit = 'mi' | 'km'

/** The distance that counts as near. */
export interface Reach {
  within: number
  unit: Unit
}

/** Countries with miles on their roads, by CLDR: the United States, its territories, and the United Kingdom. */
const IN_MILES = new Set(['US', 'GB', 'PR', 'GU', 'VI', 'AS', 'MP'])

/** Returns the unit of distances in a country, by its code; miles where none is known. */
export const unitIn = (country = 'US'): Unit => (IN_MILES.has(country) ? 'mi' : 'km')

/** Returns the distance that counts as near in a country, where nobody says another: about the same everywhere. */
export const usualReach = (country?: string): Reach =>
  unitIn(country) === 'mi' ? { within: 25, unit: 'mi' } : { within: 40, unit: 'km' }

const kmOf = (distance: number, unit: Unit) => distance * (unit === 'mi' ? KM_PER_MILE : 1)

/** Returns a distance in a unit, with one decimal. */
export const distanceIn = (km: number, unit: Unit) => Math.round((km / kmOf(1, unit)) * 10) / 10

/** Returns how far a reach goes in kilometers: at most half of the way around. */
export const reachKm = ({ within, unit }: Reach) => Math.min(FURTHEST_KM, kmOf(within, unit))
