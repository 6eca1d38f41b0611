import { type Answer, published } from '../http/answer.js'

/** Pages are cacheable for five minutes, so an old page may be shown this long after a deployment. */
export const PAGE_SECONDS = 300

/**
 * Returns a public page.
 * @param policy its content security policy
 * @param seconds for which it is cacheable
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

/** Returns a page with status 404. It is not cacheable. */
export function missingAnswer(text: string, policy: string): Answer {
  const answer = htmlAnswer(text, policy)
  return { ...answer, statusCode: 404, headers: { ...answer.headers, 'cache-control': 'no-store' } }
}

/** Returns a file with data of one person, as JSON. It is kept by no cache and shown by no page. */
export function privateFile(data: object, name: string): Answer {
  const answer = privateAnswer(JSON.stringify(data, undefined, 2), "default-src 'none'")
  const headers = {
    ...answer.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  }
  return { ...answer, headers }
}

/** Returns a page for one person. It is kept by no cache and listed in no search. */
export function privateAnswer(text: string, policy: string, statusCode = 200): Answer {
  const answer = htmlAnswer(text, policy)
  const headers = { ...answer.headers, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  return { ...answer, statusCode, headers }
}
