import { randomUUID } from 'node:crypto'
import { enteredPerson } from '../../../lib/people/person.js'
import { ownerStore } from '../../../lib/app/access.js'
import { type Lies, authenticator } from '../clients/authenticator.js'
import { type Browser, PAGE_HEADERS, type Shown, request, signedInAs } from '../clients/organizer.js'
import { PUBLIC_URL, demo, table } from '../service.js'

/* Members of a group with passkeys, who add them and sign in with them as the pages do. */

export const PASSKEYS = '/manage/you/passkeys'
export const SIGN_IN = '/manage/sign-in/passkey'

export const owners = ownerStore(table)

/** A new member of a group, by an address of their own. */
export async function member(of = demo.group.id, email = `${randomUUID()}@keys.example.org`) {
  const person = enteredPerson({ id: randomUUID(), owner: `group:${of}`, email }, new Date())
  const id = await owners.addMember(of, person, 'organizer')
  return { id, email, browser: await signedInAs(id) }
}

/** A new member with a passkey. */
export async function withPasskey(options = {}) {
  const person = await member()
  const made = await add(person.browser, authenticator(PUBLIC_URL, options))
  return { ...person, ...made }
}
export type WithPasskey = Awaited<ReturnType<typeof withPasskey>>

/** Adds a passkey as the page does. */
export async function add(browser: Browser, device = authenticator(PUBLIC_URL), name = 'Phone', lies: Lies = {}) {
  const options = json(await browser.open(`${PASSKEYS}/options`))
  const { credential, sent } = device.create(options, lies)
  const answer = await browser.send(PASSKEYS, { credential: sent, name })
  return { device, credential, sent, answer }
}

export const json = (answer: Shown) => JSON.parse(answer.html) as never

export const challenge = async () => json(await request('GET', SIGN_IN))

/** Sends what an authenticator has signed. */
export const post = (credential: string, headers: Record<string, string> = {}) =>
  request('POST', SIGN_IN, { ...PAGE_HEADERS, ...headers }, new URLSearchParams({ credential }).toString())

export const signIn = async ({ device, credential }: Pick<WithPasskey, 'device' | 'credential'>, lies: Lies = {}) =>
  post(device.get(await challenge(), credential, lies))

/** The ids of the passkeys on their page. */
export const idsIn = (html: string) =>
  [...html.matchAll(/passkeys\/([0-9a-f]{32})\/remove/g)].map(([, id]) => id as string)
