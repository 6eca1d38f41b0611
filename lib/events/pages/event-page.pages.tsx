import type { Child } from 'hono/jsx'
import { MOST_LETTERS } from '../../attendances/rsvp-statistics.js'
import type { Site } from '../../runtime/site.js'
import { embedLink } from '../documents/embed.js'
import { searched } from '../documents/searched.js'
import { htmlAnswer } from '../../html/answer.js'
import type { Answer } from '../../http/answer.js'
import type { GatewayRequest } from '../../http/request.js'
import { type Heard, type Locale, localeOf, readersLocale } from '../../pages/locale.js'
import { type Ancestors, forReader, ownerOf, publicPage, publicPolicy, styleSources } from '../../pages/page.js'
import { styles } from '../../pages/styles.js'
import type { FramedPage, PageContent } from '../../pages/page-content.js'
import { isOver } from '../upcoming.js'
import { CalendarAction, EventMain } from './event-main.pages.js'
import { Preview } from './preview.pages.js'

/** A page is cacheable for a minute, like an embed. */
const SECONDS = 60

/** The page of an event for anybody, in the language of its reader. What it says needs no script. */
export function eventPage(site: Site, content: PageContent, request: Heard, now: Date): Answer {
  const locale = readersLocale(request, content.event.language)
  const head = <Preview site={site} content={content} locale={locale} />
  return answer(site, content, request, now, locale, head, "'none'")
}

/** The same in a frame of any page. Its links open outside the frame, and it is in no search. */
export function eventFrame(site: Site, content: PageContent, request: Heard, now: Date): Answer {
  const head = (
    <>
      <meta name="robots" content="noindex" />
      <base target="_blank" />
    </>
  )
  return answer(site, content, request, now, readersLocale(request, content.event.language), head, '*')
}

/** The source that a link to a page names, for the form: no more of it than statistics tell apart. */
export const sourceOf = ({ rawQueryString = '' }: Pick<Partial<GatewayRequest>, 'rawQueryString'>): string =>
  (new URLSearchParams(rawQueryString).get('source') ?? '').slice(0, MOST_LETTERS)

/** The page of an event as it would be. It is shown in a frame where no script runs. */
export const eventPreview = (site: Site, content: PageContent, now: Date): FramedPage => {
  const { event, settings } = content
  const { color } = settings
  const locale = localeOf(event.language)
  const document = publicPage({
    title: event.title,
    locale,
    color,
    around: { owner: ownerOf(site, event, settings) },
    children: <EventMain site={site} content={content} locale={locale} now={now} />,
  })
  return { document, styleSources: styleSources(styles, color) }
}

/** Returns what a link to a page says of its reader: a source, and the code of the friend who has passed it on. */
function arrivalOf(request: Heard): Record<string, string> {
  const source = sourceOf(request)
  const ref = new URLSearchParams(request.rawQueryString).get('ref') ?? ''
  return { ...(source && { source }), ...(CODE.test(ref) && { ref }) }
}

const CODE = /^[\w-]{32}$/

function answer(
  site: Site,
  content: PageContent,
  request: Heard,
  now: Date,
  locale: Locale,
  head: Child,
  ancestors: Ancestors,
): Answer {
  const { event, settings } = content
  const arrival = arrivalOf(request)
  const page = publicPage({
    title: event.title,
    locale,
    color: settings.color,
    head: (
      <>
        {head}
        <script src={embedLink(site, 'widget.js').href} async></script>
      </>
    ),
    ...(ancestors === "'none'" && {
      around: {
        owner: ownerOf(site, event, settings),
        action: event.status !== 'cancelled' && !isOver(event, now) && <CalendarAction locale={locale} />,
        privacy_policy_url: settings.privacy_policy_url,
      },
      languagesOf: arrival,
    }),
    children: <EventMain site={site} content={content} arrival={arrival} locale={locale} now={now} />,
  })
  const policy = publicPolicy(site, ancestors, undefined, settings.color)
  return searched(event, forReader(htmlAnswer(page, policy, SECONDS)))
}
