import { type Answer, published } from '../http/answer.js'

/** Five minutes: so long a page may be shown after a deployment. */
export const PAGE_SECONDS = 300

/**
 * A page that is the same for whoever looks.
 * @param policy what it may load: a content security policy
 * @param seconds for which it may be kept
 */
export function htmlAnswer(text: string, policy: string, seconds = PAGE_SECONDS): Answer {
  const answer = published(text, 'text/html; charset=utf-8', seconds)
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  }
}

/** A page about what is not there, which is an error: nobody is to keep it. */
export function missingAnswer(text: string, policy: string): Answer {
  const answer = htmlAnswer(text, policy)
  return { ...answer, statusCode: 404, headers: { ...answer.headers, 'cache-control': 'no-store' } }
}
