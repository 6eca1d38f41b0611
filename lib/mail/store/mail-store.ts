import type { Suppression } from '../bounce.js'
import type { MailFacts, MailOutcome, MailRequest, MailStore } from '../mail-request.js'
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

/** After this time, a process that has claimed a mail is taken for crashed. Sending takes at most 10 seconds. */
const CLAIM_MS = 20_000

/** Writes the end of a claim and the process that has made it. The texts sort by time. */
const claimedUntil = (by: string, now: Date) => `${new Date(now.getTime() + CLAIM_MS).toISOString()}#${by}`

/** Finished requests are kept for 90 days, in seconds, so that a retry learns the outcome. */
const KEPT_S = 90 * 24 * 60 * 60

/** A mail as it is kept, as far as it matters here. */
interface KeptMail {
  claimed_until?: string
  attempts?: number
  outcome?: MailOutcome
  counted?: boolean
  person?: string
}

/** Mails by their causes. */
export function mailStore(table: Table): MailStore {
  return {
    async ask(id, request, due) {
      const { announces, ...kept } = requestedMail(request, new Date())
      const when = due ? dueAttributes('mail', due) : { announces }
      await putIfAbsent(table, keyOf.mail(id), { ...kept, ...when })
    },

    async find(id) {
      return (await getOne(table, keyOf.mail(id)))?.['request'] as MailRequest | undefined
    },

    async claim(id, request, by, now) {
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

    async renew(id, { attempts, by }, now) {
      const claimed_until = claimedUntil(by, now)
      const { item } = await changeItem(
        table,
        keyOf.mail(id),
        { set: { claimed_until } },
        includes('claimed_until', by),
      )
      return item && { attempts, by }
    },

    async finish(id, facts, now, { counts } = { counts: false }) {
      const Item = {
        ...keyOf.mail(id),
        ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
        finished_date: now.toISOString(),
        expires: secondsOf(now) + KEPT_S,
      }
      if (counts && (await finishCounted(table, Item, facts))) return
      await writeSingle(table, () => new PutCommand({ TableName: table.name, Item }))
    },

    async postpone(id, due) {
      await postpone(table, keyOf.mail(id), due)
    },

    async factsOf(id) {
      const item = await getOne(table, keyOf.mail(id))
      return item && (item['outcome'] === undefined ? 'unfinished' : valueOf<MailFacts>(item))
    },

    due: async (now) => (await dueAt(table, 'mail', now)).map(({ pk }) => pk.slice('mail#'.length)),

    async isSuppressed(address) {
      return (await getOne(table, keyOfSuppressed(address))) !== undefined
    },

    async suppressedOf(addresses) {
      const found = await getMany(table, addresses.map(keyOfSuppressed))
      return new Set(addresses.filter((_, i) => found[i] !== undefined))
    },
  }
}

/** Returns what the item says that refused a claim: the mail is done, claimed by this process, or by another one. */
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
