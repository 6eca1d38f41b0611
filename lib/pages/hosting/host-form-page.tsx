import { raw } from 'hono/html'
import type { EventCampaign } from '../../domain/campaigns/event-campaign.js'
import type { OsdiEvent } from '../../domain/events/event.js'
import { publicLocation } from '../../domain/events/public-location.js'
import { type FoundEvent, distanceIn } from '../../domain/near/event-search.js'
import { HONEYPOT } from '../../domain/public/rsvp-form-fields.js'
import type { Site } from '../../domain/site.js'
import { publicAddress } from '../../hal/events/browser-url.js'
import { hostFormLink } from '../../hal/hosting/host-links.js'
import type { Answer } from '../../http/answer.js'
import { filled } from '../../messages/messages.js'
import { sanitizeHtml } from '../../sanitize/sanitize-html.js'
import { placeOf } from '../events/event-place.js'
import { Time } from '../events/event-time.js'
import { EventInputs, Input, type Typed } from './event-inputs.js'
import { type HostingLocale, hostAnswer, hostingLocale, sayingPage } from './host-page.js'

/** A campaign whose events supporters host, as the form shows it. */
export interface HostingSubject {
  campaign: EventCampaign
  /** Title of the group. */
  group: string
  language?: string | undefined
  country?: string | undefined
}

/** Returns the form by which a supporter asks to host an event. */
export function hostFormPage(
  site: Site,
  { campaign, group, language, country = 'US' }: HostingSubject,
  sent: Typed & { status?: number; isBusy?: boolean } = { inputs: {}, faults: [] },
): Answer {
  const locale = hostingLocale(language)
  const { texts } = locale
  const typed: Typed = { ...sent, inputs: { country, ...sent.inputs } }
  const person = (name: 'given_name' | 'family_name' | 'phone', isOptional: boolean, attributes: object) => (
    <Input
      texts={texts}
      typed={typed}
      name={name}
      label={texts[name]}
      isOptional={isOptional}
      attributes={attributes}
    />
  )
  return hostAnswer(locale, {
    title: filled(texts.host_of, { campaign: campaign.title }),
    status: sent.status ?? 200,
    children: (
      <>
        <h1>{filled(texts.host_of, { campaign: campaign.title })}</h1>
        {campaign.host_pitch && (
          <div class="turnout-description">{raw(sanitizeHtml(campaign.host_pitch))}</div>
        )}
        <p>
          {texts.steps} {campaign.hosting === 'reviewed' && texts.reviewed} <Days {...{ campaign, locale }} />
        </p>
        {sent.isBusy && (
          <p role="alert" class="turnout-said">
            {texts.wait}
          </p>
        )}
        {sent.faults.length > 0 && (
          <p role="alert" class="turnout-fault">
            {texts.check_faults}
          </p>
        )}
        <form class="turnout-form" method="post" action={hostFormLink(site, campaign.id).href}>
          <EventInputs
            texts={texts}
            typed={typed}
            days={{ from: campaign.hosting_from, until: campaign.hosting_until }}
          />
          <fieldset>
            <legend>{texts.you_title}</legend>
            {person('given_name', false, { autocomplete: 'given-name', required: true })}
            {person('family_name', true, { autocomplete: 'family-name' })}
            <Input
              texts={texts}
              typed={typed}
              name="email"
              label={texts.email}
              hint={texts.email_hint}
              attributes={{ type: 'email', autocomplete: 'email', required: true }}
            />
            {person('phone', true, { type: 'tel', autocomplete: 'tel' })}
            <label class="turnout-box turnout-wide">
              <input
                type="checkbox"
                name="opt_in"
                value="yes"
                checked={typed.inputs['opt_in'] !== undefined}
              />{' '}
              {filled(texts.opt_in, { group })}
            </label>
            <label class="turnout-field" hidden>
              {texts.leave_empty}
              <input name={HONEYPOT} autocomplete="off" tabindex={-1} />
            </label>
          </fieldset>
          <button>{texts.preview}</button>
        </form>
      </>
    ),
  })
}

function Days({ campaign, locale }: { campaign: EventCampaign; locale: HostingLocale }) {
  const { texts, lang } = locale
  const { hosting_from: from, hosting_until: until } = campaign
  const day = (text: string) =>
    new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${text}T12:00Z`))
  if (from && until) return <>{filled(texts.days_between, { from: day(from), until: day(until) })}</>
  if (from) return <>{filled(texts.days_from, { from: day(from) })}</>
  return until ? <>{filled(texts.days_until, { until: day(until) })}</> : <></>
}

/** Returns the event as people will see it, with events near it, and a form that sends the same again. */
export function hostPreviewPage(
  site: Site,
  { campaign, language }: HostingSubject,
  { event, near, inputs }: { event: OsdiEvent; near: FoundEvent[]; inputs: Record<string, string> },
): Answer {
  const locale = hostingLocale(language)
  const { texts } = locale
  const action = hostFormLink(site, campaign.id).href
  return hostAnswer(locale, {
    title: texts.look,
    children: (
      <>
        <h1>{texts.look}</h1>
        <p>{texts.look_hint}</p>
        <EventCard event={event} locale={locale} />
        {near.length > 0 && (
          <section>
            <h2 class="turnout-title">{texts.near_yours}</h2>
            <p>{texts.near_yours_hint}</p>
            <ul class="turnout-guests">
              {near.map(({ event: other, km }) => (
                <li>
                  <p>
                    <a href={publicAddress(site, other)}>{other.title}</a>
                    <Time event={other} locale={locale} />
                  </p>
                  {km !== undefined && <p>{filled(texts.miles, { miles: String(distanceIn(km, 'mi')) })}</p>}
                </li>
              ))}
            </ul>
          </section>
        )}
        <form class="turnout-form" method="post" action={action}>
          {Object.entries(inputs).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button name="confirmed" value="1">
            {texts.send_link}
          </button>
          <button class="turnout-second" name="again" value="1">
            {texts.change}
          </button>
        </form>
      </>
    ),
  })
}

/** Shows an event to its host: all of it, and what others see of its location. */
export function EventCard({ event, locale }: { event: OsdiEvent; locale: HostingLocale }) {
  const { texts } = locale
  const where = placeOf(event, locale)
  const town = placeOf({ ...event, location: publicLocation(event) }, locale)
  return (
    <section class="turnout-said">
      <h2 class="turnout-title">{event.title}</h2>
      <Time event={event} locale={locale} />
      {where && <p class="turnout-place">{where}</p>}
      {event.address_shown === 'guests' && where && (
        <p class="turnout-hint">{filled(texts.place_for_guests, { town: town ?? '' })}</p>
      )}
      {event.description && <div class="turnout-description">{raw(sanitizeHtml(event.description))}</div>}
    </section>
  )
}

/** Returns the same page for every address: a mail is on its way. */
export function hostSentPage({ language }: HostingSubject): Answer {
  const locale = hostingLocale(language)
  return sayingPage(locale, locale.texts.sent_title, locale.texts.sent, 200)
}
