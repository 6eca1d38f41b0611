import { filled } from '../../../messages/messages.js'
import type { Locale } from '../../locale.js'
import maps from '../../near/base-maps.json' with { type: 'json' }
import { projectionOf } from '../../near/projections.js'
import { type Window, clipped } from '../clip.js'

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

/** Times that an outline is enlarged: the United States to some hundred miles around a place, the Earth to a land. */
const ENLARGED = { us: 6, earth: 8 }

/** Towns that a map names. */
const MOST_TOWNS = 7

/** Returns a map around a point; nothing where the point is on neither map. */
export function SmallMap({ latitude, longitude, country, name, locale: { texts } }: Props) {
  const kind = country === 'US' ? 'us' : 'earth'
  const point = projectionOf(kind)([longitude, latitude])
  if (!point) return null
  const { land, borders, towns } = maps[kind]
  const scale = ENLARGED[kind]
  const project = ([x, y]: readonly [number, number]): [number, number] => [
    Math.round((x - point[0]) * scale + WIDTH / 2),
    Math.round((y - point[1]) * scale + HEIGHT / 2),
  ]
  const window = windowAround(point, scale)
  const cut = (path: string) => clipped(path, window, (each) => project(each).join())
  const label = name && shortened(name)
  const near = (towns as Town[]).filter(isIn(window))
  const named = placedTowns(near, project, label)
  return (
    <svg
      class="map"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={filled(texts.map, { location: name ?? named[0]?.name ?? '' })}
    >
      <path class="land" d={cut(land)} />
      {borders && <path class="borders" d={cut(borders)} />}
      {named.map(({ name: town, x, y }, i) => (
        <g {...(i > 2 && { class: 'minor' })}>
          <circle class="town" cx={x} cy={y} r="3" />
          <text x={x + 8} y={y + 4}>
            {town}
          </text>
        </g>
      ))}
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

/** Pixels around the window, so that the lines along which areas are cut are not seen. */
const MARGIN = 4

/** Returns the part of a map that is enlarged. */
function windowAround([x, y]: [number, number], scale: number): Window {
  const [across, up] = [(WIDTH / 2 + MARGIN) / scale, (HEIGHT / 2 + MARGIN) / scale]
  return { west: x - across, north: y - up, east: x + across, south: y + up }
}

const shortened = (name: string) => (name.length > 32 ? `${name.slice(0, 31).trim()}…` : name)

type Town = [name: string, x: number, y: number]

const isIn =
  ({ west, north, east, south }: Window) =>
  ([, x, y]: Town) =>
    x >= west && x <= east && y >= north && y <= south

interface PlacedTown {
  name: string
  x: number
  y: number
}

/** Returns the largest towns within the window whose names do not cover each other, the pin or its label. */
function placedTowns(
  towns: Town[],
  project: (point: [number, number]) => [number, number],
  label = '',
): PlacedTown[] {
  const placed: PlacedTown[] = []
  const half = 12 + label.length * 4.5
  for (const [name, ...at] of towns) {
    const [x, y] = project(at)
    const end = x + 16 + name.length * 8
    if (x < 8 || end > WIDTH || y < 16 || y > HEIGHT - 12) continue
    const isAtPin = Math.abs(y - HEIGHT / 2 + 10) < 26 && x < WIDTH / 2 + half && end > WIDTH / 2 - half
    const covers = placed.some(
      (one) => Math.abs(one.y - y) < 24 && x < one.x + 20 + one.name.length * 8 && end > one.x - 4,
    )
    if (!isAtPin && !covers) placed.push({ name, x, y })
    if (placed.length === MOST_TOWNS) break
  }
  return placed
}
