import { randomUUID } from 'node:crypto'
import type { WebhookDependencies } from '../webhooks/record-webhook.js'
import type { RedeliveryDependencies } from '../webhooks/redeliver.js'
import type { Webhook } from '../webhooks/webhook.js'
import { deliveryLog } from '../webhooks/store/delivery-log.js'
import { deliveryStore } from '../webhooks/store/delivery-store.js'
import { messageLog } from '../webhooks/store/message-log.js'
import { webhookKeyStore } from '../webhooks/store/webhook-key-store.js'
import { isOwnedBy, webhookStore } from '../webhooks/store/webhook-store.js'
import { type Table, table } from '../table/table.js'
import { readWebhooks } from '../runtime/environment.js'
import { newId } from '../runtime/request-context.js'
import { requestsOf } from '../webhooks/delivery/body.js'
import { decrypted, encrypted, newSecret } from '../webhooks/delivery/secret.js'
import { type Service, partOf } from '../runtime/service.js'

/** Makes and reads the secrets of webhooks. */
function secretsIn(table: Table) {
  const key = webhookKeyStore(table)
  return {
    async make() {
      const secret = newSecret()
      return { secret, kept: { encrypted: encrypted(secret, await key.load()) } }
    },
    async read({ secrets }: Webhook) {
      const now = new Date().toISOString()
      const valid = secrets.filter(({ until }) => until === undefined || until > now)
      return Promise.all(valid.map(async (each) => decrypted(each.encrypted, await key.load())))
    },
  }
}

/** The dependencies of recording and changing webhooks. */
export function recordingIn(table: Table): WebhookDependencies {
  const [secrets, messages, deliveries] = [secretsIn(table), messageLog(table), deliveryStore(table)]
  return {
    webhooks: webhookStore(table),
    makeSecret: () => secrets.make(),
    owns: (owner, what, id) => isOwnedBy(table, owner, what, id),
    skipPast: async (id) => deliveries.skipTo(id, await messages.length(id)),
    allowsPrivate: readWebhooks().allowsPrivate,
    now: () => new Date(),
    newId,
  }
}

/** The dependencies of sending messages again. */
export const redeliveryIn = (table: Table): RedeliveryDependencies => ({
  webhooks: webhookStore(table),
  messages: messageLog(table),
  deliveries: { ...deliveryLog(table), ...deliveryStore(table) },
  requestsOf,
  now: () => new Date(),
  newId: () => randomUUID(),
})

export const webhooks = (service: Service) => webhookStore(partOf(service, table))
export const webhookMessages = (service: Service) => messageLog(partOf(service, table))
export const webhookDeliveries = (service: Service) => deliveryStore(partOf(service, table))
export const webhookDeliveryLog = (service: Service) => deliveryLog(partOf(service, table))
export const webhookSecrets = (service: Service) => secretsIn(partOf(service, table))
export const webhookDependencies = (service: Service) => recordingIn(partOf(service, table))
export const redeliveryDependencies = (service: Service) => redeliveryIn(partOf(service, table))
