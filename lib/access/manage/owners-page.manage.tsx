import type { Context, Hono } from 'hono'
import { OsdiError } from '../../runtime/errors.js'
import type { Access } from '../sign-in-address.js'
import type { SignInDependencies } from '../../sign-in/manage/dependencies.manage.js'
import type { ManageEnv, MemberContext } from '../../manage/environment.js'
import { ownerContext } from '../../manage/access/guards.js'
import { Notice } from '../../manage/page/notice.js'
import { Form, page } from '../../manage/page/page.js'
import { HOME, PASSKEYS, YOU, ownerPath } from '../../manage/paths.js'

/** Serves the choice between a person's groups and accounts, and the way out. The only group is opened at once. */
export function ownersPage(app: Hono<ManageEnv>, dependencies: SignInDependencies): void {
  const ownersOf = async (c: Context<ManageEnv>) => {
    const found = await Promise.all(c.get('access').map((access) => ownerOrNone(access, dependencies)))
    return found.flatMap((each) => each ?? [])
  }

  app.get(HOME, async (c) => {
    const owners = await ownersOf(c)
    const [only, ...others] = owners
    if (only && others.length === 0) return c.redirect(ownerPath(only.id), 303)
    return youPage(c, owners, dependencies)
  })

  app.get(YOU, async (c) => youPage(c, await ownersOf(c), dependencies))
}

function youPage(c: Context<ManageEnv>, owners: MemberContext[], { passkeys }: Pick<SignInDependencies, 'passkeys'>) {
  const { owners: texts, signIn, passkeys: words } = c.get('texts')
  return page(c, {
    title: texts.title,
    children: (
      <>
        {c.req.query('kept') !== undefined && <Notice kind="good">{signIn.keptWaits}</Notice>}
        {owners.length === 0 && <p>{texts.none}</p>}
        <ul class="card flush rows">
          {owners.map(({ id, title, role }) => (
            <li>
              <a class="over grow" href={ownerPath(id)}>
                {title}
              </a>
              <span class="badge plain">{texts.roles[role]}</span>
            </li>
          ))}
        </ul>
        <p class="quiet">{signIn.signedInAs(c.get('session').address)}</p>
        {passkeys && c.get('reach') === 'everything' && (
          <p>
            {words.about} <a href={PASSKEYS}>{words.manage}</a>
          </p>
        )}
        <div class="line">
          <Form c={c} action={`${HOME}/sign-out`}>
            <button class="btn">{signIn.out}</button>
          </Form>
          <Form c={c} action={`${HOME}/sign-out-everywhere`}>
            <button class="btn ghost">{signIn.outEverywhere}</button>
          </Form>
        </div>
      </>
    ),
  })
}

/** Leaves out an address whose role is gone. */
const ownerOrNone = (access: Access, dependencies: SignInDependencies): Promise<MemberContext | undefined> =>
  ownerContext(access, dependencies).catch((error: unknown) => {
    if (error instanceof OsdiError && error.code === 'not_found') return undefined
    throw error
  })
