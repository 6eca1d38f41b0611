import type { Site } from '../../runtime/site.js'
import { nextPage } from '../../pages/documents/next-page.js'
import type { Locale } from '../../pages/locale.js'
import type { PageContent } from '../../pages/page-content.js'

interface Props {
  site: Site
  event: PageContent['event']
  locale: Locale
  /** The postal code that the visitor has typed. The script of the page fills it in where it is absent. */
  postal_code?: string | undefined
}

/**
 * The events that follow, in the answer to a form. An answer reads nothing of them: the browser loads their page by
 * itself, which costs the RSVP nothing.
 */
export function NextEventsFrame({ site, event, locale, postal_code }: Props) {
  const title = locale.messages.upcoming
  return (
    <section class="stack">
      <h2>{title}</h2>
      <iframe
        class="next"
        title={title}
        src={nextPage(site, event.id, { postal_code, lang: locale.lang }).href}
        loading="lazy"
      ></iframe>
    </section>
  )
}
