import type { Site } from '../../runtime/site.js'
import { pathOfGroup } from '../../events/documents/browser-url.js'
import { EventCard } from '../../events/pages/event-card.pages.js'
import { htmlAnswer } from '../../html/answer.js'
import type { Answer } from '../../http/answer.js'
import { Logo } from '../../pages/logo.js'
import { type Heard, readersLocale, spokenIn } from '../../pages/locale.js'
import { formPolicy, forReader, publicPage } from '../../pages/page.js'
import { filled } from '../../texts/messages.js'
import type { ComingUp } from '../store/coming-up.js'
import { frontDoorMessages } from '../texts.js'

/** A page is cacheable for a minute, like that of a group. */
const SECONDS = 60

interface Shown {
  groups: ComingUp[]
  /** The path at which organizers sign in, if they do. */
  signIn?: string
}

/** The page at `/`, for those who come without a link: the next events of each group. */
export function frontDoorPage(site: Site, { groups, signIn }: Shown, request: Heard): Answer {
  const locale = readersLocale(request)
  const texts = frontDoorMessages(locale.lang)
  const action = signIn && (
    <a class="btn" href={site.publicUrl + signIn}>
      {texts.sign_in}
    </a>
  )
  const main = (
    <div class="stack">
      <h1>{texts.title}</h1>
      {groups.length > 0 ? <p class="lead">{texts.lead}</p> : <p>{texts.none}</p>}
      {groups.map(({ group, events }) => (
        <section class="stack" aria-labelledby={group.id}>
          <div class="line">
            {group.logo_url && <Logo title={group.title} address={group.logo_url} />}
            <h2 id={group.id} {...spokenIn(group.language, locale)}>
              {group.title}
            </h2>
          </div>
          <ul class="card flush near" role="list">
            {events.map((found) => (
              <EventCard site={site} {...found} locale={locale} language={group.language} />
            ))}
          </ul>
          <p>
            <a href={site.publicUrl + pathOfGroup(group)}>{filled(texts.all, { name: group.title })}</a>
          </p>
        </section>
      ))}
      <p class="quiet">{texts.lost}</p>
      <p class="quiet">
        <a href={`${site.publicUrl}/docs#first-steps`}>{texts.developers}</a>
      </p>
    </div>
  )
  const page = publicPage({ title: texts.title, locale, around: { action }, languagesOf: {}, children: main })
  return forReader(htmlAnswer(page, formPolicy(), SECONDS))
}
