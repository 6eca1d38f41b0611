import type { Location } from './location.js'

/** Something at a location, and who sees its address. */
interface Located {
  location: Location
  /** `guests` where the address is for them alone. */
  address_shown?: string | undefined
}

/**
 * Returns the location that anybody may read: that of the event, or only its town where the address is for guests, for
 * example because it is a home. Two decimals of coordinates are a kilometre.
 */
export function publicLocation({ location, address_shown }: Located): Location {
  if (address_shown !== 'guests') return location
  const { locality, region, country, language, location: point } = location
  const [latitude, longitude] = [rounded(point.latitude), rounded(point.longitude)]
  return {
    ...(locality && { locality }),
    ...{ region, country, language },
    location: { latitude, longitude, accuracy: 'Approximate' },
  }
}

/** Returns an event as anybody may read it. */
export const publiclyLocated = <Event extends Located>(event: Event): Event =>
  event.address_shown === 'guests' ? { ...event, location: publicLocation(event) } : event

const rounded = (degrees: number) => Math.round(degrees * 100) / 100
