import { type Cluster, type Overview, searchOfCluster } from '../../domain/near/overview.js'
import { finderMessages } from '../../messages/finder/messages.js'
import { counted, filled } from '../../messages/messages.js'
import type { Locale } from '../locale.js'
import maps from './base-maps.json' with { type: 'json' }
import { projectionOf } from './projections.js'

/*
 * A map that asks no other host for anything: outlines of our own in the page, and circles over them. Each circle is a
 * link to the list of its events, so that the map works without a script, by keyboard, and by name.
 */

/** A map of clusters. @param base address of the page whose list the circles lead to */
export function EventMap({
  overview,
  base,
  locale: { lang },
}: {
  overview: Overview
  base: string
  locale: Locale
}) {
  const texts = finderMessages(lang)
  const { width, height, land, borders } = maps[overview.map]
  const label = filled(texts.map_of, { events: counted(lang, texts.events, overview.events) })
  return (
    <svg class="map whole-map" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
      <path class="land" d={land} />
      <path class="borders" d={borders} />
      {overview.clusters.map((cluster) => {
        const point = projectionOf(overview.map)([cluster.longitude, cluster.latitude])
        if (!point) return null
        const [x, y] = point
        const events = counted(lang, texts.events, cluster.count)
        const name = cluster.locality
          ? filled(texts.events_around, { events, town: cluster.locality })
          : events
        return (
          <a href={`${base}?bbox=${boxText(cluster)}`} aria-label={name}>
            <title>{name}</title>
            <circle cx={x.toFixed(0)} cy={y.toFixed(0)} r={radiusOf(cluster.count)} />
            <text x={x.toFixed(0)} y={y.toFixed(0)}>
              {cluster.count}
            </text>
          </a>
        )
      })}
    </svg>
  )
}

/** Large enough for a thumb, and larger with the number of events. */
const radiusOf = (count: number) => Math.round(18 + 4.5 * Math.log2(count))

function boxText(cluster: Cluster): string {
  const box = searchOfCluster(cluster).bbox
  return box ? [box.west, box.south, box.east, box.north].map((each) => each.toFixed(2)).join(',') : ''
}
