import { raw } from 'hono/html'
import type { Site } from '../../runtime/site.js'
import { publicPage } from '../documents/browser-url.js'
import { plainText } from '../../markup/plain-text.js'
import { period } from '../../texts/period.js'
import { placeOf } from '../event-place.js'
import type { Locale } from '../../pages/locale.js'
import type { PageContent } from '../../pages/page-content.js'
import { structuredData } from './structured-data.pages.js'

/** Characters of a description that previews of a link show. */
const MOST_PREVIEWED = 300

/** The metadata for sites that show a link to the page: https://ogp.me, cards of X, and results of searches. */
export function Preview({ site, content, locale }: { site: Site; content: PageContent; locale: Locale }) {
  const { event, places_left, settings } = content
  const { title, description: html = '', featured_image_url: image, visibility } = event
  const picture = image ?? settings.logo_url
  const url = publicPage(site, event).href
  const description = plainText(html).replace(/\s+/g, ' ').slice(0, MOST_PREVIEWED)
  const when = event.start_date && period(locale.lang, event.start_date, event.end_date)
  const text = [[when, placeOf(event, locale)].filter(Boolean).join(' · '), description].filter(Boolean).join('. ')
  const data = structuredData({ event, url, description, places_left })
  return (
    <>
      <link rel="canonical" href={url} />
      {text && <meta name="description" content={text} />}
      <meta property="og:type" content="website" />
      <meta property="og:url" content={url} />
      <meta property="og:title" content={title} />
      <meta property="og:locale" content={(event.language ?? locale.lang).replace('-', '_')} />
      {event.sponsor && <meta property="og:site_name" content={event.sponsor.title} />}
      {text && <meta property="og:description" content={text} />}
      {picture && <meta property="og:image" content={picture} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {visibility === 'private' ? (
        <meta name="robots" content="noindex" />
      ) : (
        <script type="application/ld+json">{raw(asJson(data))}</script>
      )}
    </>
  )
}

/** JSON within a script: no text in it ends the script. */
const asJson = (data: object) => JSON.stringify(data).replace(/</g, '\\u003c')
