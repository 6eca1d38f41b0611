import { MOST_ENLARGED } from '../overview.js'
import maps from './base-maps.json' with { type: 'json' }
import { type MapPart, Outlines, type Point, type Taken, Towns, pointIn, townsOf } from './map-part.js'
import { type MapName, projectionOf } from './projections.js'

/** A circle of a map, named for people who do not see it. */
export interface MapCircle {
  latitude: number
  longitude: number
  count: number
  name: string
  /** Absent for a circle that leads nowhere. */
  href?: string | undefined
}

/*
 * A map that asks no other host for anything: outlines of our own in the page, and circles over them. A circle with a
 * link works without a script, by keyboard, and by name.
 */

/** Draws circles over the outlines of a map, or of the part of it that has them all. What is on no map is left out. */
export function OutlineMap({ label, map, circles }: { label: string; map: MapName; circles: MapCircle[] }) {
  const drawn = circles.flatMap((circle) => {
    const point = projectionOf(map)([circle.longitude, circle.latitude])
    return point ? [{ ...circle, point, radius: radiusOf(circle.count) }] : []
  })
  const part = partWith(
    map,
    drawn.map(({ point }) => point),
  )
  const placed = drawn.map((circle) => ({ ...circle, at: pointIn(part)(circle.point) }))
  const towns = part.scale === 1 ? [] : townsOf(part, placed.map(around), MOST_TOWNS, LETTER)
  return (
    <svg class="map whole-map" viewBox={`0 0 ${part.width} ${part.height}`} role="group" aria-label={label}>
      <Outlines part={part} />
      <Towns towns={towns} />
      {placed.map(({ at: [x, y], radius, count, name, href }) => {
        const circle = (
          <>
            <title>{name}</title>
            <circle cx={x} cy={y} r={radius} />
            <text x={x} y={y}>
              {count}
            </text>
          </>
        )
        return href === undefined ? (
          <g class="spot" role="img" aria-label={spoken(name, count)}>
            {circle}
          </g>
        ) : (
          <a href={href} aria-label={spoken(name, count)}>
            {circle}
          </a>
        )
      })}
    </svg>
  )
}

/** Pixels between the circles and the edges of a part. */
const EDGE = 110

/** Names of towns in a part, and the width of a letter. */
const [MOST_TOWNS, LETTER] = [6, 18]

/** Returns the part of a map that has all points; the whole map where they are far apart, or there are none. */
function partWith(map: MapName, points: Point[]): MapPart {
  const { width, height } = maps[map]
  const whole: MapPart = { map, center: [width / 2, height / 2], scale: 1, width, height }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const room = Math.min((width - 2 * EDGE) / (east - west), (height - 2 * EDGE) / (south - north))
  const scale = Math.min(MOST_ENLARGED[map], room)
  return scale > 1.5 ? { ...whole, center: [(west + east) / 2, (north + south) / 2], scale } : whole
}

/** The rectangle of a circle, in which no name of a town begins or ends. */
const around = ({ at: [x, y], radius }: { at: Point; radius: number }): Taken => ({
  left: x - radius - 4,
  right: x + radius + 4,
  top: y - radius - 8,
  bottom: y + radius + 16,
})

/** A name with the number that the circle shows: Arabic, for example, has a word for one and for two. */
const spoken = (name: string, count: number) => (name.includes(String(count)) ? name : `${count}: ${name}`)

/** Large enough for a thumb, and larger with the number. */
const radiusOf = (count: number) => Math.round(18 + 4.5 * Math.log2(count))
