import { conceal } from '../../../lib/access/store/concealed.js'
import type { IdentityProvider } from '../../../lib/sign-in/identity-provider.js'
import { saveProvider } from '../../../lib/sign-in/store/identity-provider-store.js'
import type { GivenProvider } from '../given/identity-provider.js'
import { demo, table } from '../service.js'
import { type Shown, request } from './organizer.js'

/** Sets the provider of a group, as its creator does, or one of its administrators. */
export async function setProvider(
  group: string,
  { issuer, client }: Pick<GivenProvider, 'issuer' | 'client'>,
  {
    domains = ['example.org'],
    only = false,
    for_creator = true,
  }: Partial<Pick<IdentityProvider, 'domains' | 'only' | 'for_creator'>> = {},
): Promise<void> {
  const secret = await conceal(table, client.client_secret)
  const { client_id } = client
  await saveProvider(table, { group, issuer, client_id, secret, domains, only, for_creator }, new Date())
}

/** A sign-in that a browser has begun: it is at the page of the provider. */
export interface AtProvider {
  /** The address of the provider's page. */
  page: string
  /** The cookie that binds the sign-in to the browser. */
  cookie: string
}

/** Opens the page of a group and presses its button. */
export async function begin(group: string, query = ''): Promise<AtProvider> {
  const seen = await request('GET', `/manage/sign-in/${group}`)
  const cookie = cookieIn(seen, '__Host-attempt')
  const { headers } = await press(group, cookie, query)
  return { page: headers['location'] ?? '', cookie }
}

/** Opens the address behind the button, as a browser does from a page of the service. */
export const press = (group: string, cookie: string, query = ''): Promise<Shown> =>
  request('GET', `/manage/sign-in/${group}/start${query}`, { cookie, 'sec-fetch-site': 'same-origin' })

/** Returns a cookie as a browser sends it; an empty text where it is not set, or forgotten. */
export const cookieIn = ({ cookies }: Shown, name: string) =>
  cookies.find((each) => each.startsWith(`${name}=`) && !each.includes('Max-Age=0'))?.split(';')[0] ?? ''

export const callback = (answer: URLSearchParams, cookie: string, group = demo.group.id): Promise<Shown> =>
  request('GET', `/manage/sign-in/${group}/callback?${answer.toString()}`, { cookie })

/** Signs a person in by the provider of a group. @returns the answer to the callback */
export async function signInBy(
  provider: GivenProvider,
  group: string,
  claims: Record<string, unknown>,
): Promise<Shown> {
  const { page, cookie } = await begin(group)
  return callback(provider.grant(page, claims), cookie, group)
}
