import { ownerStore } from '../../../lib/app/access.js'
import { createLink } from '../../../lib/sign-in/store/sign-in-store.js'
import { signInPath } from '../../../lib/manage/paths.js'
import { PUBLIC_URL, gateway, table } from '../service.js'

/** An answer of the organizer's interface. */
export interface Shown {
  status: number
  headers: Record<string, string>
  cookies: string[]
  html: string
}

export interface Browser {
  open(path: string): Promise<Shown>
  /** Sends a form as a page of the service does, with the token of the session. */
  send(path: string, fields?: Record<string, string | string[]>, headers?: Record<string, string>): Promise<Shown>
  /** Sends a form with files. */
  upload(path: string, fields: Record<string, string | Blob>, headers?: Record<string, string>): Promise<Shown>
  /** The session of this browser, as a cookie. */
  cookie: string
  /** The token in the forms of this session. */
  formToken: string
}

export const PAGE_HEADERS = { host: 'events.example.org', origin: PUBLIC_URL }

/** Sends a request without a browser. */
export async function request(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array,
  remoteAddress?: string,
): Promise<Shown> {
  const type = body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await gateway.handle({
    method,
    path,
    headers: { host: 'events.example.org', ...type, ...headers },
    ...(body !== undefined && { body }),
    ...(remoteAddress && { remoteAddress }),
  })
  return { ...answer, html: answer.body.toString() }
}

/** Makes a link that signs a person in. @returns its path */
export async function linkFor(person: string): Promise<string> {
  const access = await ownerStore(table).accessOf(person)
  if (!access) throw new Error('The person has no role')
  return signInPath((await createLink(table, access.address, new Date())).secret)
}

/** Signs a person in. */
export async function signedInAs(person: string): Promise<Browser> {
  const { cookies } = await request('POST', await linkFor(person), PAGE_HEADERS, '')
  const cookie = cookies[0]?.split(';')[0] ?? ''
  const open = (path: string) => request('GET', path, { cookie })
  const { html } = await open('/manage/you')
  const formToken = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? ''
  return {
    cookie,
    formToken,
    open,
    upload: async (path, fields, headers = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ form_token: formToken, ...fields })) form.append(name, value)
      const encoded = new Response(form)
      const type = encoded.headers.get('content-type') ?? ''
      const body = new Uint8Array(await encoded.arrayBuffer())
      return request('POST', path, { ...PAGE_HEADERS, cookie, 'content-type': type, ...headers }, body)
    },
    send: (path, fields = {}, headers = {}) =>
      request(
        'POST',
        path,
        { ...PAGE_HEADERS, cookie, ...headers },
        new URLSearchParams(
          Object.entries({ form_token: formToken, ...fields }).flatMap(([name, value]) =>
            [value].flat().map((each): [string, string] => [name, each]),
          ),
        ).toString(),
      ),
  }
}
