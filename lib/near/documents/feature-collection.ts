import type { FoundEvent } from '../event-search.js'
import { pointOf } from '../../events/event-point.js'
import type { Site } from '../../runtime/site.js'
import { publicAddress } from '../../events/documents/browser-url.js'

/** Serializes events as GeoJSON (RFC 7946). An event without a place has no geometry. */
export const featureCollection = (site: Site, events: FoundEvent[]) => ({
  type: 'FeatureCollection',
  features: events.map(({ event, standing }) => {
    const point = pointOf(event)
    const { id, title, start_date, kind, accessibility } = event
    return {
      type: 'Feature',
      id,
      geometry: point ? { type: 'Point', coordinates: [point.longitude, point.latitude] } : null,
      properties: {
        id,
        title,
        start_date,
        state: standing.state,
        url: publicAddress(site, event),
        ...(kind && { kind }),
        ...(accessibility && { accessibility }),
      },
    }
  }),
})
