import { raw } from 'hono/html'
import { originPolicy } from '../../events/origin.js'
import type { Standing } from '../../visitors/browser-attendance.js'
import type { Site } from '../../runtime/site.js'
import { publicAddress } from '../../events/documents/browser-url.js'
import { filled } from '../../texts/messages.js'
import { Facts } from '../../events/pages/facts.pages.js'
import { GuestLinks, ShareLinks } from '../../events/pages/save-and-share.pages.js'
import { Icon } from '../../pages/icons.js'
import { type Locale, spokenIn } from '../../pages/locale.js'
import { NextEventsFrame } from '../../near/pages/next-frame.pages.js'
import type { PageContent } from '../../pages/page-content.js'

interface Props {
  site: Site
  event: PageContent['event']
  standing: Standing
  locale: Locale
  /** The first name that the visitor has typed. The script of the page fills it in where it is absent. */
  name?: string | undefined
  /** The postal code that the visitor has typed. */
  postal_code?: string | undefined
  /** Sanitized HTML. */
  instructions?: string | undefined
}

/**
 * The answer to an RSVP: where the visitor stands, and what comes next. It says the same to people who have answered
 * before, and so names nothing that only the guest may know: the pass and the position in the line are in the email.
 */
export function Answer({ site, event, standing, locale, name, postal_code, instructions }: Props) {
  const { messages, texts } = locale
  const hasSeat = standing === 'place'
  const [named, said, why] = {
    place: [texts.place_of, messages.have_place, messages.recorded],
    waiting_list: [texts.waiting_of, messages.you_wait, texts.line_why],
    requested: [texts.asked_of, messages.you_asked, messages.answer_follows],
  }[standing] as [string, string, string]
  const unnamed = said.replace(/\.$/, '')
  const isMailed = originPolicy(event).autoresponse
  return (
    <div class="event answered turnout-coming">
      <div class="stack">
        <p class={`line w6 ${hasSeat ? 'good' : 'warn'}`}>
          <Icon name={hasSeat ? 'circle-check' : 'hourglass'} />
          {hasSeat ? texts.you_are_in : texts.not_in_yet}
        </p>
        <h1 tabindex={-1} data-turnout-named={named}>
          {name ? filled(named, { name }) : unnamed}
        </h1>
        <p class="lead" role="status">
          {why}
        </p>
        {!hasSeat && <p>{messages.keep_place}</p>}
        {isMailed && <p>{messages.mail_follows}</p>}
        {hasSeat && <GuestLinks site={site} event={event} locale={locale} />}
      </div>
      <section class="card rsvp stack">
        <h2 {...spokenIn(event.language, locale)}>{event.title}</h2>
        <Facts event={event} locale={locale} />
        <p>
          <a href={publicAddress(site, event)}>{messages.back}</a>
        </p>
      </section>
      <div class="stack g6">
        {/* The script fills in the instructions that come with the answer. */}
        <section
          class="card stack turnout-instructions"
          hidden={instructions === undefined}
          {...spokenIn(event.language, locale)}
        >
          <h2>{texts.before_you_come}</h2>
          <div class="prose turnout-description">{raw(instructions ?? '')}</div>
        </section>
        <NextEventsFrame site={site} event={event} locale={locale} postal_code={postal_code} />
        <section class="stack">
          <h2>{texts.pass_on}</h2>
          <ShareLinks site={site} event={event} locale={locale} />
        </section>
      </div>
    </div>
  )
}
