import type { OsdiEvent } from '../../event.js'
import { inOneLine } from '../../../locations/location.js'
import { Icon } from '../../../pages/icons.js'
import type { Locale } from '../../../pages/locale.js'

type Located = Pick<OsdiEvent, 'location' | 'attendance_mode' | 'address_shown'>

/** Returns whether people can be led to the place of an event: it has a street, a venue or a building of its own. */
const hasPlace = ({ location, attendance_mode, address_shown }: Located): boolean =>
  attendance_mode !== 'online' &&
  address_shown !== 'guests' &&
  Boolean(location.venue ?? location.address_lines?.[0] ?? location.postal_code)

/** Returns the address of directions to an event, which the map of a phone opens too; nothing is loaded from there. */
export function directionsTo(event: Located): string | undefined {
  if (!hasPlace(event)) return undefined
  const { location } = event
  const country = location.country === 'US' ? '' : `, ${location.country}`
  const { latitude, longitude, accuracy } = location.location
  const destination = accuracy === 'Rooftop' ? `${latitude},${longitude}` : inOneLine(location) + country
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination }).toString()}`
}

/** The button that leads to the place. */
export const DirectionsLink = ({ address, locale: { texts } }: { address: string; locale: Locale }) => (
  <a class="btn" href={address} rel="noopener noreferrer">
    <Icon name="navigation" />
    {texts.directions}
  </a>
)
