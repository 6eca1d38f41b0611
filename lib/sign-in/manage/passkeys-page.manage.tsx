import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { LONGEST_NAME, MOST_PASSKEYS, type PasskeyChange } from '../passkeys/passkey.js'
import type { Passkeys } from '../passkeys/passkeys.js'
import type { Logged } from '../../access/log-entry.js'
import { notFound } from '../../runtime/errors.js'
import type { SignInDependencies } from './dependencies.manage.js'
import type { ManageEnv } from '../../manage/environment.js'
import { say } from '../../manage/page/flash.js'
import { bodyOf, textsIn } from '../../manage/page/form.js'
import { Notice } from '../../manage/page/notice.js'
import { Form, page } from '../../manage/page/page.js'
import { HOME, PASSKEYS, PASSKEY_SIGN_IN, SIGN_IN, YOU } from '../../manage/paths.js'
import { fresh } from '../../manage/access/guards.js'
import { PasskeyList } from './passkey-views.manage.js'
import { readToken, takeRememberedPage, writeTokens } from '../../manage/access/session-cookie.js'
import { isSmall } from './sign-in-pages.manage.js'
import { appendToLog } from '../../access/store/log-store.js'
import { endSessions } from '../store/sign-in-store.js'

type Ctx = Context<ManageEnv>

/** Signs in with a passkey. The answer to one that is refused does not say why. */
export function passkeySignIn(app: Hono<ManageEnv>, { site, passkeys }: SignInDependencies): void {
  if (!passkeys) return

  app.get(PASSKEY_SIGN_IN, async (c) => c.json(await passkeys.optionsToSignIn(new Date())))

  app.post(PASSKEY_SIGN_IN, isSmall, async (c) => {
    const { credential: sent = '' } = textsIn(await bodyOf(c))
    const known = readToken(c, site, 'browser')
    const signedIn = await passkeys.signIn({ sent, known }, new Date())
    if (signedIn) {
      writeTokens(c, site, signedIn)
      return c.redirect(takeRememberedPage(c, site) ?? HOME, 303)
    }
    const { passkeys: texts } = c.get('texts')
    return page(c, {
      title: texts.refusedTitle,
      status: 403,
      children: (
        <>
          <p>{texts.refused}</p>
          <p>
            <a class="btn" href={SIGN_IN}>
              {texts.back}
            </a>
          </p>
        </>
      ),
    })
  })
}

/** The passkeys of who is signed in: adding, naming and removing them needs a sign-in of the last minutes. */
export function passkeysPage(app: Hono<ManageEnv>, dependencies: SignInDependencies): void {
  const { site, passkeys, table, signInMails } = dependencies
  if (!passkeys) return
  const addressOf = (c: Ctx) => c.get('session').address
  const idOf = (c: Ctx) => c.req.param('id') ?? ''
  const change = (c: Ctx): PasskeyChange => ({
    now: new Date(),
    mailIn: signInMails ? c.get('lang') : undefined,
  })
  /** The log of each group and account that the address signs in to has the change. */
  const log = (c: Ctx, action: Logged, { now }: PasskeyChange) =>
    Promise.all(
      c
        .get('access')
        .map(({ owner, person }) =>
          appendToLog(table, { id: randomUUID(), owner, person, created_date: now.toISOString(), action }),
        ),
    )
  const done = (c: Ctx, said: string) => {
    say(c, site, { said })
    return c.redirect(PASSKEYS, 303)
  }

  app.get(PASSKEYS, fresh, (c) => listPage(c, passkeys))

  app.get(`${PASSKEYS}/options`, fresh, async (c) => {
    const { product } = c.get('texts')
    return c.json(await passkeys.optionsToAdd(addressOf(c), product, new Date()))
  })

  app.post(PASSKEYS, fresh, async (c) => {
    const { passkeys: texts } = c.get('texts')
    const { credential: sent = '', name: typed = '' } = textsIn(await bodyOf(c))
    const name = typed.trim() || texts.unnamed
    if (name.length > LONGEST_NAME) return listPage(c, passkeys, texts.nameFault(LONGEST_NAME))
    const added = change(c)
    const outcome = await passkeys.add(addressOf(c), { sent, name }, added)
    if (outcome === 'too many') return listPage(c, passkeys, texts.full(MOST_PASSKEYS), 409)
    if (outcome === 'known') return listPage(c, passkeys, texts.knownHere, 409)
    if (outcome === 'refused') return listPage(c, passkeys, texts.notAdded)
    await log(c, 'passkey_added', added)
    return done(c, texts.addedOne(name))
  })

  app.post(`${PASSKEYS}/:id/name`, fresh, async (c) => {
    const { passkeys: texts } = c.get('texts')
    const name = (textsIn(await bodyOf(c))['name'] ?? '').trim()
    if (name === '' || name.length > LONGEST_NAME) return listPage(c, passkeys, texts.nameFault(LONGEST_NAME))
    if (!(await passkeys.rename(addressOf(c), idOf(c), name))) throw notFound()
    return done(c, texts.renamed(name))
  })

  app.get(`${PASSKEYS}/:id/remove`, fresh, async (c) => {
    const { passkeys: texts } = c.get('texts')
    const { id, name } = await found(c)
    return page(c, {
      title: texts.removeTitle(name),
      crumb: { href: PASSKEYS, text: texts.title },
      children: (
        <Form c={c} action={`${PASSKEYS}/${id}/remove`} class="card stack max-l">
          <p>{texts.removeExplain}</p>
          <p class="line">
            <button class="btn danger">{texts.remove}</button>
            <a href={PASSKEYS}>{texts.keep}</a>
          </p>
        </Form>
      ),
    })
  })

  app.post(`${PASSKEYS}/:id/remove`, fresh, async (c) => {
    const { id, name } = await found(c)
    const removed = change(c)
    const endOthers = () => endSessions(table, addressOf(c), { passkey: id, except: c.get('session').id })
    // Sessions end before, so that a removal that fails halfway leaves none, and after: one may just have begun.
    await endOthers()
    if (await passkeys.remove(addressOf(c), id, removed)) await log(c, 'passkey_removed', removed)
    await endOthers()
    return done(c, c.get('texts').passkeys.removed(name))
  })

  /** @throws OsdiError not_found */
  async function found(c: Ctx) {
    const passkey = (await passkeys?.list(addressOf(c)))?.find(({ id }) => id === idOf(c))
    if (!passkey) throw notFound()
    return passkey
  }
}

async function listPage(c: Ctx, passkeys: Passkeys, fault?: string, status: 400 | 409 = 400) {
  const texts = c.get('texts')
  const { address } = c.get('session')
  return page(c, {
    title: texts.passkeys.title,
    crumb: { href: YOU, text: texts.you.title },
    status: fault === undefined ? 200 : status,
    children: (
      <>
        {fault !== undefined && <Notice kind="bad">{fault}</Notice>}
        <PasskeyList c={c} passkeys={await passkeys.list(address)} address={address} />
      </>
    ),
  })
}
