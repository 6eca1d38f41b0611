import type { OwnerSettings } from '../access/owner-settings.js'
import type { OsdiEvent } from '../events/event.js'
import { privateAnswer } from '../html/answer.js'
import type { Answer } from '../http/answer.js'
import { type Heard, readersLocale } from '../pages/locale.js'
import { forReader, formPolicy, ownerOf, publicPage } from '../pages/page.js'
import type { Site } from '../runtime/site.js'
import type { AskedAddress } from './confirmed-address.js'

/** Returns the page at the link to an address: what it is to get, and the button by which it agrees, or stops. */
export function confirmAddressPage(
  site: Site,
  token: string,
  { asked: { owner, purpose, confirmed_date, stopped_date }, event }: { asked: AskedAddress; event: OsdiEvent },
  { settings, title }: { settings: OwnerSettings; title?: string },
  request: Heard,
): Answer {
  const locale = readersLocale(request, event.language ?? settings.language)
  const { messages } = locale
  const state = confirmed_date === undefined ? stopped_date && 'stopped' : 'agreed'
  const group = title ?? event.sponsor?.title ?? site.publicUrl
  const heading = messages[`address_${purpose}_title`]
  const asks = messages[`address_${purpose}_asked`].replace('{group}', () => group)
  const page = publicPage({
    title: heading,
    locale,
    color: settings.color,
    around: title === undefined ? {} : { owner: ownerOf(site, { owner, sponsor: { title } }, settings) },
    head: <meta name="robots" content="noindex" />,
    children: (
      <article class="card sheet stack">
        <h1>{heading}</h1>
        <p>{asks.replace('{event}', () => event.title)}</p>
        {state && (
          <p class="turnout-state" role="status">
            {messages[`address_${purpose}_${state}`]}
          </p>
        )}
        <form method="post" action={`${site.publicUrl}/addresses/${token}`}>
          <p>
            {state === 'agreed' ? (
              <button class="btn" name="stop" value="1">
                {messages.address_stop}
              </button>
            ) : (
              <button class="btn main">{messages[`address_${purpose}_agree`]}</button>
            )}
          </p>
        </form>
      </article>
    ),
  })
  return forReader(privateAnswer(page, formPolicy(undefined, undefined, settings.color)))
}
