import { FURTHEST_KM, KM_PER_MILE } from './great-circle.js'

/** Miles or kilometres. */
export type Unit = 'mi' | 'km'

/** The distance that counts as near. */
export interface Reach {
  within: number
  unit: Unit
}

const kmOf = (distance: number, unit: Unit) => distance * (unit === 'mi' ? KM_PER_MILE : 1)

/** Returns a distance in a unit, with one decimal. */
export const distanceIn = (km: number, unit: Unit) => Math.round((km / kmOf(1, unit)) * 10) / 10

/** Returns how far a reach goes in kilometres: at most half of the way around. */
export const reachKm = ({ within, unit }: Reach) => Math.min(FURTHEST_KM, kmOf(within, unit))
