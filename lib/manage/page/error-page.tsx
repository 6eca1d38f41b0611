import type { Context } from 'hono'
import { type ErrorCode, OsdiError } from '../../runtime/errors.js'
import { STATUS } from '../../http/error-answer.js'
import { log } from '../../runtime/log.js'
import { mayHaveWritten } from '../../runtime/request-context.js'
import type { ManageEnv } from '../environment.js'
import { ForeignForm } from '../access/guards.js'
import { page } from './page.js'
import { HOME, eventPath } from '../paths.js'
import type { Texts } from '../texts.js'
import { describeFault } from './form.js'

/** Turns an error into a page. The page of a bug holds only the reference code of its log line. */
export function errorPage(c: Context<ManageEnv>, error: unknown, reference_code: string): Response {
  const texts = c.get('texts')
  if (!(error instanceof OsdiError)) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    log({ level: 'error', reference_code, message, stack })
    return explain(c, 500, texts.errors.brokenTitle, texts.errors.broken(reference_code))
  }
  const status = STATUS[error.code] as 400 | 403 | 404 | 409 | 413 | 503
  const helper = c.get('helper')
  const { forbiddenTitle, forbidden } = texts.helpers
  const isOfLink = helper && error.code === 'forbidden' && !(error instanceof ForeignForm)
  const [title, text] = isOfLink ? [forbiddenTitle, forbidden] : describe(texts, error)
  const back = helper && { href: eventPath(c.get('event').id), text: texts.helpers.back }
  const shownAt = maybeShownAt(c, error)
  return shownAt
    ? explain(c, status, title, texts.errors.maybeDone, { href: shownAt, text: texts.errors.lookThere })
    : explain(c, status, title, text, back)
}

/** The page that shows what a form records: a form without an answer in time may have been recorded. */
function maybeShownAt(c: Context<ManageEnv>, { code }: OsdiError): string | undefined {
  if (c.req.method === 'GET' || !(code === 'unknown_outcome' || (code === 'busy' && mayHaveWritten()))) return undefined
  const { pathname } = new URL(c.req.url)
  return pathname.replace(WORK, '')
}

/** The end of paths that stand for work, whose outcome shows on the page above. */
const WORK =
  /\/(new|run|edit|role|remove|lift|erase|merge|revoke|test|rotate|redeliver|distrust|cancel|publish|copy|tag|untag)$/

const explain = (
  c: Context<ManageEnv>,
  status: 400 | 403 | 404 | 409 | 413 | 500 | 503,
  title: string,
  text: string,
  link = { href: HOME, text: c.get('texts').errors.back },
) =>
  page(c, {
    title,
    status,
    children: (
      <>
        <p>{text}</p>
        <p>
          <a class="btn" href={link.href}>
            {link.text}
          </a>
        </p>
      </>
    ),
  })

function describe(texts: Texts, error: OsdiError): [title: string, text: string] {
  const { errors } = texts
  const { code, faults } = error
  const known: Partial<Record<ErrorCode, [string, string]>> = {
    not_found: [errors.notFoundTitle, errors.notFound],
    forbidden: [errors.forbiddenTitle, errors.forbidden],
    busy: [errors.busyTitle, errors.busy],
    unknown_outcome: [errors.busyTitle, errors.busy],
    too_many_requests: [errors.busyTitle, errors.busy],
  }
  if (error instanceof ForeignForm) return [errors.wrongForm, errors.wrongFormHow]
  const [fault] = faults
  return (
    known[code] ?? [errors.conflictTitle, fault ? describeFault(texts, fault, fault.properties[0]) : errors.conflict]
  )
}
