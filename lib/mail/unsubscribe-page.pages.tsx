import type { OwnerSettings } from '../access/owner-settings.js'
import type { Person } from '../people/person.js'
import type { Site } from '../runtime/site.js'
import { privateAnswer } from '../html/answer.js'
import type { Answer } from '../http/answer.js'
import { type Heard, readersLocale } from '../pages/locale.js'
import { forReader, formPolicy, ownerOf, publicPage } from '../pages/page.js'

/** The owner of the mailing list. */
interface Owner {
  settings: OwnerSettings
  title?: string
}

/** A message that was passed on does not tell to whom it went: the first letter says it to the person alone. */
const masked = (address: string) => address.replace(/^(.).*(?=@)/su, '$1…')

/** Returns the page at the link in a message: whether emails come, and the button that ends them. */
export function unsubscribePage(
  site: Site,
  token: string,
  { owner, email_addresses }: Person,
  { settings, title }: Owner,
  request: Heard,
): Answer {
  const locale = readersLocale(request, settings.language)
  const { messages } = locale
  const [email] = email_addresses
  const page = publicPage({
    title: messages.unsubscribe,
    locale,
    color: settings.color,
    around: title === undefined ? {} : { owner: ownerOf(site, { owner, sponsor: { title } }, settings) },
    head: <meta name="robots" content="noindex" />,
    children: (
      <article class="card sheet stack">
        <h1>{title ?? messages.unsubscribe}</h1>
        <p>{email && masked(email.address)}</p>
        {email?.status === 'subscribed' ? (
          <form method="post" action={`${site.publicUrl}/unsubscribe/${token}`}>
            <p>
              <button class="btn main">{messages.unsubscribe}</button>
            </p>
          </form>
        ) : (
          <p class="turnout-state" role="status">
            {messages.unsubscribed} {messages.unsubscribed_also}
          </p>
        )}
      </article>
    ),
  })
  return forReader(privateAnswer(page, formPolicy(undefined, undefined, settings.color)))
}
