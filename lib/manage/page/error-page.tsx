import type { Context } from 'hono'
import { type ErrorCode, OsdiError } from '../../domain/errors.js'
import { STATUS } from '../../http/error-answer.js'
import { log } from '../../log.js'
import type { ManageEnv } from '../environment.js'
import { ForeignForm } from '../access/guards.js'
import { page } from './page.js'
import { HOME } from '../paths.js'
import type { Texts } from '../texts.js'

/** Turns an error into a page. The page of a bug holds only the reference code of its log line. */
export function errorPage(c: Context<ManageEnv>, error: unknown, reference_code: string): Response {
  const texts = c.get('texts')
  if (!(error instanceof OsdiError)) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    log({ level: 'error', reference_code, message, stack })
    return explain(c, 500, texts.errors.brokenTitle, texts.errors.broken(reference_code))
  }
  const status = STATUS[error.code] as 400 | 403 | 404 | 409 | 413 | 503
  const [title, text] = describe(texts, error)
  return explain(c, status, title, text)
}

const explain = (
  c: Context<ManageEnv>,
  status: 400 | 403 | 404 | 409 | 413 | 500 | 503,
  title: string,
  text: string,
) =>
  page(c, {
    title,
    status,
    children: (
      <>
        <p>{text}</p>
        <p>
          <a class="btn" href={HOME}>
            {c.get('texts').errors.back}
          </a>
        </p>
      </>
    ),
  })

function describe({ errors }: Texts, error: OsdiError): [title: string, text: string] {
  const { code, message } = error
  const known: Partial<Record<ErrorCode, [string, string]>> = {
    not_found: [errors.notFoundTitle, errors.notFound],
    forbidden: [errors.forbiddenTitle, errors.forbidden],
    busy: [errors.busyTitle, errors.busy],
    unknown_outcome: [errors.busyTitle, errors.busy],
  }
  if (error instanceof ForeignForm) return [errors.wrongForm, errors.wrongFormHow]
  return known[code] ?? [errors.conflictTitle, message]
}
