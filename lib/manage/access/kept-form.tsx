import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { ManageEnv } from '../environment.js'
import { page } from '../page/page.js'
import { YOU } from '../paths.js'
import { BACK_S, cookieName, cookieOptions, formToken, readToken, rememberPath } from './session-cookie.js'

type Ctx = Context<ManageEnv>

/*
 * A form that needs a new sign-in is not lost: the page that asks for one holds what was entered, and sends it again
 * once its person has signed in, in another tab. The service stores nothing of it. A cookie of the browser, and a token
 * in the page that follows from the cookie, prove that the form is of this page. The cookie names the address: another
 * person who signs in at this browser cannot send it.
 */

/** Longer forms, such as those of an import, are not kept. In letters of their texts. */
const MOST_LETTERS = 64_000

/** Fields that are not kept: the token of the session that has ended, and what pages never show again. */
const NOT_KEPT = new Set(['form_token', 'client_secret', 'credential'])

/** Answers a form with the page that keeps it; nothing for scripts, long forms, and a browser that is not known. */
export async function keptForm(c: Ctx, signIn: string): Promise<Response | undefined> {
  const site = { publicUrl: c.get('publicUrl') }
  const isPageOfBrowser = c.req.header('accept')?.includes('text/html')
  const address = (['session', 'kept', 'browser'] as const)
    .map((cookie) => readToken(c, site, cookie)?.address)
    .find((each) => each !== undefined)
  if (c.req.method !== 'POST' || !isPageOfBrowser || !address) return undefined
  const body = await c.req.parseBody({ all: true }).catch(() => undefined)
  if (!body) return undefined
  const sent = Object.entries(body)
    .filter(([name]) => !NOT_KEPT.has(name))
    .flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })))
  const letters = sent.reduce((sum, { value }) => sum + (typeof value === 'string' ? value.length : 0), 0)
  if (sent.length === 0 || letters > MOST_LETTERS) return undefined
  const kept = { address, secret: randomBytes(32).toString('base64url') }
  const options = { ...cookieOptions(site), maxAge: BACK_S }
  setCookie(c, cookieName(site, 'kept'), `${kept.address}.${kept.secret}`, options)
  rememberPath(c, `${YOU}?kept=1`)
  const { signIn: texts } = c.get('texts')
  const { pathname, search } = new URL(c.req.url)
  const hasFiles = sent.some(({ value }) => typeof value !== 'string' && value.size > 0)
  return page(c, {
    title: texts.keptTitle,
    status: 403,
    children: (
      <div class="card stack max-l">
        <p>{texts.keptHow}</p>
        {hasFiles && <p>{texts.keptFiles}</p>}
        <p>
          <a class="btn main" href={signIn} target="_blank">
            {texts.keptSignIn}
          </a>
        </p>
        <form method="post" action={pathname + search} data-unsaved="changed">
          <input type="hidden" name="form_token" value={formToken(kept)} />
          {sent.map(
            ({ name, value }) => typeof value === 'string' && <input type="hidden" name={name} value={value} />,
          )}
          <button class="btn">{texts.keptGoOn}</button>
        </form>
      </div>
    ),
  })
}
