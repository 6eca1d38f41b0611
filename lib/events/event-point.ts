import type { Point } from '../locations/great-circle.js'
import type { OsdiEvent } from './event.js'

/** Returns the point of an event; undefined for one that is online, or whose place the geocoder did not find. */
export function pointOf({
  location,
  attendance_mode,
  placeless,
}: Pick<OsdiEvent, 'location' | 'attendance_mode' | 'placeless'>): Point | undefined {
  const { latitude, longitude } = location.location
  const isSaid = Boolean(location.locality ?? location.postal_code ?? location.address_lines?.length)
  const isDefault = latitude === 38 && longitude === -97
  const hasPlace = attendance_mode !== 'online' && !placeless && isSaid && !isDefault
  return hasPlace ? { latitude, longitude } : undefined
}
