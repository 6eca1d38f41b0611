import type { Suppression } from '../bounce.js'
import type { MailClaim, MailDone, MailFacts, MailOutcome, MailRequest, Taken } from '../mail-request.js'
import { secondsOf } from '../../fields/seconds.js'
import { signInAddress } from '../../access/sign-in-address.js'
import { PutCommand } from '../../table/client/commands.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Key, type Table, keyOf, valueOf } from '../../table/table.js'
import { deleteItem, putIfAbsent, updateIgnoringConflict, changeItem } from '../../table/transaction.js'
import { writeSingle } from '../../table/write.js'
import { dueAt, dueAttributes } from './due-mail.js'
import { WANTED_S, requestedMail } from './requested-mail.js'
import { finishCounted } from './mailing-counts.js'
import { hashOf } from '../../access/store/secret-store.js'
import { all, either, has, includes, is, isAtMost, lacks } from '../../table/condition.js'
import { change, onCondition } from '../../table/change.js'

/** After this time, a process that has claimed an email is taken for crashed. Sending takes at most 10 seconds. */
const CLAIM_MS = 20_000

/** Writes the end of a claim and the process that has made it. The texts sort by time. */
const claimedUntil = (by: string, now: Date) => `${new Date(now.getTime() + CLAIM_MS).toISOString()}#${by}`

/** Finished requests are kept for 90 days, in seconds, so that a retry learns the outcome. */
const KEPT_S = 90 * 24 * 60 * 60

/** An email as it is kept, as far as it matters here. */
interface KeptMail {
  claimed_until?: string
  attempts?: number
  outcome?: MailOutcome
  counted?: boolean
  person?: string
}

/** Mails by their causes. */
export function mailStore(table: Table) {
  return {
    /** Keeps a request, which the stream hands on at once, or which is due later. Repeating it changes nothing. */
    async ask<Request extends MailRequest>(id: string, request: Request, due?: Date): Promise<void> {
      const { announces, ...kept } = requestedMail(request, new Date())
      const when = due ? dueAttributes('mail', due) : { announces }
      await putIfAbsent(table, keyOf.mail(id), { ...kept, ...when })
    },

    /** @returns undefined for a request that is done, or that is no longer kept */
    async find(id: string): Promise<MailRequest | undefined> {
      return (await getOne(table, keyOf.mail(id)))?.['request'] as MailRequest | undefined
    },

    /**
     * Claims a request for some seconds.
     * @param by a word of its own, by which a claim whose answer was lost is known
     */
    async claim(id: string, request: MailRequest, by: string, now: Date): Promise<MailClaim | MailDone | Taken> {
      const outcome = await changeItem(
        table,
        keyOf.mail(id),
        {
          set: { request, claimed_until: claimedUntil(by, now), expires: secondsOf(now) + WANTED_S },
          add: { attempts: 1 },
          remove: ['announces'],
        },
        all(lacks('outcome'), either(lacks('claimed_until'), isAtMost('claimed_until', now.toISOString()))),
      )
      if (outcome.item) return { attempts: outcome.item['attempts'] as number, by }
      return claimed((outcome.met as KeptMail | undefined) ?? {}, by)
    },

    /** Makes a claim last for as long again. @returns undefined when another process has the request by now */
    async renew(id: string, { attempts, by }: MailClaim, now: Date): Promise<MailClaim | undefined> {
      const claimed_until = claimedUntil(by, now)
      const { item } = await changeItem(
        table,
        keyOf.mail(id),
        { set: { claimed_until } },
        includes('claimed_until', by),
      )
      return item && { attempts, by }
    },

    /** Notes what became of a request. @param counts whether the report of its mailing has to count it with that */
    async finish(
      id: string,
      facts: MailFacts & { kind: string; outcome: MailOutcome },
      now: Date,
      { counts }: { counts: boolean } = { counts: false },
    ): Promise<void> {
      const Item = {
        ...keyOf.mail(id),
        ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
        finished_date: now.toISOString(),
        expires: secondsOf(now) + KEPT_S,
      }
      if (counts && (await finishCounted(table, Item, facts))) return
      await writeSingle(table, () => new PutCommand({ TableName: table.name, Item }))
    },

    /** Gives a claim back: the request is due again at a time. */
    async postpone(id: string, due: Date): Promise<void> {
      await postpone(table, keyOf.mail(id), due)
    },

    /**
     * Returns the owner, person and mailing of an email.
     * @returns 'unfinished' for one that is not done; undefined for one that is not kept
     */
    async factsOf(id: string): Promise<MailFacts | 'unfinished' | undefined> {
      const item = await getOne(table, keyOf.mail(id))
      return item && (item['outcome'] === undefined ? 'unfinished' : valueOf<MailFacts>(item))
    },

    /** Ids of requests that are due at a time. */
    due: async (now: Date) => (await dueAt(table, 'mail', now)).map(({ pk }) => pk.slice('mail#'.length)),

    /** Whether nothing may go to an address any more. */
    async isSuppressed(address: string): Promise<boolean> {
      return (await getOne(table, keyOfSuppressed(address))) !== undefined
    },

    /** @returns those of some addresses to which nothing may go any more */
    async suppressedOf(addresses: string[]): Promise<Set<string>> {
      const found = await getMany(table, addresses.map(keyOfSuppressed))
      return new Set(addresses.filter((_, i) => found[i] !== undefined))
    },
  }
}

/** Keeps requests, so that each is done once. */
export type MailStore = ReturnType<typeof mailStore>

/** Returns what the item says that refused a claim: the email is done, claimed by this process, or by another one. */
function claimed({ claimed_until = '', attempts = 1, outcome, counted, person }: KeptMail, by: string) {
  if (outcome !== undefined) return { outcome, isCounted: counted === true, person }
  const [taken_until = '', holder] = claimed_until.split('#')
  return holder === by ? { attempts, by } : { taken_until }
}

const keyOfSuppressed = (address: string) => keyOf.suppressed(hashOf(signInAddress(address)))

/** Nothing goes to an address any more. Addresses are personal data, so the key has the hash. */
export async function suppress(table: Table, address: string, reason: Suppression, now: Date): Promise<void> {
  const [key, value] = [keyOfSuppressed(address), { reason, created_date: now.toISOString() }]
  const before = await putIfAbsent(table, key, value)
  // A complaint says more than a bounce: only who runs the service may lift it.
  if (before && reason === 'spam complaint')
    await writeSingle(table, () => new PutCommand({ TableName: table.name, Item: { ...key, ...value } }))
}

/** Lets mail go to an address again that was kept from it for one of these reasons. */
export async function lift(table: Table, address: string, reasons: readonly Suppression[]): Promise<void> {
  for (const reason of reasons)
    await deleteItem(table, keyOfSuppressed(address), {
      ...onCondition(is('reason', reason)),
    })
}

const postpone = (table: Table, key: Key, due: Date) =>
  updateIgnoringConflict(
    table,
    change(key, { set: dueAttributes('mail', due), remove: ['claimed_until'] }, all(has('pk'), lacks('outcome'))),
  )
