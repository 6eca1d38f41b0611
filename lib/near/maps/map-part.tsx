import maps from './base-maps.json' with { type: 'json' }
import { type Window, clipped } from './clip.js'
import type { MapName } from './projections.js'

export type Point = [x: number, y: number]

/** A part of a base map, enlarged into a drawing. */
export interface MapPart {
  map: MapName
  /** The point of the base map in the middle of the drawing. */
  center: Point
  /** Times that the outlines are enlarged. */
  scale: number
  width: number
  height: number
}

/** Pixels around the part, so that the lines along which areas are cut are not seen. */
const MARGIN = 4

function windowOf({ center: [x, y], scale, width, height }: MapPart): Window {
  const [across, up] = [(width / 2 + MARGIN) / scale, (height / 2 + MARGIN) / scale]
  return { west: x - across, north: y - up, east: x + across, south: y + up }
}

/** Returns where a drawing has a point of the base map. */
export const pointIn =
  ({ center, scale, width, height }: MapPart) =>
  ([x, y]: readonly [number, number]): Point => [
    Math.round((x - center[0]) * scale + width / 2),
    Math.round((y - center[1]) * scale + height / 2),
  ]

/** Draws the land and the borders of a part. */
export function Outlines({ part }: { part: MapPart }) {
  const { land, borders } = maps[part.map]
  const [window, drawn] = [windowOf(part), pointIn(part)]
  const cut = (path: string) => (part.scale === 1 ? path : clipped(path, window, (each) => drawn(each).join()))
  return (
    <>
      <path class="land" d={cut(land)} />
      {borders && <path class="borders" d={cut(borders)} />}
    </>
  )
}

/** A rectangle of a drawing that has something in it. */
export interface Taken {
  left: number
  right: number
  top: number
  bottom: number
}

interface PlacedTown {
  name: string
  x: number
  y: number
}

/**
 * Returns the largest towns of a part whose names cover no other name, and nothing else that is drawn.
 * @param most number of towns
 * @param letter width of a letter, in pixels of the drawing
 */
export function townsOf(part: MapPart, taken: Taken[], most: number, letter: number): PlacedTown[] {
  const placed: PlacedTown[] = []
  const { west, north, east, south } = windowOf(part)
  for (const [name, ...at] of maps[part.map].towns as [string, number, number][]) {
    if (at[0] < west || at[0] > east || at[1] < north || at[1] > south) continue
    const [x, y] = pointIn(part)(at)
    const end = x + 16 + name.length * letter
    if (x < letter || end > part.width || y < 2 * letter || y > part.height - 12) continue
    const isTaken = taken.some(({ left, right, top, bottom }) => x < right && end > left && y > top && y < bottom)
    const covers = placed.some(
      (one) => Math.abs(one.y - y) < 3 * letter && x < one.x + 20 + one.name.length * letter && end > one.x - 4,
    )
    if (!isTaken && !covers) placed.push({ name, x, y })
    if (placed.length === most) break
  }
  return placed
}

/** Draws towns with their names. The first three are on phones, too. */
export function Towns({ towns }: { towns: PlacedTown[] }) {
  return (
    <>
      {towns.map(({ name, x, y }, i) => (
        <g {...(i > 2 && { class: 'minor' })}>
          <circle class="town" cx={x} cy={y} r="3" />
          <text x={x + 8} y={y + 4}>
            {name}
          </text>
        </g>
      ))}
    </>
  )
}
