import type { Hono } from 'hono'
import { OsdiError } from '../../domain/errors.js'
import type { Access } from '../../domain/access/sign-in.js'
import type { ManageDependencies } from '../dependencies.js'
import type { ManageEnv, OwnerContext } from '../environment.js'
import { ownerContext } from './guards.js'
import { Form, page } from '../page/page.js'
import { HOME, ownerPath } from '../paths.js'

/** Serves the choice between a person's groups and accounts. The only one is opened at once. */
export function ownersPage(app: Hono<ManageEnv>, dependencies: ManageDependencies): void {
  app.get(HOME, async (c) => {
    const { owners: texts, signIn } = c.get('texts')
    const found = await Promise.all(c.get('access').map((access) => ownerOrNone(access, dependencies)))
    const owners = found.flatMap((each) => each ?? [])
    const [only, ...others] = owners
    if (only && others.length === 0) return c.redirect(ownerPath(only.id, 'actions'), 303)
    return page(c, {
      title: texts.title,
      children: (
        <>
          <p>{only ? texts.choose : texts.none}</p>
          <ul>
            {owners.map(({ id, title, role }) => (
              <li>
                <a href={ownerPath(id, 'actions')}>{title}</a> <span class="badge">{texts.roles[role]}</span>
              </li>
            ))}
          </ul>
          <p class="quiet">{signIn.signedInAs(c.get('session').address)}</p>
          <Form c={c} action={`${HOME}/sign-out-everywhere`}>
            <button class="plain">{signIn.outEverywhere}</button>
          </Form>
        </>
      ),
    })
  })
}

/** An access without a role is no access. */
const ownerOrNone = (access: Access, dependencies: ManageDependencies): Promise<OwnerContext | undefined> =>
  ownerContext(access, dependencies).catch((error: unknown) => {
    if (error instanceof OsdiError && error.code === 'not_found') return undefined
    throw error
  })
