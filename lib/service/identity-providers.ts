import type { ProviderClient, ProviderSignInDependencies } from '../domain/access/sign-in-by-provider.js'
import { rateStore } from '../dynamodb/request-state/rate-store.js'
import { linkKeyStore } from '../dynamodb/stores/access/links/link-key-store.js'
import { identityProviderStore } from '../dynamodb/stores/access/identity-provider-store.js'
import { logStore } from '../dynamodb/stores/access/log-store.js'
import { signInStore } from '../dynamodb/stores/access/sign-in-store.js'
import { webhookKeyStore } from '../dynamodb/stores/webhooks/webhook-key-store.js'
import type { Table } from '../dynamodb/table.js'
import { ttlCache } from '../dynamodb/ttl-cache.js'
import { readSignIn } from '../environment.js'
import { CALLBACK } from '../manage/paths.js'
import type { Discovered } from '../oidc/provider-client.js'
import { newId } from '../request-context.js'
import { type Service, partOf, table } from '../service.js'
import { decrypted, encrypted } from '../webhooks/secret.js'

/** The documents of providers, which all tables of a process share. */
const discovered = ttlCache<Discovered>()

/** Speaks with providers. Its code is loaded when it is first called: few requests need it. */
const lateClient = (allowsPrivate: boolean): ProviderClient => {
  const load = async () =>
    (await import('../oidc/provider-client.js')).providerClient({ allowsPrivate, discovered })
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
  const key = webhookKeyStore(table)
  const links = linkKeyStore(table)
  const providers = identityProviderStore(table)
  const { allowsPrivate } = readSignIn()
  const signing: ProviderSignInDependencies = {
    providers,
    signIns: signInStore(table),
    client: lateClient(allowsPrivate),
    linkKeys: () => links.load(),
    reveal: async (secret) => decrypted(secret, await key.load()),
    changeLog: logStore(table),
    redirectUri: publicUrl + CALLBACK,
    now: () => new Date(),
    newId,
  }
  /** Encrypts the secret of a client. */
  const conceal = async (secret: string) => encrypted(secret, await key.load())
  const attempts = rateStore(table, 'attempts')
  return { providers, signing, conceal, attempts, allowsPrivate }
}

export const identityProviders = (service: Service) =>
  identityProvidersIn(partOf(service, table), service.environment.publicUrl)
