import type { Locale } from '../../../pages/locale.js'
import type { PageContent } from '../../../pages/page-content.js'
import { placeLines } from '../facts.pages.js'
import { SmallMap } from '../../../near/small-map.pages.js'
import { directionsTo } from '../../event-place.js'
import { Icon } from '../../../pages/icons.js'

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
