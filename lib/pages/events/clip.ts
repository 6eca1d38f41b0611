type Point = [number, number]

/** Margin around a window, so that the lines along which areas are cut are not seen. */
const MARGIN = 4

/**
 * Returns the part of a path of straight lines that is in a window. Areas are cut along the window (Sutherland and
 * Hodgman), lines keep the parts with a point in it or beside it.
 * @param project moves a point of the path into the window
 */
export function clipped(
  path: string,
  project: (point: Point) => Point,
  { width, height }: { width: number; height: number },
): string {
  const parts: string[] = []
  for (const part of path.split('M').slice(1)) {
    const isArea = part.endsWith('Z')
    const points = part
      .replace('Z', '')
      .split('L')
      .map((each) => project(each.split(',').map(Number) as Point))
    const edges: Edge[] = [
      { axis: 0, at: -MARGIN, isLower: true },
      { axis: 0, at: width + MARGIN, isLower: false },
      { axis: 1, at: -MARGIN, isLower: true },
      { axis: 1, at: height + MARGIN, isLower: false },
    ]
    if (isArea) {
      const kept = edges.reduce(cutAlong, points)
      if (kept.length > 2) parts.push(`M${kept.map(written).join('L')}Z`)
    } else {
      for (const line of linesIn(points, width, height)) parts.push(`M${line.map(written).join('L')}`)
    }
  }
  return parts.join('')
}

interface Edge {
  axis: 0 | 1
  at: number
  isLower: boolean
}

const written = (point: Point) => point.map((each) => Math.round(each)).join()

function cutAlong(points: Point[], { axis, at, isLower }: Edge): Point[] {
  const isIn = (point: Point) => (isLower ? point[axis] >= at : point[axis] <= at)
  return points.flatMap((point, i) => {
    const before = points.at(i - 1) as Point
    const crossing = isIn(before) === isIn(point) ? [] : [crossingOf(before, point, axis, at)]
    return isIn(point) ? [...crossing, point] : crossing
  })
}

function crossingOf(one: Point, other: Point, axis: 0 | 1, at: number): Point {
  const share = (at - one[axis]) / (other[axis] - one[axis])
  return [one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])]
}

/** Returns the runs of a line whose segments may cross the window. */
function linesIn(points: Point[], width: number, height: number): Point[][] {
  const lines: Point[][] = []
  for (const [i, point] of points.entries()) {
    const before = points[i - 1]
    if (!before || !mayCross(before, point, width, height)) continue
    const last = lines.at(-1)
    if (last?.at(-1) === before) last.push(point)
    else lines.push([before, point])
  }
  return lines
}

const mayCross = (one: Point, other: Point, width: number, height: number) =>
  Math.max(one[0], other[0]) >= 0 &&
  Math.min(one[0], other[0]) <= width &&
  Math.max(one[1], other[1]) >= 0 &&
  Math.min(one[1], other[1]) <= height
