import maps from './base-maps.json' with { type: 'json' }
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

/** Draws circles over the outlines of a map. What is on no map is left out. */
export function OutlineMap({ label, map, circles }: { label: string; map: MapName; circles: MapCircle[] }) {
  const { width, height, land, borders } = maps[map]
  return (
    <svg class="map whole-map" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
      <path class="land" d={land} />
      <path class="borders" d={borders} />
      {circles.map(({ latitude, longitude, count, name, href }) => {
        const point = projectionOf(map)([longitude, latitude])
        if (!point) return null
        const [x, y] = point.map((each) => each.toFixed(0))
        const circle = (
          <>
            <title>{name}</title>
            <circle cx={x} cy={y} r={radiusOf(count)} />
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

/** A name with the number that the circle shows: Arabic, for example, has a word for one and for two. */
const spoken = (name: string, count: number) => (name.includes(String(count)) ? name : `${count}: ${name}`)

/** Large enough for a thumb, and larger with the number. */
const radiusOf = (count: number) => Math.round(18 + 4.5 * Math.log2(count))
