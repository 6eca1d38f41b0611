import { geocoderOf } from '../locations/geocode/geocoder.js'
import type { Service } from '../runtime/service.js'

/** Finds the locations of addresses. */
export const geocode = ({ environment }: Service) => geocoderOf(environment)
