import type { Box, Point } from '../locations/great-circle.js'

/*
 * A Hilbert curve runs through all cells of a grid over the Earth, so that points that are near each other on the curve
 * are near each other on the ground, and each square of the grid is one stretch of the curve. Events are stored in the
 * order of the curve (docs/decisions/0055).
 */

/** Halvings of the grid: a cell is 2.4 m wide at the equator and half as high, less than a geocoder tells apart. */
const LEVELS = 24

/** Cells on the curve. */
export const CELLS = 4 ** LEVELS

/** A stretch of the curve, both ends included. */
export interface Stretch {
  first: number
  last: number
}

/** A square of the grid: all cells of the curve that begin like it, at a level from 0, the whole Earth, to LEVELS. */
interface Square {
  level: number
  x: number
  y: number
}

export function cellOf({ latitude, longitude }: Point): number {
  const side = 2 ** LEVELS
  const within = (share: number) => Math.min(side - 1, Math.max(0, Math.floor(share * side)))
  return positionOf({ level: LEVELS, x: within((longitude + 180) / 360), y: within((latitude + 90) / 180) })
}

/** Returns the position of a square on the curve of its level. */
function positionOf({ level, x, y }: Square): number {
  let position = 0
  for (let side = 2 ** (level - 1); side >= 1; side /= 2) {
    const [right, upper] = [(x & side) > 0 ? 1 : 0, (y & side) > 0 ? 1 : 0]
    position += side * side * ((3 * right) ^ upper)
    if (upper === 0) {
      if (right === 1) [x, y] = [side - 1 - (x & (side - 1)), side - 1 - (y & (side - 1))]
      ;[x, y] = [y, x]
    }
  }
  return position
}

function stretchOf(square: Square): Stretch {
  const cells = 4 ** (LEVELS - square.level)
  const first = positionOf(square) * cells
  return { first, last: first + cells - 1 }
}

function boxOf({ level, x, y }: Square): Box {
  const side = 2 ** level
  const [width, height] = [360 / side, 180 / side]
  const [west, south] = [x * width - 180, y * height - 90]
  return { south, north: south + height, west, east: west + width }
}

const quartersOf = ({ level, x, y }: Square): Square[] =>
  [0, 1].flatMap((right) => [0, 1].map((upper) => ({ level: level + 1, x: 2 * x + right, y: 2 * y + upper })))

/** Squares that are divided before the cover of an area is taken for fine enough. */
const FINE_ENOUGH = 48

/**
 * Returns stretches of the curve that contain every point of an area. The fewer they are, the more they contain
 * besides: first the shortest gaps between them are filled.
 * @param touches whether a box may have a point of the area
 */
export function coverOf(touches: (box: Box) => boolean, most: number): Stretch[] {
  let squares: Square[] = [{ level: 0, x: 0, y: 0 }]
  let divided = 0
  for (let level = 0; level < LEVELS; level++) {
    const finer = squares.flatMap(quartersOf).filter((square) => touches(boxOf(square)))
    divided += squares.length
    squares = finer
    if (divided > FINE_ENOUGH) break
  }
  return joined(squares.map(stretchOf), most)
}

function joined(stretches: Stretch[], most: number): Stretch[] {
  const sorted = stretches.toSorted((one, other) => one.first - other.first)
  const gaps = sorted.slice(1).map((stretch, i) => stretch.first - (sorted[i] as Stretch).last)
  const kept = gaps.filter((gap) => gap > 1).toSorted((one, other) => other - one)
  const widest = kept[most - 1] ?? 1
  const all: Stretch[] = []
  for (const [i, stretch] of sorted.entries()) {
    const before = all.at(-1)
    if (before && (gaps[i - 1] as number) <= widest) before.last = stretch.last
    else all.push({ ...stretch })
  }
  return all
}
