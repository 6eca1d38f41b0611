import type { OsdiEvent } from '../../events/event.js'
import type { Site } from '../../runtime/site.js'
import { hostLink } from '../host-links.js'
import type { Answer } from '../../http/answer.js'
import { EventCard } from './host-form-page.pages.js'
import { type HostingLocale, hostAnswer, sayingPage } from './host-page.pages.js'

/** Returns the page at the link of the email: the event, and the button that makes it. */
export const publishPage = (
  site: Site,
  locale: HostingLocale,
  { token, event, isReviewed }: { token: string; event: OsdiEvent; isReviewed: boolean },
): Answer => {
  const { hosting: texts } = locale
  const title = isReviewed ? texts.publish_reviewed : texts.publish_title
  return hostAnswer(locale, {
    title,
    children: (
      <>
        <div class="stack tight">
          <h1>{title}</h1>
          <p>{isReviewed ? texts.publish_reviewed_hint : texts.publish_hint}</p>
        </div>
        <EventCard event={event} locale={locale} />
        <form class="line" method="post" action={hostLink(site, token).href}>
          <button class="btn main big" name="action" value="publish">
            {isReviewed ? texts.publish_reviewed : texts.publish}
          </button>
        </form>
      </>
    ),
  })
}

/** Returns the page of a link whose event can no longer be made. */
export const closedPage = (locale: HostingLocale, reason: string): Answer => {
  const { hosting: texts } = locale
  const sentence = reason === 'outside_days' ? texts.closed_outside_days : texts.closed_hosting_off
  return sayingPage(locale, texts.closed_title, sentence, 409)
}
