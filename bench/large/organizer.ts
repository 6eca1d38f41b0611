import { ownerStore } from '../../lib/app/access.js'
import { createLink } from '../../lib/sign-in/store/sign-in-store.js'
import { signInPath } from '../../lib/manage/paths.js'
import type { Service } from '../service.js'

const HOST = { host: 'events.example.org', origin: 'https://events.example.org' }
const FORM = { ...HOST, 'content-type': 'application/x-www-form-urlencoded' }

/** Sends a request with the session of an organizer, or with the key of the group where the path is the API's. */
export type Open = (
  method: string,
  path: string,
  sent?: Record<string, unknown>,
) => ReturnType<Service['gateway']['handle']>

/** Signs the creator of the demo's group in. */
export async function signedIn({ gateway, table, demo }: Service): Promise<Open> {
  const access = await ownerStore(table).accessOf(demo.group.creator)
  if (!access) throw new Error('The creator has no role')
  const { secret } = await createLink(table, access.address, new Date())
  const { cookies } = await gateway.handle({
    method: 'POST',
    path: signInPath(secret),
    headers: FORM,
    body: 'x=',
  })
  const cookie = cookies[0]?.split(';')[0] ?? ''
  const you = await gateway.handle({ method: 'GET', path: '/manage/you', headers: { ...HOST, cookie } })
  const form_token = /name="form_token" value="([^"]+)"/.exec(you.body.toString())?.[1] ?? ''
  return (method, path, sent = {}) =>
    path.startsWith('/api')
      ? gateway.handle({
          method,
          path,
          headers: { ...HOST, 'OSDI-API-Token': demo.group.key },
          ...(method === 'POST' && { body: JSON.stringify(sent) }),
        })
      : gateway.handle({
          method,
          path,
          headers: { ...FORM, cookie },
          ...(method === 'POST' && {
            body: new URLSearchParams({ form_token, ...(sent as Record<string, string>) }).toString(),
          }),
        })
}
