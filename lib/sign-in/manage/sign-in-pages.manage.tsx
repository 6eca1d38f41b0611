import type { Hono } from 'hono'
import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { bodyLimit } from 'hono/body-limit'
import { OsdiError } from '../../runtime/errors.js'
import type { SignInDependencies } from './dependencies.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { bodyOf, textsIn } from '../../manage/page/form.js'
import { EmailField } from '../../manage/access/email-field.js'
import { page } from '../../manage/page/page.js'
import { HOME, SIGN_IN, signInPath } from '../../manage/paths.js'
import { PasskeySignIn } from './passkey-views.manage.js'
import { toProviderOf } from './provider-pages.manage.js'
import { forgetToken, readToken, takeRememberedPage, writeTokens } from '../../manage/access/session-cookie.js'
import { isUsableLink, beginSession, endSession, endSessions } from '../store/sign-in-store.js'

/** No address of mail is longer (RFC 5321, 4.5.3.1). */
const LONGEST_ADDRESS = 254

/** The forms have a few short fields, and some come from anybody. */
export const isSmall = bodyLimit({
  maxSize: 20_000,
  onError: () => {
    throw new OsdiError('too_large', 'The form has more than 20,000 bytes')
  },
})

/** Pages without a session: how to get a link, and the link itself, whose button signs in. */
export function signInPages(app: Hono<ManageEnv>, dependencies: SignInDependencies): void {
  const { site, table, signInMails, passkeys } = dependencies
  app.get(SIGN_IN, (c) => {
    const { signIn } = c.get('texts')
    const again = c.req.query('again') !== undefined
    return page(c, {
      title: again ? signIn.again : signInMails ? signIn.title : signIn.needed,
      children: (
        <>
          {again && <p>{signIn.againHow}</p>}
          {signInMails ? (
            <form method="post" action={SIGN_IN} class="stack">
              <EmailField c={c} typed={c.req.query('email')?.slice(0, LONGEST_ADDRESS)} offers="username webauthn" />
              <div class="line">
                <button class="btn main">{signIn.send}</button>
              </div>
            </form>
          ) : (
            <>
              <p>{signIn.how}</p>
              <pre>npm run -s admin -- login --person you@example.org</pre>
              <ByDomain c={c} isUnknown={c.req.query('unknown') !== undefined} />
            </>
          )}
          {passkeys && <PasskeySignIn c={c} />}
        </>
      ),
    })
  })

  // The answer is the same for every address of a domain: it does not tell which ones have a role.
  app.post(SIGN_IN, isSmall, async (c) => {
    const { email = '', by } = textsIn(await bodyOf(c))
    const address = email.slice(0, LONGEST_ADDRESS)
    const onward = by === 'link' ? undefined : await toProviderOf(c, address, dependencies)
    if (onward) return onward
    if (!signInMails) return c.redirect(`${SIGN_IN}?unknown=1`, 303)
    const request = {
      address,
      language: c.get('lang'),
      network: c.env.network,
      browser: readToken(c, site, 'browser'),
    }
    const { isExceeded, reset } = await signInMails.ask(request, new Date())
    const { signIn } = c.get('texts')
    if (!isExceeded) return page(c, { title: signIn.sentTitle, children: <p>{signIn.sent}</p> })
    c.header('retry-after', String(reset))
    const children = <p>{signIn.tooMany(Math.ceil(reset / 60))}</p>
    return page(c, { title: signIn.tooManyTitle, status: 429, children })
  })

  // Programs that check mail for threats open links. Opening one changes nothing.
  app.get(signInPath(':secret'), async (c) => {
    const { signIn } = c.get('texts')
    const secret = c.req.param('secret') as string
    if (!(await isUsableLink(table, secret, new Date()))) return usedUp(c)
    return page(c, {
      title: signIn.title,
      children: (
        <form method="post" action={signInPath(secret)}>
          <p>{signIn.explain}</p>
          <button class="btn main">{signIn.button}</button>
        </form>
      ),
    })
  })

  app.post(signInPath(':secret'), async (c) => {
    const known = readToken(c, site, 'browser')
    const signedIn = await beginSession(table, c.req.param('secret') as string, new Date(), known)
    if (!signedIn) return usedUp(c)
    writeTokens(c, site, signedIn)
    return c.redirect(takeRememberedPage(c, site) ?? HOME, 303)
  })
}

/** The form that finds the provider of an address, where the service mails no links. */
const ByDomain: FC<{ c: Context<ManageEnv>; isUnknown: boolean }> = ({ c, isUnknown }) => {
  const texts = c.get('texts')
  return (
    <form method="post" action={SIGN_IN} class="stack">
      <h2>{texts.providers.byDomain}</h2>
      {isUnknown && <p role="status">{texts.providers.unknownDomain}</p>}
      <EmailField c={c} />
      <p>
        <button class="btn main">{texts.providers.goOn}</button>
      </p>
    </form>
  )
}

const usedUp = (c: Context<ManageEnv>) => {
  const { signIn } = c.get('texts')
  return page(c, { title: signIn.usedTitle, status: 404, children: <p>{signIn.used}</p> })
}

/** Ends the session, or all sessions of its address. */
export function signOutPages(app: Hono<ManageEnv>, { site, table }: SignInDependencies): void {
  app.post(`${HOME}/sign-out`, async (c) => {
    await endSession(table, c.get('token'))
    return signedOut(c)
  })

  app.post(`${HOME}/sign-out-everywhere`, async (c) => {
    const { address, provider } = c.get('session')
    // A provider that speaks for one group alone does not end what others have begun.
    await endSessions(
      table,
      address,
      c.get('reach') === 'everything' || !provider ? undefined : { group: provider.group },
    )
    return signedOut(c)
  })

  /** The browser forgets the session, and what the door has kept in it. */
  function signedOut(c: Context<ManageEnv>) {
    forgetToken(c, site)
    c.header('clear-site-data', '"storage"')
    return c.redirect(SIGN_IN, 303)
  }
}
