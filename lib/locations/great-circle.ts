/** A point on the sphere, in degrees. */
export interface Point {
  latitude: number
  longitude: number
}

/** The mean radius of the Earth in kilometers. */
const RADIUS_KM = 6371.0088

/** Half of the way around: no two points are further apart. */
export const FURTHEST_KM = RADIUS_KM * Math.PI

export const KM_PER_MILE = 1.609344

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the distance of two points on a sphere in kilometers, by the haversine formula. */
export function distanceKm(one: Point, other: Point): number {
  const north = Math.sin(radians(other.latitude - one.latitude) / 2)
  const east = Math.sin(radians(other.longitude - one.longitude) / 2)
  const root = north * north + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * east * east
  return 2 * RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(root)))
}

/** A part of the sphere between two parallels and two meridians, in degrees; west is not above east. */
export interface Box {
  south: number
  north: number
  west: number
  east: number
}

/** Returns the distance between a point and the nearest point of a box in kilometers: 0 for a point in the box. */
export function distanceToBoxKm(from: Point, { south, north, west, east }: Box): number {
  const { latitude, longitude } = from
  if (longitude >= west && longitude <= east)
    return distanceKm(from, { latitude: Math.min(north, Math.max(south, latitude)), longitude })
  return Math.min(...[west, east].map((edge) => distanceToMeridianKm(from, edge, south, north)))
}

/** The nearest point of an edge is one of its ends, or where a great circle meets the meridian at a right angle. */
function distanceToMeridianKm(from: Point, longitude: number, south: number, north: number): number {
  const east = radians(longitude - from.longitude)
  const latitude = radians(from.latitude)
  const nearest = (Math.atan2(Math.sin(latitude), Math.cos(latitude) * Math.cos(east)) * 180) / Math.PI
  const between = nearest > south && nearest < north ? [nearest] : []
  return Math.min(...[south, north, ...between].map((each) => distanceKm(from, { latitude: each, longitude })))
}

/** Whether two boxes have a point in common. */
export const overlap = (one: Box, other: Box) =>
  one.south <= other.north && other.south <= one.north && one.west <= other.east && other.west <= one.east

export const isIn = ({ latitude, longitude }: Point, { south, north, west, east }: Box) =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east
