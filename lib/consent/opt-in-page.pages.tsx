import type { OwnerSettings } from '../access/owner-settings.js'
import { privateAnswer } from '../html/answer.js'
import type { Answer } from '../http/answer.js'
import { type Heard, readersLocale } from '../pages/locale.js'
import { forReader, formPolicy, ownerOf, publicPage } from '../pages/page.js'
import type { Site } from '../runtime/site.js'
import { type FoundOptIn, mayConfirm } from './opt-in.js'

/** Returns the page at the link in the email: the box that was ticked, and the button that confirms it. */
export function optInPage(
  site: Site,
  token: string,
  { asked, person }: FoundOptIn,
  { settings, title }: { settings: OwnerSettings; title?: string },
  request: Heard,
): Answer {
  const locale = readersLocale(request, asked.language ?? settings.language)
  const { messages } = locale
  const heading = title ?? messages.opt_in_title
  const page = publicPage({
    title: messages.opt_in_title,
    locale,
    color: settings.color,
    around: title === undefined ? {} : { owner: ownerOf(site, { owner: asked.owner, sponsor: { title } }, settings) },
    head: <meta name="robots" content="noindex" />,
    children: (
      <article class="card sheet stack">
        <h1>{heading}</h1>
        {!asked.is_listed && <p>{messages.opt_in_ticked}</p>}
        <blockquote>{asked.text}</blockquote>
        {mayConfirm(asked, person) ? (
          <form method="post" action={`${site.publicUrl}/opt-in/${token}`}>
            <p>
              <button class="btn main">{messages.opt_in_confirm}</button>
            </p>
          </form>
        ) : (
          <p class="turnout-state" role="status">
            {person.email_addresses[0]?.status === 'subscribed' ? messages.opt_in_confirmed : messages.unsubscribed}
          </p>
        )}
      </article>
    ),
  })
  return forReader(privateAnswer(page, formPolicy(undefined, undefined, settings.color)))
}
