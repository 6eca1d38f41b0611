import { MOST_ENLARGED } from './overview.js'
import { filled } from '../texts/messages.js'
import type { Locale } from '../pages/locale.js'
import { type MapPart, Outlines, Towns, townsOf } from './maps/map-part.js'
import { projectionOf } from './maps/projections.js'

/*
 * The surroundings of an event, cut out of the outlines that the maps of finders have. Nothing is loaded from another
 * host, so no map service learns who looks at an event.
 */

interface Props {
  latitude: number
  longitude: number
  country: string
  /** Absent where the map shows the area only. */
  name?: string | undefined
  locale: Locale
}

const WIDTH = 640
const HEIGHT = 300

/** Towns that a map names. */
const MOST_TOWNS = 7

/** The width of a letter of a town's name, and of the event's. */
const [LETTER, LETTER_OF_LABEL] = [8, 9]

/** Returns a map around a point; nothing where the point is on neither map. */
export function SmallMap({ latitude, longitude, country, name, locale: { texts } }: Props) {
  const map = country === 'US' ? 'us' : 'earth'
  const center = projectionOf(map)([longitude, latitude])
  if (!center) return null
  const part: MapPart = { map, center, scale: MOST_ENLARGED[map], width: WIDTH, height: HEIGHT }
  const label = name && shortened(name)
  const towns = townsOf(part, [pinWith(label)], MOST_TOWNS, LETTER)
  return (
    <svg
      class="map"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={filled(texts.map, { location: name ?? towns[0]?.name ?? '' })}
    >
      <Outlines part={part} />
      <Towns towns={towns} />
      {name === undefined ? (
        <circle class="ring" cx={WIDTH / 2} cy={HEIGHT / 2} r="42" />
      ) : (
        <>
          <circle class="pin" cx={WIDTH / 2} cy={HEIGHT / 2} r="9" />
          <text class="label" x={WIDTH / 2} y={HEIGHT / 2 - 20}>
            {label}
          </text>
        </>
      )}
    </svg>
  )
}

const shortened = (name: string) => (name.length > 32 ? `${name.slice(0, 31).trim()}…` : name)

/** The rectangle of the pin and the label over it. */
function pinWith(label = '') {
  const half = 12 + (label.length * LETTER_OF_LABEL) / 2
  return {
    left: WIDTH / 2 - half,
    right: WIDTH / 2 + half,
    top: HEIGHT / 2 - 36,
    bottom: HEIGHT / 2 + 16,
  }
}
