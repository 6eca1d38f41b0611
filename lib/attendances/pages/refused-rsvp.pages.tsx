import type { OwnerSettings } from '../../access/owner-settings.js'
import { OsdiError } from '../../runtime/errors.js'
import type { OsdiEvent } from '../../events/event.js'
import type { Site } from '../../runtime/site.js'
import { privateAnswer } from '../../html/answer.js'
import type { GatewayRequest } from '../../http/request.js'
import type { AsPage } from '../../http/stacks.js'
import type { Messages } from '../../texts/messages.js'
import { readersLocale } from '../../pages/locale.js'
import { forReader, formPolicy, ownerOf, publicPage } from '../../pages/page.js'

/** The RSVP that a link leads to, as far as its page needs it. */
export interface AskedAbout {
  site: Site
  event: OsdiEvent
  settings: OwnerSettings
  /** The address of its page. */
  address: string
}

/**
 * The page for a refusal of a link, or of what a person asks for by it.
 * @param findAsked finds the RSVP, whose group the page shows; it fails where the link leads nowhere
 */
export const refusedRsvp =
  (findAsked?: (request: GatewayRequest) => Promise<AskedAbout>): AsPage =>
  async (refusal, error, request) => {
    const asked = await findAsked?.(request).catch(() => undefined)
    const { statusCode = 500, headers } = refusal
    const locale = readersLocale(request, asked?.event.language ?? asked?.settings.language)
    const { messages, texts } = locale
    const [title, why] = TEXTS[codeOf(error)] ?? (statusCode < 500 ? TEXTS.invalid : TEXTS.busy)
    const page = publicPage({
      title: messages[title],
      locale,
      color: asked?.settings.color,
      around: asked ? { owner: ownerOf(asked.site, asked.event, asked.settings) } : {},
      head: <meta name="robots" content="noindex" />,
      children: (
        <article class="sheet stack">
          <h1>{messages[title]}</h1>
          <p class="lead">{messages[why]}</p>
          {asked && (
            <p>
              <a class="btn" href={asked.address}>
                {texts.back_to_rsvp}
              </a>
            </p>
          )}
        </article>
      ),
    })
    const policy = formPolicy(undefined, undefined, asked?.settings.color)
    const answer = forReader(privateAnswer(page, policy, statusCode))
    const retryAfter = headers['retry-after']
    return { ...answer, headers: { ...answer.headers, ...(retryAfter && { 'retry-after': retryAfter }) } }
  }

type TextName = { [Name in keyof Messages]: Messages[Name] extends string ? Name : never }[keyof Messages]

/** Title and explanation, by the code of a fault, or else of the error. */
const TEXTS: Record<'invalid' | 'busy', [TextName, TextName]> & Partial<Record<string, [TextName, TextName]>> = {
  not_found: ['no_rsvp', 'no_rsvp_why'],
  event_full: ['rsvp_unchanged', 'full'],
  event_cancelled: ['rsvp_unchanged', 'cancelled'],
  event_over: ['rsvp_unchanged', 'over'],
  rsvps_not_open: ['rsvp_unchanged', 'not_open'],
  rsvps_closed: ['rsvp_unchanged', 'closed'],
  not_coming: ['rsvp_unchanged', 'you_are_not_coming'],
  waiting: ['rsvp_unchanged', 'you_wait'],
  party_too_large: ['rsvp_unchanged', 'full_for_guests'],
  too_many_guests: ['rsvp_unchanged', 'full_for_guests'],
  invalid_guests: ['rsvp_unchanged', 'unknown_action'],
  missing_answer: ['rsvp_unchanged', 'wrong_answers'],
  wrong_answer: ['rsvp_unchanged', 'wrong_answers'],
  invalid_name: ['rsvp_unchanged', 'wrong_entry'],
  invalid: ['rsvp_unchanged', 'unknown_action'],
  busy: ['rsvp_unchanged', 'try_again'],
}

function codeOf(error: unknown): string {
  if (!(error instanceof OsdiError)) return ''
  const [fault] = error.faults
  return fault && fault.error_code in TEXTS ? fault.error_code : error.code
}
