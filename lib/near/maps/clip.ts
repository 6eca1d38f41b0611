type Point = [number, number]

/** A part of a map. */
export interface Window {
  west: number
  north: number
  east: number
  south: number
}

/**
 * Returns the part of a path of straight lines that is in a window. Areas are cut along the window (Sutherland and
 * Hodgman), lines keep the parts with a point in it or beside it. Points are numbers in pairs, and loops are plain: a
 * path has a thousand points, and a cold function runs this once.
 * @param write writes a point of the path as the result has it
 */
export function clipped(path: string, window: Window, write: (point: Point) => string): string {
  const texts: string[] = []
  const add = (points: number[], end = '') => {
    const written: string[] = []
    for (let i = 0; i < points.length; i += 2) written.push(write(points.slice(i, i + 2) as Point))
    texts.push(`M${written.join('L')}${end}`)
  }
  for (const part of path.split('M').slice(1)) {
    const isArea = part.endsWith('Z')
    const points = JSON.parse(`[${part.replace('Z', '').replaceAll('L', ',')}]`) as number[]
    if (!isArea) for (const line of linesIn(points, window)) add(line)
    else {
      const kept = areaIn(points, window)
      if (kept.length > 4) add(kept, 'Z')
    }
  }
  return texts.join('')
}

const areaIn = (points: number[], { west, north, east, south }: Window): number[] =>
  cutAlong(cutAlong(cutAlong(cutAlong(points, 0, west, 1), 0, east, -1), 1, north, 1), 1, south, -1)

/** Keeps what is on one side of an edge. @param side 1 for what is not below it, -1 for what is not above it */
function cutAlong(points: number[], axis: 0 | 1, at: number, side: 1 | -1): number[] {
  const kept: number[] = []
  for (let i = 0; i < points.length; i += 2) {
    const before = (i === 0 ? points.length : i) - 2
    const [here, there] = [points[i + axis] as number, points[before + axis] as number]
    const isIn = (here - at) * side >= 0
    if (isIn !== (there - at) * side >= 0) {
      const share = (at - there) / (here - there)
      for (const k of [0, 1] as const) {
        const [one, other] = [points[before + k] as number, points[i + k] as number]
        kept.push(one + share * (other - one))
      }
    }
    if (isIn) kept.push(points[i] as number, points[i + 1] as number)
  }
  return kept
}

/** Returns the runs of a line whose segments may cross the window. */
function linesIn(points: number[], { west, north, east, south }: Window): number[][] {
  const lines: number[][] = []
  let line: number[] | undefined
  for (let i = 2; i < points.length; i += 2) {
    const [x0, y0, x, y] = points.slice(i - 2, i + 2) as [number, number, number, number]
    const mayCross =
      Math.max(x0, x) >= west && Math.min(x0, x) <= east && Math.max(y0, y) >= north && Math.min(y0, y) <= south
    if (!mayCross) line = undefined
    else if (line) line.push(x, y)
    else lines.push((line = [x0, y0, x, y]))
  }
  return lines
}
