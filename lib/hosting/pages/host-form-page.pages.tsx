import { inDistance } from '../../texts/distances.js'
import { raw } from 'hono/html'
import type { EventCampaign } from '../../campaigns/event-campaign.js'
import type { OsdiEvent } from '../../events/event.js'
import { publicLocation } from '../../locations/location.js'
import type { FoundEvent } from '../../near/event-search.js'
import { distanceIn, unitIn } from '../../locations/reach.js'
import { HONEYPOT } from '../../visitors/rsvp-form-fields.js'
import type { Site } from '../../runtime/site.js'
import { pathOfCampaign } from '../../campaigns/documents/campaign-path.js'
import { hostFormLink } from '../host-links.js'
import type { Answer } from '../../http/answer.js'
import { filled } from '../../texts/messages.js'
import { sanitizeHtml } from '../../markup/sanitize-html.js'
import { EventCard as ListedCard } from '../../events/pages/event-card.pages.js'
import { placeOf } from '../../events/event-place.js'
import { Time } from '../../events/pages/event-time.pages.js'
import { EventInputs, Input, type Typed } from './event-inputs.pages.js'
import { type Heard, spokenIn } from '../../pages/locale.js'
import {
  type HostingGroup,
  type HostingLocale,
  Warning,
  hostAnswer,
  hostingLocale,
  sayingPage,
} from './host-page.pages.js'

/** A campaign whose events supporters host, as the form shows it. */
export interface HostingSubject {
  campaign: EventCampaign
  /** Title of the group. */
  group: string
  /** The language of the group, and the reader of the page. */
  language?: string | undefined
  request?: Heard | undefined
  /** The group as its pages name it, and its color. */
  look: HostingGroup
  country?: string | undefined
}

const localeOf = ({ language, request, look }: HostingSubject) => hostingLocale(language, request, look)

/** Returns the form by which a supporter asks to host an event. */
export function hostFormPage(
  site: Site,
  subject: HostingSubject,
  sent: Typed & { status?: number; isBusy?: boolean } = { inputs: {}, faults: [] },
): Answer {
  const { campaign, group, country = 'US' } = subject
  const locale = localeOf(subject)
  const { hosting: texts } = locale
  const spoken = spokenIn(locale.spoken, locale)
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
        <div class="stack">
          <p class="eyebrow">
            <a href={site.publicUrl + pathOfCampaign(campaign)} {...spoken}>
              {campaign.title}
            </a>
          </p>
          <h1>{texts.host_title}</h1>
          {campaign.host_pitch && (
            <div class="prose lead turnout-description" {...spoken}>
              {raw(sanitizeHtml(campaign.host_pitch))}
            </div>
          )}
        </div>
        <p>
          {texts.steps} {campaign.hosting === 'reviewed' && texts.reviewed} <Days campaign={campaign} locale={locale} />
        </p>
        {sent.isBusy && <Warning>{texts.wait}</Warning>}
        {sent.faults.length > 0 && (
          <p role="alert" class="notice bad">
            {texts.check_faults}
          </p>
        )}
        <form class="stack g6" method="post" action={hostFormLink(site, campaign.id).href}>
          <EventInputs
            locale={locale}
            typed={typed}
            days={{ from: campaign.hosting_from, until: campaign.hosting_until }}
          >
            {person('phone', true, { type: 'tel', autocomplete: 'tel' })}
          </EventInputs>
          <fieldset class="card cols min-15">
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
            <label class="check span">
              <input type="checkbox" name="opt_in" value="yes" checked={typed.inputs['opt_in'] !== undefined} />
              <span>{filled(texts.opt_in, { group })}</span>
            </label>
            <label class="check span">
              <input
                type="checkbox"
                name="guests_write"
                value="yes"
                checked={typed.inputs['guests_write'] !== undefined}
              />
              <span>{texts.guests_write}</span>
            </label>
            <label class="field" hidden>
              {texts.leave_empty}
              <input name={HONEYPOT} autocomplete="off" tabindex={-1} />
            </label>
          </fieldset>
          <p class="line">
            <button class="btn main big">{texts.preview}</button>
          </p>
        </form>
      </>
    ),
  })
}

function Days({ campaign, locale }: { campaign: EventCampaign; locale: HostingLocale }) {
  const { hosting: texts, lang } = locale
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
  subject: HostingSubject,
  { event, near, inputs }: { event: OsdiEvent; near: FoundEvent[]; inputs: Record<string, string> },
): Answer {
  const { campaign } = subject
  const locale = localeOf(subject)
  const { hosting: texts } = locale
  const unit = unitIn(event.location.country || subject.country)
  const action = hostFormLink(site, campaign.id).href
  return hostAnswer(locale, {
    title: texts.look,
    children: (
      <>
        <div class="stack tight">
          <h1>{texts.look}</h1>
          <p>{texts.look_hint}</p>
        </div>
        <EventCard event={event} locale={locale} />
        {near.length > 0 && (
          <section class="stack" aria-labelledby="near">
            <div class="stack tight">
              <h2 id="near">{texts.near_yours}</h2>
              <p>{texts.near_yours_hint}</p>
            </div>
            <ol class="card flush near" role="list">
              {near.map(({ event: other, standing, km }) => (
                <ListedCard
                  site={site}
                  event={other}
                  standing={standing}
                  locale={locale}
                  language={locale.spoken}
                  end={
                    km === undefined ? undefined : (
                      <p class="miles">{inDistance(distanceIn(km, unit), unit, locale.lang)}</p>
                    )
                  }
                />
              ))}
            </ol>
          </section>
        )}
        <form class="line" method="post" action={action}>
          {Object.entries(inputs).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button class="btn main big" name="confirmed" value="1">
            {texts.send_link}
          </button>
          <button class="btn" name="again" value="1">
            {texts.change}
          </button>
        </form>
      </>
    ),
  })
}

/** Shows an event to its host: all of it, and what others see of its location. */
export function EventCard({ event, locale }: { event: OsdiEvent; locale: HostingLocale }) {
  const { hosting: texts } = locale
  const where = placeOf(event, locale)
  const town = placeOf({ ...event, location: publicLocation(event) }, locale)
  return (
    <section class="card stack">
      <h2>{event.title}</h2>
      <Time event={event} locale={locale} />
      {where && <p class="turnout-place">{where}</p>}
      {event.address_shown === 'guests' && where && (
        <p class="small quiet">{filled(texts.place_for_guests, { town: town ?? '' })}</p>
      )}
      {event.description && <div class="prose turnout-description">{raw(sanitizeHtml(event.description))}</div>}
    </section>
  )
}

/** Returns the same page for every address: an email is on its way. */
export function hostSentPage(subject: HostingSubject): Answer {
  const locale = localeOf(subject)
  return sayingPage(locale, locale.hosting.sent_title, locale.hosting.sent, 200)
}
