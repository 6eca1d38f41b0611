import type { JSX } from 'hono/jsx'
import type { EventKind } from '../accessibility.js'
import type { OsdiEvent } from '../event.js'
import type { Site } from '../../runtime/site.js'
import type { COVERS } from '../../embeds/covers.js'
import { embedLink } from '../documents/embed.js'

/** The drawings that show what happens at events of a kind. An event of another kind has one that shows no event. */
const OF_KINDS: Partial<Record<EventKind, (typeof COVERS)[number]>> = {
  canvass: 'doors',
  march: 'crowd',
  phone_bank: 'waves',
  rally: 'crowd',
  text_bank: 'waves',
}
const OF_ANY = ['sunrise', 'windows'] as const satisfies (typeof COVERS)[number][]

/** The fields by which the picture of an event is chosen. */
export type Pictured = Pick<OsdiEvent, 'id' | 'kind'> & { featured_image_url?: string | undefined }

/** The banner of an event, or one of our own drawings, which takes the color of the group. */
export const Cover = ({
  site,
  of,
  class: own = '',
  ...image
}: { site: Site; of: Pictured; class?: string } & Omit<JSX.IntrinsicElements['img'], 'class'>) =>
  of.featured_image_url ? (
    <img class={own} src={coverOf(site, of)} alt="" {...image} />
  ) : (
    <span class={`drawn ${own}`}>
      <img src={coverOf(site, of)} alt="" {...image} />
    </span>
  )

/** Returns the address of an event's banner, or of one of our own drawings, always the same one for an event. */
export function coverOf(site: Site, { id, kind, featured_image_url }: Pictured): string {
  if (featured_image_url) return featured_image_url
  const number = parseInt(id.slice(0, 4), 16) % OF_ANY.length
  return embedLink(site, `cover-${(kind && OF_KINDS[kind]) ?? OF_ANY[number]}.svg`).href
}
