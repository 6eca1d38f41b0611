import { OsdiError } from '../../domain/errors.js'
import { privateAnswer } from '../../html/answer.js'
import type { AsPage } from '../../http/stacks.js'
import type { Messages } from '../../messages/messages.js'
import { localeOf } from '../locale.js'
import { formPolicy, publicPage } from '../page.js'

/** The page for a refusal of the link of an attendance, or of what a person asks for by it. */
export const refusedRsvp = (): AsPage => (refusal, error) => {
  const locale = localeOf()
  const { statusCode = 500, headers } = refusal
  const [title, why] = TEXTS[codeOf(error)] ?? (statusCode < 500 ? TEXTS.invalid : TEXTS.busy)
  const page = publicPage({
    title: locale.messages[title],
    locale,
    around: {},
    head: <meta name="robots" content="noindex" />,
    children: (
      <article class="sheet stack">
        <h1>{locale.messages[title]}</h1>
        <p class="lead">{locale.messages[why]}</p>
      </article>
    ),
  })
  const answer = privateAnswer(page, formPolicy(), statusCode)
  const retryAfter = headers['retry-after']
  return { ...answer, headers: { ...answer.headers, ...(retryAfter && { 'retry-after': retryAfter }) } }
}

type TextName = { [Name in keyof Messages]: Messages[Name] extends string ? Name : never }[keyof Messages]

/** Title and explanation, by the code of a fault, or else of the error. */
const TEXTS: Record<'invalid' | 'busy', [TextName, TextName]> &
  Partial<Record<string, [TextName, TextName]>> = {
  not_found: ['no_rsvp', 'no_rsvp_why'],
  event_full: ['rsvp_unchanged', 'full'],
  event_cancelled: ['rsvp_unchanged', 'cancelled'],
  event_over: ['rsvp_unchanged', 'over'],
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
