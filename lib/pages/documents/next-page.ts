import type { Site } from '../../runtime/site.js'
import type { Link } from '../../hal/document.js'

/** Returns the page of the events that follow an event. */
export function nextPage(
  { publicUrl }: Site,
  id: string,
  parameters: { postal_code?: string | undefined; lang?: string },
): Link {
  const given = Object.entries(parameters).filter((each): each is [string, string] => Boolean(each[1]))
  const query = new URLSearchParams(given).toString()
  return { href: `${publicUrl}/events/${id}/next${query && `?${query}`}` }
}
