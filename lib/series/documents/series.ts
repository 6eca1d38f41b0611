import type { Site } from '../../runtime/site.js'
import type { Link } from '../../hal/document.js'

/** Returns the address of the page of a series. */
export const seriesLink = ({ publicUrl }: Pick<Site, 'publicUrl'>, id: string): Link => ({
  href: `${publicUrl}/series/${id}`,
})

/** Returns the address to which the form of a series is sent. */
export const seriesFormLink = (site: Pick<Site, 'publicUrl'>, id: string): Link => ({
  href: `${seriesLink(site, id).href}/attendances`,
})
