import { OsdiError } from '../../runtime/errors.js'
import type { AsPage } from '../../http/stacks.js'
import { hostingLocale, sayingPage } from './host-page.pages.js'

/** The page for a refusal of a form or a link of a host. A program without pages gets its challenge. */
export const refusedHost = (): AsPage => (refusal, error, request) => {
  const locale = hostingLocale(undefined, request)
  const { hosting: texts } = locale
  if (error instanceof OsdiError && error.code === 'too_many_requests') return refusal
  const { statusCode = 500 } = refusal
  const [title, sentence] = statusCode === 404 ? [texts.unknown_title, texts.unknown] : [texts.busy_title, texts.busy]
  return sayingPage(locale, title, sentence, statusCode)
}
