import type { FoundEvent } from '../event-search.js'
import { groupIdOf } from '../../runtime/owner.js'
import type { Site } from '../../runtime/site.js'
import { pathOfGroup } from '../../events/documents/browser-url.js'
import { htmlAnswer } from '../../html/answer.js'
import type { Answer } from '../../http/answer.js'
import { afterMessages } from '../../pages/texts-after.js'
import { filled } from '../../texts/messages.js'
import { EventCard } from '../../events/pages/event-card.pages.js'
import { type Heard, readersLocale } from '../../pages/locale.js'
import type { PageContent } from '../../pages/page-content.js'
import { forReader, publicPage, publicPolicy } from '../../pages/page.js'

/** A page is cacheable for a minute, like that of an event. */
const SECONDS = 60

/** The page of the events that follow one, which stands in the answer to its form. It knows no person. */
export function nextEventsPage(
  site: Site,
  { event, settings }: Pick<PageContent, 'event' | 'settings'>,
  found: FoundEvent[],
  request: Heard,
): Answer {
  const locale = readersLocale(request, event.language)
  const texts = afterMessages(locale.lang)
  const group = groupIdOf(event.owner)
  const page = publicPage({
    title: texts.next,
    locale,
    color: settings.color,
    head: <meta name="robots" content="noindex" />,
    children: (
      <div class="stack bare">
        {found.length > 0 ? (
          <ul class="card flush near" role="list">
            {found.map((each) => (
              <EventCard site={site} {...each} locale={locale} language={event.language} end={<></>} />
            ))}
          </ul>
        ) : (
          <p class="quiet">{texts.none}</p>
        )}
        {event.sponsor && group !== undefined && (
          <p>
            <a href={site.publicUrl + pathOfGroup({ id: group, slug: settings.slug })} target="_top">
              {filled(texts.all_of, { name: event.sponsor.title })}
            </a>
          </p>
        )}
      </div>
    ),
  })
  return forReader(htmlAnswer(page, publicPolicy(site, '*', undefined, settings.color), SECONDS))
}
