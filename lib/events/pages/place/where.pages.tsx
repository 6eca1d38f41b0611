import type { Locale } from '../../../pages/locale.js'
import type { PageContent } from '../../../pages/page-content.js'
import { placeLines } from '../facts.pages.js'
import { SmallMap } from '../../../near/small-map.pages.js'
import type { OsdiEvent } from '../../event.js'
import { inOneLine } from '../../../locations/location.js'
import { Icon } from '../../../pages/icons.js'

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

/** The place of an event: a map of our own, the address, and a link to directions. */
export function Where({ event, locale }: { event: PageContent['event']; locale: Locale }) {
  const { texts } = locale
  if (event.attendance_mode === 'online' || event.placeless) return null
  const [name, ...rest] = placeLines(event.location, locale)
  if (!name || (!event.location.locality && !event.location.postal_code)) return null
  const directions = directionsTo(event)
  const isHidden = event.address_shown === 'guests'
  return (
    <section class="stack" aria-labelledby="where">
      <h2 id="where">{texts.where}</h2>
      <div class="card flush">
        <SmallMap
          {...event.location.location}
          country={event.location.country}
          name={isHidden ? undefined : name}
          locale={locale}
        />
        <div class="line apart p4">
          <p>
            <strong>{name}</strong>
            <br />
            <span class="quiet">
              <bdi>{isHidden ? texts.hidden_address : rest.join(', ')}</bdi>
            </span>
          </p>
          {directions && <DirectionsLink address={directions} locale={locale} />}
        </div>
      </div>
    </section>
  )
}
