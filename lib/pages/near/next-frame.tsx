import type { Site } from '../../domain/site.js'
import { nextPage } from '../../hal/events/next-page.js'
import type { Locale } from '../locale.js'
import type { PageContent } from '../page-content.js'

/** The texts of what follows an RSVP are of other functions: those with a form have no room for more messages. */
const TITLES = {
  ar: 'ما القادم',
  en: 'What comes next',
  es: 'Lo que viene después',
}

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
  const next = TITLES[locale.lang.split('-')[0] as keyof typeof TITLES] ?? TITLES.en
  return (
    <section class="stack">
      <h2>{next}</h2>
      <iframe
        class="next"
        title={next}
        src={nextPage(site, event.id, { postal_code, lang: locale.lang }).href}
        loading="lazy"
      ></iframe>
    </section>
  )
}
