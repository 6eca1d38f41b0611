import type { Child } from 'hono/jsx'
import type { FoundEvent } from '../../near/event-search.js'
import type { Site } from '../../runtime/site.js'
import { publicAddress } from '../documents/browser-url.js'
import { seriesLink } from '../../series/documents/series.js'
import { finderMessages } from '../../near/texts.js'
import { counted } from '../../texts/messages.js'
import { type Locale, spokenIn } from '../../pages/locale.js'
import { Cover } from './cover.pages.js'
import { placeOf } from '../event-place.js'
import { CardTime, DateBlock } from './event-time.pages.js'

type ListedEvent = FoundEvent['event']

interface Props {
  site: Site
  event: ListedEvent
  standing: FoundEvent['standing']
  locale: Locale
  /** Language of events that name none. */
  language?: string | undefined
  /** Number of people who come, where that is said. */
  coming?: number | undefined
  /** The number of later dates of its series, which it stands for. */
  more?: number | undefined
  /** The end of the row, in place of the picture: a distance, for example. */
  end?: Child
}

/** An event in a list: its day, its title, which leads to its page, where it is, and how many seats are left. */
export function EventCard({ site, event, standing, locale, language, coming, more, end }: Props) {
  const location = placeOf(event, locale)
  const texts = finderMessages(locale.lang)
  return (
    <li>
      {event.start_date && <DateBlock start={event.start_date} lang={locale.lang} />}
      <div>
        <h3 {...spokenIn(event.language ?? language, locale)}>
          <a class="over" href={publicAddress(site, event)} target="_top">
            {event.title}
          </a>
        </h3>
        <div class="small quiet">
          <CardTime event={event} locale={locale} />
          {more !== undefined && event.series && (
            <p>
              <a class="turnout-more" href={seriesLink(site, event.series.id).href} target="_top">
                {counted(locale.lang, texts.more_dates, more)}
              </a>
            </p>
          )}
          {location && (
            <p class="turnout-place">
              <bdi>{location}</bdi>
            </p>
          )}
          {coming !== undefined && <p>{counted(locale.lang, texts.people_coming, coming)}</p>}
          {event.address_shown === 'guests' && <p>{texts.address_for_guests}</p>}
        </div>
        <PlacesBadge standing={standing} locale={locale} />
      </div>
      {end ?? <Cover class="thumbnail" site={site} of={event} width="112" height="56" loading="lazy" />}
    </li>
  )
}

/** More places than this are not told in a list. */
const FEW = 10

/** The number of seats that are left, where there are few, or that none is. */
function PlacesBadge({
  standing: { state, places_left },
  locale: { lang, messages },
}: Pick<Props, 'standing' | 'locale'>) {
  const texts = finderMessages(lang)
  if (state === 'full') return <span class="badge">{texts.full_badge}</span>
  if (state === 'waitlist') return <span class="badge">{texts.waitlist_badge}</span>
  if (state === 'not_open') return <span class="badge">{texts.not_open_badge}</span>
  if (state === 'closed') return <span class="badge">{texts.closed_badge}</span>
  if (places_left === undefined || places_left > FEW) return null
  return <span class="badge warn">{counted(lang, messages.places_left, places_left)}</span>
}
