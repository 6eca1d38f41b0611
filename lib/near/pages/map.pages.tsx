import { type Cluster, type Overview, searchOfCluster } from '../overview.js'
import { finderMessages } from '../texts.js'
import { counted, filled } from '../../texts/messages.js'
import type { Locale } from '../../pages/locale.js'
import { OutlineMap } from '../maps/outline-map.js'

/** A map of clusters, each of which is a link to the list of its events. @param base address of the list */
export function EventMap({ overview, base, locale: { lang } }: { overview: Overview; base: string; locale: Locale }) {
  const texts = finderMessages(lang)
  const circles = overview.clusters.map((cluster) => {
    const { latitude, longitude, count, locality } = cluster
    const events = counted(lang, texts.events, count)
    const name = locality ? filled(texts.events_around, { events, town: locality }) : events
    return { latitude, longitude, count, name, href: `${base}?bbox=${boxText(cluster)}` }
  })
  const label = filled(texts.map_of, { events: counted(lang, texts.events, overview.events) })
  return <OutlineMap label={label} map={overview.map} circles={circles} />
}

function boxText(cluster: Cluster): string {
  const box = searchOfCluster(cluster).bbox
  return box ? [box.west, box.south, box.east, box.north].map((each) => each.toFixed(2)).join(',') : ''
}
