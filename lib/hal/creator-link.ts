import type { Body } from './fields.js'
import { personIdIn } from './links.js'

/** The person that `_links.osdi:creator.href` leads to. A link that leads elsewhere designates nobody. */
export function designatedCreator({ _links: links }: Body): string | undefined {
  const creator = (links as Record<string, { href?: unknown } | null> | null | undefined)?.['osdi:creator']
  return personIdIn(creator?.href)
}
