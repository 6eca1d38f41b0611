import { statusOf } from '../attendance.js'
import { afterMessages } from '../../pages/texts-after.js'
import { EventCard } from '../../events/pages/event-card.pages.js'
import type { FoundEvent } from '../../near/event-search.js'
import type { RsvpParts } from './rsvp-page.pages.js'

/** Whether a person is offered other events: not to one on a waiting list. */
export const isOfferedMore = ({ attendance }: RsvpParts['rsvp']): boolean => statusOf(attendance) !== 'tentative'

/** The events that a person may answer next, each with a button: a link would be followed by scanners of mail. */
export function NextRsvps({ site, action, rsvp, locale, next = [] }: RsvpParts) {
  if (next.length === 0 || !isOfferedMore(rsvp)) return null
  const texts = afterMessages(locale.lang)
  return (
    <section class="stack" aria-labelledby="next">
      <h2 id="next">{texts.next}</h2>
      <ul class="card flush near offers" role="list">
        {next.map(({ event, standing }) => (
          <EventCard
            site={site}
            event={event}
            standing={standing}
            locale={locale}
            language={rsvp.event.language}
            end={
              <form method="post" action={action}>
                <input type="hidden" name="event" value={event.id} />
                <Attend event={event} standing={standing} locale={locale} />
              </form>
            }
          />
        ))}
      </ul>
    </section>
  )
}

/** Says before it is pressed where it leads: to a spot, to the waiting list, or to the team, which decides. */
function Attend({ event, standing, locale }: Pick<FoundEvent, 'event' | 'standing'> & Pick<RsvpParts, 'locale'>) {
  const { lang, messages, texts } = locale
  const comes = standing.state === 'waitlist' ? texts.join_waitlist : afterMessages(lang).attend
  const label = event.approval ? messages.ask_to_come : comes
  return (
    <button class="btn" name="action" value="attend" aria-label={`${label}: ${event.title}`}>
      {label}
    </button>
  )
}
