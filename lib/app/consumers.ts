import { forgetPeople } from '../forgetting/store/forget-people.js'
import { finishDepartures } from '../merging/store/finish-departures.js'
import type { DynamoDBRecord } from 'aws-lambda'
import { type MayBeDue, findDuePartitions } from '../collections/due-partitions.js'
import { assignOrdinalsFromStream, sweep } from './sequencer.js'
import type { Webhook } from '../webhooks/webhook.js'
import { PAUSES } from '../webhooks/webhook-message.js'
import { disableWebhook, wakeWebhooks } from '../webhooks/store/due-webhooks.js'
import { mailsOfDisabled } from '../webhooks/webhook-disabled-email.mail.js'
import { readMail, readWebhooks } from '../runtime/environment.js'
import { log, metrics } from '../runtime/log.js'
import type { MailingDependencies } from '../mail/sending/mailings.js'
import { sendingOf } from './kinds-of-mail.js'
import { type Service, partOf } from '../runtime/service.js'
import type { TransactItem } from '../table/conflicts.js'
import { app } from '../table/app.js'
import { type Table, table } from '../table/table.js'
import { departing } from './merging.js'
import { linkTokens } from './link-tokens.js'
import type { Collecting } from '../webhooks/delivery/collect.js'
import type { DeliveringTurns } from '../webhooks/delivery/deliver.js'
import { post } from '../webhooks/delivery/post.js'

/* Parts of a service that only functions without a route use: consumers of the stream and of queues, and schedules. */

/** The context of collecting the messages of webhooks. */
export const collecting = (service: Service): Collecting => ({
  ...partOf(service, app),
  tokenOf: () => partOf(service, linkTokens).load(),
})

/** Items that rooms write with a webhook that is disabled. */
const WITH_DISABLED: ((table: Table, webhook: Webhook, now: Date) => Promise<TransactItem[]>)[] = [mailsOfDisabled]

/** The context of delivering the messages of webhooks. */
export function delivering(service: Service): DeliveringTurns {
  const { allowsPrivate, pauses } = readWebhooks()
  return {
    table: partOf(service, table),
    post: (request) => post(request, { allowsPrivate }),
    pauses: pauses ?? PAUSES,
    async disable(webhook, because) {
      const [store, now] = [partOf(service, table), new Date()]
      const told = async (after: Webhook) =>
        (await Promise.all(WITH_DISABLED.map((itemsOf) => itemsOf(store, after, now)))).flat()
      if (!(await disableWebhook(store, webhook, because, now, told))) return
      log({
        level: 'warn',
        message: `Webhook ${webhook.id} was disabled: ${because}`,
        ...metrics(service.environment.stage, { webhooks_disabled: 1 }),
      })
    },
  }
}

/** Finds where something is due that the sweeper does. */
export const findDue = (service: Service) => findDuePartitions(partOf(service, table), new Date())

/** Wakes what delivers for webhooks for which something is due. */
export const wakeDueWebhooks = (service: Service, mayBeDue: MayBeDue) =>
  wakeWebhooks(partOf(service, table), new Date(), mayBeDue)

/** Sends the emails of a deployed service. */
export const mailSending = (service: Service): MailingDependencies =>
  sendingOf(partOf(service, table), service.environment, readMail(), (reason) =>
    log({ level: 'error', message: `An email was not sent: ${reason}` }),
  )

/** Assigns ordinals to pending members in a batch of the table's stream. @returns the records to offer again */
export const assignOrdinals = (service: Service, records: DynamoDBRecord[]) =>
  assignOrdinalsFromStream(partOf(service, table), records)

/** Finishes the merges and erasures that are due, until a deadline. */
export const finishDueDepartures = (service: Service, deadline: number, mayBeDue: MayBeDue) =>
  finishDepartures(departing(service), new Date(), deadline, mayBeDue)

/** Forgets the people whose time has come, until a deadline. */
export const forgetDuePeople = (service: Service, deadline: number, mayBeDue: MayBeDue) =>
  forgetPeople(partOf(service, table), departing(service), new Date(), deadline, mayBeDue)

/** Assigns ordinals to the members that have been pending since before a time, until a deadline. */
export const sweepPending = (service: Service, before: Date, deadline: number, mayBeDue: MayBeDue) =>
  sweep(partOf(service, table), before, deadline, mayBeDue)
