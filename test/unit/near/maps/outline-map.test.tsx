import { describe, expect, it } from 'vitest'
import { renderPage } from '../../../../lib/html/layout.js'
import { stylesOf } from '../../../../lib/html/styles.js'
import { type MapCircle, OutlineMap } from '../../../../lib/near/maps/outline-map.js'

const SPRINGFIELD = { latitude: 39.8, longitude: -89.6 }
const PEORIA = { latitude: 40.7, longitude: -89.6 }
const OAKLAND = { latitude: 37.8, longitude: -122.3 }
const SEATTLE = { latitude: 47.6, longitude: -122.3 }
const PORTLAND = { latitude: 45.5, longitude: -122.6 }

/** Returns what a map draws: its land, its circles in pixels of 975 by 610, the names of its towns. */
function drawn(points: Pick<MapCircle, 'latitude' | 'longitude'>[]) {
  const circles = points.map((point, i) => ({ ...point, count: 1, name: `Circle ${i}` }))
  const map = <OutlineMap label="A map" map="us" circles={circles} />
  const html = renderPage({ title: 'Page', styles: stylesOf(''), children: map })
  const spots = [...html.matchAll(/<circle cx="(-?\d+)" cy="(-?\d+)" r="18"/g)]
  return {
    land: /class="land" d="([^"]+)"/.exec(html)?.[1],
    circles: spots.map(([, x, y]) => ({ x: Number(x), y: Number(y) })),
    towns: [...html.matchAll(/class="town".*?<text[^>]*>([^<]+)/g)].map(([, name]) => name),
  }
}

const apart = ([one, other]: { x: number; y: number }[]) =>
  one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0

describe('a map of circles that are near each other', () => {
  it.each([
    ['in the middle of a country', [SPRINGFIELD, PEORIA]],
    ['at its edge', [SEATTLE, PORTLAND]],
    ['at one point', [PEORIA]],
  ])('shows the part that has them, %s', (_, points) => {
    const { circles } = drawn(points)
    expect(circles).toHaveLength(points.length)
    for (const { x, y } of circles) expect([x > 100, x < 875, y > 100, y < 510]).not.toContain(false)
  })

  it('draws them apart, with names of towns beside them', () => {
    const { circles, towns } = drawn([SPRINGFIELD, PEORIA])
    expect(apart(circles)).toBeGreaterThan(100)
    expect(towns).toContain('Chicago')
    expect(towns).not.toContain('Los Angeles')
  })
})

it('a map of circles across a country is the whole one, without names, and so is one without circles', () => {
  const { circles, towns, land } = drawn([SPRINGFIELD, PEORIA, OAKLAND])
  expect(apart(circles)).toBeLessThan(30)
  expect(towns).toEqual([])
  expect(drawn([]).land).toBe(land)
  expect(drawn([PEORIA]).land).not.toBe(land)
})
