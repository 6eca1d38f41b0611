import type { OsdiEvent } from '../event.js'
import type { Site } from '../../runtime/site.js'
import { COVERS } from '../../embeds/covers.js'
import { embedLink } from '../documents/embed.js'

/** Returns the address of an event's banner, or of one of our own drawings, always the same one for an event. */
export function coverOf(
  site: Site,
  { id, featured_image_url }: Pick<OsdiEvent, 'id'> & { featured_image_url?: string | undefined },
): string {
  if (featured_image_url) return featured_image_url
  const number = parseInt(id.slice(0, 4), 16) % COVERS.length
  return embedLink(site, `cover-${COVERS[number]}.svg`).href
}
