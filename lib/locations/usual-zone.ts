import type { Geocode } from './location.js'

/** Returns a geocoder that gives a location the time zone of its owner where it knows none itself. */
export const inUsualZone = (geocode: Geocode, zone: string | undefined): Geocode =>
  zone === undefined ? geocode : async (address) => ({ timezone: zone, ...definedOf(await geocode(address)) })

const definedOf = ({ timezone, ...found }: Awaited<ReturnType<Geocode>>) => ({
  ...found,
  ...(timezone && { timezone }),
})
