import { type GeoProjection, geoAlbersUsa, geoEqualEarth } from 'd3-geo'
import maps from './base-maps.json' with { type: 'json' }

export type MapName = 'us' | 'earth'

const made = new Map<MapName, GeoProjection>()

/** Returns the projection by which a base map was drawn. It is made when a page first draws a map. */
export function projectionOf(name: MapName): GeoProjection {
  const projection = made.get(name) ?? make(name)
  made.set(name, projection)
  return projection
}

const make = (name: MapName): GeoProjection =>
  name === 'us'
    ? geoAlbersUsa()
        .scale(1300)
        .translate([maps.us.width / 2, maps.us.height / 2])
    : geoEqualEarth().fitSize([maps.earth.width, maps.earth.height], { type: 'Sphere' })
