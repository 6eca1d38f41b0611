import { PAUSES } from './domain/webhooks/webhook-message.js'
import {
  announcedReader,
  erasedAmong,
  ownerOfCampaign,
} from './dynamodb/stores/webhooks/announced-resource.js'
import { disableWebhook } from './dynamodb/stores/webhooks/disable-webhook.js'
import { wakeWebhooks } from './dynamodb/stores/webhooks/due-webhooks.js'
import { readMail, readWebhooks } from './environment.js'
import { log, metrics } from './log.js'
import type { MailingDependencies } from './mail/mailings.js'
import { sendingOf } from './mail/sending.js'
import {
  type Service,
  linkTokens,
  mailParts,
  partOf,
  table,
  webhookDeliveries,
  webhookMessages,
  webhookSecrets,
  webhooks,
} from './service.js'
import type { CollectDependencies } from './webhooks/collect.js'
import type { DeliverDependencies } from './webhooks/deliver.js'
import { post } from './webhooks/post.js'

/* The parts of a service that only functions without a route need. They are in no bundle of endpoints. */

/** What collecting the messages of webhooks depends on. */
export function collectDependencies(service: Service): CollectDependencies {
  const store = partOf(service, table)
  const hooks = partOf(service, webhooks)
  const kept = partOf(service, webhookMessages)
  return {
    site: service.environment,
    reader: () => announcedReader(store),
    ownerOfCampaign: (id) => ownerOfCampaign(store, id),
    webhooksOf: (owner) => hooks.allOf(owner),
    tokenOf: () => partOf(service, linkTokens).load(),
    append: (webhook, messages) => kept.append(webhook, messages, webhook.url !== undefined),
    replaceData: (person, dataOf) => kept.replaceData(person, dataOf),
    erasedAmong: (people) => erasedAmong(store, people),
  }
}

/** What delivering the messages of webhooks depends on. */
export function deliverDependencies(service: Service): DeliverDependencies {
  const secrets = partOf(service, webhookSecrets)
  const { allowsPrivate, pauses } = readWebhooks()
  return {
    webhooks: partOf(service, webhooks),
    messages: partOf(service, webhookMessages),
    deliveries: partOf(service, webhookDeliveries),
    secretsOf: (webhook) => secrets.read(webhook),
    post: (request) => post(request, { allowsPrivate }),
    pauses: pauses ?? PAUSES,
    async disable(webhook, because) {
      if (!(await disableWebhook(partOf(service, table), webhook, because, new Date()))) return
      log({
        level: 'warn',
        message: `Webhook ${webhook.id} was disabled: ${because}`,
        ...metrics(service.environment.stage, { webhooks_disabled: 1 }),
      })
    },
  }
}

/** Wakes what delivers for webhooks for which something is due. */
export const wakeDueWebhooks = (service: Service) => wakeWebhooks(partOf(service, table), new Date())

/** What sends the mails of a deployed service. */
export const mailSending = (service: Service): MailingDependencies =>
  sendingOf(partOf(service, mailParts), service.environment, readMail(), (reason) =>
    log({ level: 'error', message: `A mail was not sent: ${reason}` }),
  )
