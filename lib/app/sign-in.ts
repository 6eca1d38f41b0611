import type { ProviderClient, ProviderSignIns } from '../sign-in/sign-in-by-provider.js'
import { rateStore } from '../http/state/rate-store.js'
import { loadKeys } from '../attendances/links/link-key-store.js'
import { conceal, reveal } from '../access/store/concealed.js'
import { type Table, table } from '../table/table.js'
import { ttlCache } from '../table/ttl-cache.js'
import { readSignIn, readMail } from '../runtime/environment.js'
import { callbackPath } from '../manage/paths.js'
import type { Discovered } from '../sign-in/oidc/provider-client.js'
import { newId } from '../runtime/request-context.js'
import { type Service, partOf } from '../runtime/service.js'
import { relyingPartyOf } from '../sign-in/passkeys/passkey.js'
import { passkeysOf } from '../sign-in/passkeys/passkeys.js'
import { challengeStore } from '../http/state/challenge-store.js'
import { ceremoniesOf } from '../sign-in/passkeys/ceremonies.js'
import { signInMails as mailsToSignIn } from '../sign-in/ask-sign-in-link.js'
import { mailStore } from '../mail/store/mail-store.js'

/** The mails with links to sign in; undefined where the installation sends no email. */
export const signInMails = (service: Service) =>
  readMail() &&
  mailsToSignIn({
    mails: mailStore(partOf(service, table)),
    attempts: rateStore(partOf(service, table), 'attempts'),
    table: partOf(service, table),
    newId,
  })

/** The passkeys of organizers; undefined where browsers make none for the address of the service. */
export function passkeys(service: Service) {
  const relyingParty = relyingPartyOf(service.environment)
  const store = partOf(service, table)
  const challenges = challengeStore(store)
  return (
    relyingParty &&
    passkeysOf({
      relyingParty,
      table: store,
      ceremonies: ceremoniesOf(relyingParty),
      secret: () => challenges.secret(),
    })
  )
}

/** The documents of providers, which all tables of a process share. */
const discovered = ttlCache<Discovered>()

/** Speaks with providers. Its code is loaded when it is first called: few requests need it. */
const lateClient = (allowsPrivate: boolean): ProviderClient => {
  const load = async () =>
    (await import('../sign-in/oidc/provider-client.js')).providerClient({ allowsPrivate, discovered })
  let client: ReturnType<typeof load> | undefined
  const loaded = () => (client ??= load())
  return {
    check: async (...of) => (await loaded()).check(...of),
    pageOf: async (...of) => (await loaded()).pageOf(...of),
    claimsIn: async (...of) => (await loaded()).claimsIn(...of),
  }
}

/** The identity providers of groups, for the interface and for commands. */
export function identityProvidersIn(table: Table, publicUrl: string) {
  const attempts = rateStore(table, 'attempts')
  const { allowsPrivate } = readSignIn()
  const signing: ProviderSignIns = {
    table,
    client: lateClient(allowsPrivate),
    linkKeys: () => loadKeys(table),
    reveal: (secret) => reveal(table, secret),
    redirectUriOf: (group) => publicUrl + callbackPath(group),
    count: (...of) => attempts.take(...of),
    now: () => new Date(),
    newId,
  }
  return { signing, conceal: (secret: string) => conceal(table, secret), allowsPrivate }
}

export const identityProviders = (service: Service) =>
  identityProvidersIn(partOf(service, table), service.environment.publicUrl)
