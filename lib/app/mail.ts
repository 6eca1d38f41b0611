import type { Owner } from '../runtime/owner.js'
import { derivedId } from '../fields/identifier.js'
import type { WordingTest } from '../mail/mail-request.js'
import { tellTeam } from '../mail/emails/address-lost-email.js'
import type { MessageTest } from '../mail/emails/message-email.js'
import type { MessageDraft } from '../mail/message.js'
import { loadEvent } from '../events/store/load-event.js'
import { addressesToAsk, idOfAddress, readAddressToken } from '../mail/confirmed-address.js'
import { notFound } from '../runtime/errors.js'
import { confirmedAddresses } from '../mail/store/confirmed-addresses.js'
import { chosenMails as chosenMailsOf } from '../mail/store/chosen-mails.js'
import { mailStore } from '../mail/store/mail-store.js'
import { mailingStore } from '../mail/store/mailing-store.js'
import { rateStore } from '../http/state/rate-store.js'
import { readMail } from '../runtime/environment.js'
import { newId } from '../runtime/request-context.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'
import { readSigned } from '../attendances/links/link-key-store.js'

/** The limit of tests of messages, for all members of an owner together. */
const TESTS = { requests: 20, seconds: 60 * 60 }

/** Requests for emails. */
const mails = (service: Service) => mailStore(partOf(service, table))

/** The mails about events that organizers choose. */
export const chosenMails = (service: Service) => chosenMailsOf(partOf(service, table))

/** Messages to the people of queries; undefined where the installation sends no email. */
export const messages = (service: Service) =>
  readMail() && {
    ...mailingStore(partOf(service, table)),
    /** Mails a test. @returns false when the owner has had all tests of this hour */
    async test(owner: Owner, address: string, draft: MessageDraft) {
      const attempts = rateStore(partOf(service, table), 'attempts')
      const { isExceeded } = await attempts.take(derivedId('tests of messages', owner), TESTS, now())
      if (!isExceeded)
        await partOf(service, mails).ask<MessageTest>(newId(), { kind: 'message', owner, address, draft })
      return !isExceeded
    },
  }

/** Tests of wordings; undefined where the installation sends no email. */
export const mailWordings = (service: Service) =>
  readMail() && {
    test: (request: WordingTest) => partOf(service, mails).ask(newId(), request),
  }

/** Addresses that are asked by mail, by the tokens of their links. */
export function addressesAsked(service: Service) {
  const store = partOf(service, table)
  const addresses = confirmedAddresses(store)
  const read = (token: string) => readSigned(store, token, readAddressToken)
  return {
    /** @throws OsdiError not_found where the link leads nowhere any more */
    async find(token: string) {
      const id = await read(token)
      const asked = id === undefined ? undefined : await addresses.find(id, now())
      const event = asked && (await loadEvent(store, asked.event))
      if (!event) throw notFound()
      return { asked, event }
    },
    async confirm(token: string) {
      const id = await read(token)
      if (id !== undefined) await addresses.confirm(id, now())
    },
    /** Takes the agreement back, and tells the team. */
    async stop(token: string) {
      const id = await read(token)
      const stopped = id === undefined ? undefined : await addresses.stop(id, now())
      if (id === undefined || !stopped) return
      const { owner, purpose, event, stopped_date: since } = stopped
      const named = addressesToAsk((await loadEvent(store, event)) ?? {})
      const { address = '' } = named.find((each) => idOfAddress(owner, purpose, each.address) === id) ?? {}
      await tellTeam(partOf(service, mails), { kind: 'address-stopped', purpose, event, address, since })
    },
  }
}

const now = () => new Date()
